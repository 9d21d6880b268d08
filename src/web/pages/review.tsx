import type { LinksFunction } from 'react-router'
import { NeedsScripts, useLinkToken } from '../features/accounts/session/link-pages.tsx'
import { LinkFrame, Loading } from '../features/peer-review/shared/link-frame.tsx'
import { ReviewPage } from '../features/peer-review/reviewer/link/review-page.tsx'
import forms from '../styles/forms.css?url'
import stylesheet from '../styles/review-link.css?url'
import report from '../styles/review-report.css?url'
import { PageHead } from '../ui/page-head.tsx'

export { handle } from './needs-scripts.ts'
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: forms },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'stylesheet', href: report },
]
export const headers = () => ({ 'cache-control': 'no-store' })

/** A reviewer's page: the secret of its link is in the fragment and stays there, so that it can be reloaded. */
export default function Review() {
  const { token } = useLinkToken()
  return (
    <>
      <PageHead title="Review" />
      {token === undefined ? (
        <LinkFrame>
          <NeedsScripts what="Reviewing" />
          <Loading />
        </LinkFrame>
      ) : (
        <ReviewPage key={token} secret={token} />
      )}
    </>
  )
}
