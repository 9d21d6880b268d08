import type { LinksFunction } from 'react-router'
import { NeedsScripts, useLinkToken } from '../features/accounts/session/link-pages.tsx'
import { NoticeChip } from '../features/articles/standing/standing-chip.tsx'
import { OwnReportPage } from '../features/peer-review/requests/own-report-page.tsx'
import { LinkFrame, Loading } from '../features/peer-review/shared/link-frame.tsx'
import manuscript from '../styles/case.css?url'
import forms from '../styles/forms.css?url'
import stylesheet from '../styles/review-link.css?url'
import steps from '../styles/submission.css?url'
import { PageHead } from '../ui/page-head.tsx'

export { handle } from './needs-scripts.ts'
export const links: LinksFunction = () =>
  [forms, steps, manuscript, stylesheet].map((href) => ({ rel: 'stylesheet', href }))
export const headers = () => ({ 'cache-control': 'no-store' })

/** The page of a reader who has reported a problem: the secret of its link stays in the fragment, so that it can be reloaded. */
export default function ReportByLink() {
  const { token } = useLinkToken()
  return (
    <>
      <PageHead title="Your Report" />
      {token === undefined ? (
        <LinkFrame>
          <NeedsScripts what="Confirming a report" />
          <Loading />
        </LinkFrame>
      ) : (
        <OwnReportPage key={token} secret={token} chip={(kind) => <NoticeChip kind={kind} />} />
      )}
    </>
  )
}
