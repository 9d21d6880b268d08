import { Eye } from 'lucide-react'
import type { ReportFile } from '../../../../../contract/api/review-reports.ts'
import type { DraftContent } from '../../../../../contract/rules/peer-review/report-draft.ts'
import { ANSWER_NAMES } from '../../../../../contract/rules/peer-review/stages.ts'
import { journal } from '../../../../../../journal.config.ts'

/** What the authors will get, if the editor changes nothing: the label, the text, the answers and a file. */
export function AuthorsPreview({ label, draft, files }: { label: string; draft: DraftContent; files: ReportFile[] }) {
  const file = files.find(({ state }) => state === 'cleaned' || state === 'look')
  return (
    <details className="more">
      <summary>
        <Eye className="ic" aria-hidden="true" />
        Preview what the authors will see
      </summary>
      <div className="letter">
        <h3>Reviewer {label}</h3>
        <p className="words">{draft.toAuthors.trim() || 'Nothing yet.'}</p>
        <dl>
          {journal.review.questions.map(({ id, short }) => {
            const answer = draft.answers[id]
            return (
              <div key={id}>
                <dt>{short}</dt>
                <dd>{answer ? ANSWER_NAMES[answer] : 'Not answered yet'}</dd>
              </div>
            )
          })}
        </dl>
        {file && (
          <p>
            File: {file.nameForAuthors}
            {file.state === 'look' && ', once the editor has looked at it'}
          </p>
        )}
      </div>
      <p className="hint small muted">
        Your name, your recommendation and your lines to the editor are not part of it.
      </p>
    </details>
  )
}
