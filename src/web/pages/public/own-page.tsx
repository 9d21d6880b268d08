import { redirect, useLocation } from 'react-router'
import { isDay } from '../../../contract/rules/text/days.ts'
import { contentPath } from '../../../contract/rules/site/paths.ts'
import { FormerText, InForceLine } from '../../features/articles/policies/in-force.tsx'
import { inBrowser, type LoadArgs, onServer } from '../../load.ts'
import { NotFoundPage } from '../../site/error-pages.tsx'
import { Failure, TryAgain } from '../../ui/states.tsx'
import { RichHtml } from '../../ui/title-text.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import type { Route } from './+types/own-page'

/** The guide for editors is on their own screens. */
const GUIDE = 'guide'

const load = async ({ api, params: { id: slug = '' }, pathname, search }: LoadArgs) => {
  const on = search.get('on') ?? ''
  const page = await api.pages.read({ slug: slug === GUIDE ? '' : slug, ...(isDay(on) && { on }) })
  // The pages that every journal has are not below this address.
  if (pathname !== contentPath(slug)) throw redirect(contentPath(slug), 301)
  return page
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** A page that the journal has added. */
export default function OwnPage({ loaderData: { data: text, failure } }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  if (failure?.statusCode === 404) return <NotFoundPage />
  if (failure) {
    return (
      <TitledPage title="Page">
        <Failure message={failure.message}>
          <TryAgain />
        </Failure>
      </TitledPage>
    )
  }
  const { slug, title, description, html, version, isOfAnotherDay } = text
  return (
    <TitledPage title={title} {...(!isOfAnotherDay && { description, path: pathname })}>
      {isOfAnotherDay && <FormerText slug={slug} version={version} on={new URLSearchParams(search).get('on')} />}
      <RichHtml html={html} />
      {!isOfAnotherDay && <InForceLine slug={slug} version={version} />}
    </TitledPage>
  )
}
