import { redirect } from 'react-router'
import { paths } from '../../../contract/rules/site/paths.ts'
import { FormerText } from '../../features/articles/policies/in-force.tsx'
import { PolicyNav } from '../../features/articles/policies/policy-with-figures.tsx'
import { ListingFailure } from '../../features/articles/listing/listing-page.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { RichHtml } from '../../ui/title-text.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import type { Route } from './+types/page-version'

const load = async ({ api, params, pathname }: LoadArgs) => {
  const { number = '' } = params
  const slug = addressed(params)
  const page = await api.pages.version({ slug, number: Number(number) })
  // A page that the journal has added is not beside the others.
  const path = paths.pageVersion(slug, Number(number))
  if (pathname !== path) throw redirect(path, 301)
  return page
}

/** The last part of the page's address: those that the journal has added are below another one. */
const addressed = ({ slug, id = '' }: LoadArgs['params']): string => slug ?? id

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** A text of a page that has been in force, as readers saw it. It is not indexed: the text of today is. */
export default function PageVersion({ loaderData: { data: page, failure } }: Route.ComponentProps) {
  if (failure) return <ListingFailure failure={failure} title="Versions" />
  const { slug, title, html, version } = page
  return (
    <TitledPage title={title} headTitle={`${title}, version ${version!.number}`}>
      <FormerText slug={slug} version={version} on={null} />
      <div className="with-side">
        <RichHtml html={html} />
        <PolicyNav />
      </div>
    </TitledPage>
  )
}
