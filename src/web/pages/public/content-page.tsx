import { useEffect } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import { POLICY_PAGES } from '../../../contract/domain/policy-pages.ts'
import { PolicyNav } from '../../features/pages/policy-nav.tsx'
import { policyPath } from '../../../contract/domain/paths.ts'
import { NotFoundPage } from '../../site/error-pages.tsx'
import type { ApiError } from '../../../contract/domain/api-error.ts'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { RichHtml } from '../../ui/rich-html.tsx'
import { failureBoundary } from '../../ui/route-failure.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import type { ContentPage as Content } from '../../../contract/api/pages.ts'

/** The about page and the eight policy pages: texts that an editor keeps as Markdown. */
const load = ({ api, pathname }: LoadArgs): Promise<Content> => api.pages.read({ slug: pathname.slice(1) })

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const failure = (error: ApiError) =>
  error.statusCode === 404 ? (
    <NotFoundPage />
  ) : (
    <NamedPage>
      <Failure message={error.message}>
        <TryAgain />
      </Failure>
    </NamedPage>
  )
export const ErrorBoundary = failureBoundary(failure)

export default function ContentPage() {
  const { pathname } = useLocation()
  return (
    <Loaded
      data={useLoaderData() as Loadable<Content>}
      at={pathname}
      failure={failure}
      skeleton={
        <NamedPage>
          <SkeletonLines widths={[100, 90, 80, 90, 60]} />
        </NamedPage>
      }
    >
      {({ slug, title, description, html }) => (
        <TitledPage title={title} description={description} path={pathname}>
          <div className="with-side">
            <RichHtml html={html} />
            <ScrollToSection />
            {slug !== 'about' && <PolicyNav />}
          </div>
        </TitledPage>
      )}
    </Loaded>
  )
}

/** The page while its text is not there: its title is known. */
function NamedPage({ children }: { children: React.ReactNode }) {
  const { pathname } = useLocation()
  const title = POLICY_PAGES.find(({ slug }) => policyPath(slug) === pathname)?.title ?? 'About'
  return <TitledPage title={title}>{children}</TitledPage>
}

/** Takes the reader to the section that the address names: when it was followed, the text was not there yet. */
function ScrollToSection() {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, key])
  return null
}
