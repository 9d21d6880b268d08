import { redirect } from 'react-router'
import { paths } from '../../../contract/rules/site/paths.ts'
import { PageVersionList } from '../../features/articles/policies/page-versions.tsx'
import { PolicyNav } from '../../features/articles/policies/policy-with-figures.tsx'
import { ListingFailure } from '../../features/articles/listing/listing-page.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { PageHead } from '../../ui/page-head.tsx'
import type { Route } from './+types/page-versions'

const load = async ({ api, params, pathname, search }: LoadArgs) => {
  const slug = addressed(params)
  const page = await api.pages.versions({ slug })
  // A page that the journal has added is not beside the others.
  const path = paths.pageVersions(slug)
  if (pathname !== path) throw redirect(path, 301)
  const compare = Number(search.get('compare'))
  const isListed = page.versions.slice(0, -1).some(({ number }) => number === compare)
  return { ...page, changes: isListed ? await api.pages.changes({ slug, number: compare }) : null }
}

/** The last part of the page's address: those that the journal has added are below another one. */
const addressed = ({ slug, id = '' }: LoadArgs['params']): string => slug ?? id

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** Every text of a page that has been in force. */
export default function PageVersions({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (failure) return <ListingFailure failure={failure} title="Versions" />
  const { slug, title, versions, changes } = data
  return (
    <div className="wrap">
      <PageHead title={`Versions of ${title}`} noindex path={paths.pageVersions(slug)} />
      <header className="head">
        <div>
          <p className="eyebrow">{title}</p>
          <h1>Versions</h1>
          <p>Every text of this page that has been in force, as readers saw it.</p>
        </div>
      </header>
      <div className="with-side">
        <PageVersionList slug={slug} versions={versions} changes={changes} />
        <PolicyNav />
      </div>
    </div>
  )
}
