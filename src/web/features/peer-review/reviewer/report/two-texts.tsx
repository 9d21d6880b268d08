import { Dialog } from '../../../../ui/dialog.tsx'

import type { DraftContent } from '../../../../../contract/rules/peer-review/report-draft.ts'
import { localMoment } from '../../../../../contract/rules/text/dates.ts'
import type { Choice, OtherText } from './draft-keeper.ts'

/** Two texts that have come apart, side by side: one of them, or both one after the other. */
export function TwoTexts({
  mine,
  other,
  onChoose,
  onDownload,
  onClose,
}: {
  mine: DraftContent
  other: OtherText
  onChoose: (choice: Choice) => void
  onDownload: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      title="Two texts of your report"
      about={
        other.tab === null
          ? 'It was changed on another device while this one had words that were not sent yet.'
          : 'Another window of this browser has words that were not sent yet.'
      }
      onClose={onClose}
    >
      <div className="two-texts">
        <Text title="Here, on this page" draft={mine} />
        <Text title={`The other one, saved ${localMoment(other.savedAt)}`} draft={other.content} />
      </div>
      <footer>
        <button type="button" className="btn text" onClick={onDownload}>
          Download both
        </button>
        <button type="button" className="btn" onClick={() => onChoose('theirs')}>
          Take the other
        </button>
        <button type="button" className="btn" onClick={() => onChoose('mine')}>
          Keep this one
        </button>
        <button type="button" className="btn solid" onClick={() => onChoose('both')}>
          Keep both, one after the other
        </button>
      </footer>
    </Dialog>
  )
}

function Text({ title, draft }: { title: string; draft: DraftContent }) {
  return (
    <section>
      <h3>{title}</h3>
      <p className="hint small muted">To the authors</p>
      <p className="words">{draft.toAuthors.trim() || 'Nothing yet.'}</p>
      {draft.toEditor.trim() && (
        <>
          <p className="hint small muted">To the editor</p>
          <p className="words">{draft.toEditor}</p>
        </>
      )}
    </section>
  )
}
