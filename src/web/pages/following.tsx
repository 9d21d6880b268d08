import type { LinksFunction } from 'react-router'
import { NeedsScripts, useLinkToken } from '../features/accounts/session/link-pages.tsx'
import { OwnFollowPage } from '../features/peer-review/requests/own-follow-page.tsx'
import { LinkFrame, Loading } from '../features/peer-review/shared/link-frame.tsx'
import forms from '../styles/forms.css?url'
import stylesheet from '../styles/review-link.css?url'
import { PageHead } from '../ui/page-head.tsx'

export { handle } from './needs-scripts.ts'
export const links: LinksFunction = () => [forms, stylesheet].map((href) => ({ rel: 'stylesheet', href }))
export const headers = () => ({ 'cache-control': 'no-store' })

/** What is followed with an address, by the link of an email to it: the secret stays in the fragment. */
export default function FollowingByLink() {
  const { token } = useLinkToken()
  return (
    <>
      <PageHead title="What You Follow" />
      {token === undefined ? (
        <LinkFrame>
          <NeedsScripts what="Confirming that you follow something" />
          <Loading />
        </LinkFrame>
      ) : (
        <OwnFollowPage key={token} secret={token} />
      )}
    </>
  )
}
