import type { Passage } from '../../../../contract/api/requests.ts'
import { ChangedWords } from '../../../ui/changed-words.tsx'

/** What a new wording changes in a passage. */
export const WouldChange = ({ passage, wording, title = 'What would change' }: Passage & { title?: string }) => (
  <div className="will-print">
    <p className="eyebrow">{title}</p>
    <p className="letter differ-t">
      <ChangedWords before={passage} after={wording} />
    </p>
  </div>
)
