import { useEffect } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import { policyGroupTitle } from '../../features/content/policy-nav.tsx'
import { PolicyNav } from '../../features/content/policy-nav.tsx'
import { NotFoundPage } from '../../site/error-pages.tsx'
import type { ApiError } from '../../../contract/api-error.ts'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { RichHtml } from '../../ui/rich-html.tsx'
import { failureBoundary } from '../../ui/route-failure.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../ui/states.tsx'
import type { ContentPage as Content } from '../../../contract/pages.ts'

/** The about page and the eight policy pages: texts that an editor keeps as Markdown. */
const load = ({ api, pathname }: LoadArgs): Promise<Content> => api.pages.read({ slug: pathname.slice(1) })

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const failure = (error: ApiError) =>
  error.statusCode === 404 ? (
    <NotFoundPage />
  ) : (
    <div className="wrap section">
      <PageHead title={policyGroupTitle} />
      <Failure message={error.message}>
        <TryAgain />
      </Failure>
    </div>
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
        <div className="wrap head">
          <SkeletonLines widths={[50, 90, 80, 90, 60]} />
        </div>
      }
    >
      {({ slug, title, description, html }) => (
        <div className="wrap">
          <PageHead title={title} description={description} path={pathname} />
          <header className="head">
            <div>
              <h1>{title}</h1>
            </div>
          </header>
          <div className="with-side">
            <RichHtml html={html} />
            <ScrollToSection />
            {slug !== 'about' && <PolicyNav />}
          </div>
        </div>
      )}
    </Loaded>
  )
}

/** Takes the reader to the section that the address names: when it was followed, the text was not there yet. */
function ScrollToSection() {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, key])
  return null
}
