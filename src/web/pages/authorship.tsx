import type { LinksFunction } from 'react-router'
import { NeedsScripts, useLinkToken } from '../features/accounts/session/link-pages.tsx'
import { AuthorshipPage } from '../features/peer-review/author/authorship-page.tsx'
import { useReturnFromOrcid } from '../features/peer-review/author/orcid-by-link.tsx'
import { LinkFrame, Loading } from '../features/peer-review/shared/link-frame.tsx'
import forms from '../styles/forms.css?url'
import stylesheet from '../styles/review-link.css?url'
import { PageHead } from '../ui/page-head.tsx'

export { handle } from './needs-scripts.ts'
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: forms },
  { rel: 'stylesheet', href: stylesheet },
]
export const headers = () => ({ 'cache-control': 'no-store' })

/** The page of someone who is named as an author: the secret of its link stays in the fragment, so that it can be reloaded. */
export default function AuthorshipByLink() {
  const { token } = useLinkToken()
  const isReturning = useReturnFromOrcid()
  return (
    <>
      <PageHead title="Named as an Author" />
      {token === undefined || isReturning ? (
        <LinkFrame>
          <NeedsScripts what="Answering" />
          <Loading />
        </LinkFrame>
      ) : (
        <AuthorshipPage key={token} secret={token} />
      )}
    </>
  )
}
