import { useState } from 'react'
import { CalendarPlus } from 'lucide-react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../../client/api.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { TitleText } from '../../../../ui/title-text.tsx'
import { ReportForm } from '../report/report-form.tsx'
import { Colleagues } from './colleagues.tsx'
import { download } from './download.ts'
import { EarlierRounds } from './earlier-rounds.tsx'
import { LaterDate } from './later-date.tsx'
import { Abstract, Authors, day, Facts } from './manuscript.tsx'
import { ManuscriptFiles } from './manuscript-files.tsx'
import { PagesBeside, usePagesBeside } from './pages-beside.tsx'
import { PageTitle } from './page-title.tsx'
import type { Act } from './use-review.ts'

/** After agreeing: the manuscript, the report, and what a reviewer may need until it is sent. */
export function AtWork({
  review,
  moved,
  sending,
  act,
  onSent,
}: {
  review: OpenReview
  moved: boolean
  sending: boolean
  act: Act
  onSent: () => void
}) {
  const { title, number, round, dueOn } = review
  const beside = usePagesBeside(review.files)
  return (
    <div className={beside ? 'beside' : undefined}>
      {beside && <PagesBeside file={beside} />}
      <div>
        <p className="eyebrow">Your review{round > 1 && `, round ${round}`}</p>
        <PageTitle small moved={moved}>
          <TitleText title={title} />
        </PageTitle>
        <Authors authors={review.authors} />
        <Facts
          facts={[
            ['Report due', day(dueOn)],
            ['Manuscript', number],
          ]}
        />
        <ManuscriptFiles files={review.files} />
        <EarlierRounds review={review} />
        <details className="more">
          <summary>Abstract</summary>
          <Abstract abstract={review.abstract} />
        </details>
        <ReportForm review={review} onSent={onSent} />
        <section className="arrange" aria-labelledby="arrange">
          <h2 id="arrange">Dates and help</h2>
          <p className="go2">
            <button type="button" className="btn" onClick={() => void download(() => browserApi.reviews.calendar({}))}>
              <CalendarPlus className="ic" aria-hidden="true" />
              Add {longDate(dueOn)} to a calendar
            </button>
          </p>
          <LaterDate review={review} sending={sending} act={act} />
          <Colleagues review={review} sending={sending} act={act} />
          <StepBack act={act} />
        </section>
      </div>
    </div>
  )
}

function StepBack({ act }: { act: Act }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button type="button" className="btn text danger" onClick={() => setAsking(true)}>
        I cannot review after all
      </button>
      {asking && (
        <ConfirmDialog
          title="Step back from this review?"
          confirm="Step back"
          danger
          onConfirm={async () => {
            await act(() => browserApi.reviews.decline({}))
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            The editor hears of it at once and can ask somebody else. What you have written stays with you until then.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
