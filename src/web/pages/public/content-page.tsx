import { useLocation } from 'react-router'
import { POLICY_PAGES } from '../../../contract/domain/policy-pages.ts'
import { PolicyNav } from '../../features/pages/policy-nav.tsx'
import { policyPath } from '../../../contract/domain/paths.ts'
import { NotFoundPage } from '../../site/error-pages.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { RichHtml } from '../../ui/rich-html.tsx'
import { Failure, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import type { ContentPage as Content } from '../../../contract/api/pages.ts'
import type { Route } from './+types/content-page'

/** The about page and the eight policy pages, edited as Markdown. */
const load = ({ api, pathname }: LoadArgs): Promise<Content> => api.pages.read({ slug: pathname.slice(1) })

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function ContentPage({ loaderData: { data: text, failure } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  if (failure?.statusCode === 404) return <NotFoundPage />
  if (failure) {
    return (
      <TitledPage title={POLICY_PAGES.find(({ slug }) => policyPath(slug) === pathname)?.title ?? 'About'}>
        <Failure message={failure.message}>
          <TryAgain />
        </Failure>
      </TitledPage>
    )
  }
  const { slug, title, description, html } = text
  return (
    <TitledPage title={title} description={description} path={pathname}>
      <div className="with-side">
        <RichHtml html={html} />
        {slug !== 'about' && <PolicyNav />}
      </div>
    </TitledPage>
  )
}
