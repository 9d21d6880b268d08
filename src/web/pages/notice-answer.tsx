import type { LinksFunction } from 'react-router'
import { NeedsScripts, useLinkToken } from '../features/accounts/session/link-pages.tsx'
import { SLIP_OF_KIND, SlipMark } from '../features/articles/standing/slip-mark.tsx'
import { NoticeAnswerPage } from '../features/peer-review/author/notice-answer-page.tsx'
import { LinkFrame, Loading } from '../features/peer-review/shared/link-frame.tsx'
import forms from '../styles/forms.css?url'
import desk from '../styles/notice-desk.css?url'
import stylesheet from '../styles/review-link.css?url'
import standing from '../styles/standing.css?url'
import { PageHead } from '../ui/page-head.tsx'

export { handle } from './needs-scripts.ts'
export const links: LinksFunction = () =>
  [forms, stylesheet, standing, desk].map((href) => ({ rel: 'stylesheet', href }))
export const headers = () => ({ 'cache-control': 'no-store' })

/** The page of an author who is asked about a notice: the secret of its link stays in the fragment. */
export default function NoticeAnswerByLink() {
  const { token } = useLinkToken()
  return (
    <>
      <PageHead title="A Notice About Your Article" />
      {token === undefined ? (
        <LinkFrame>
          <NeedsScripts what="Answering" />
          <Loading />
        </LinkFrame>
      ) : (
        <NoticeAnswerPage key={token} secret={token} mark={(kind) => <SlipMark slip={SLIP_OF_KIND[kind]} />} />
      )}
    </>
  )
}
