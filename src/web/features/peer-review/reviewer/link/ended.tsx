import { Download } from 'lucide-react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { TitleText } from '../../../../ui/title-text.tsx'
import { ReportForm } from '../report/report-form.tsx'
import { saveText } from '../../../../ui/save-text.ts'
import { ManuscriptFiles } from './manuscript-files.tsx'
import { PageTitle } from './page-title.tsx'

const WHY: Partial<Record<NonNullable<OpenReview['closeReason']>, string>> = {
  'no-answer': 'The editor has gone on without your answer. Thank you for having considered it.',
  declined: 'You have told us that you cannot review it. Thank you for having considered it.',
  editor: 'The editor has found other reviewers. Thank you for your readiness to help.',
  decision: 'The editor has made a decision on the reports that had arrived. Thank you for your readiness to help.',
  withdrawn: 'The authors have withdrawn the manuscript. Thank you for your readiness to help.',
}

/** Nothing more is expected of the reviewer. What they had written can be kept. */
export function Ended({ review, moved, onSent }: { review: OpenReview; moved: boolean; onSent: () => void }) {
  const { closeReason, title, number, draft, lateUntil, files, canReport } = review
  return (
    <>
      <PageTitle moved={moved}>This review is no longer needed</PageTitle>
      <p className="lead">{WHY[closeReason ?? 'editor'] ?? WHY.editor}</p>
      <p className="about-ms">
        <TitleText title={title} /> <span className="muted">({number})</span>
      </p>
      {lateUntil && (
        <p className="notice">If your report is nearly finished, you can still send it until {longDate(lateUntil)}.</p>
      )}
      <ManuscriptFiles files={files} />
      {canReport && <ReportForm review={review} onSent={onSent} />}
      {draft !== null && !canReport && (
        <p className="go2">
          <button type="button" className="btn" onClick={() => saveText(draft, `report-${number}.txt`)}>
            <Download className="ic" aria-hidden="true" />
            Download what you had written
          </button>
        </p>
      )}
    </>
  )
}
