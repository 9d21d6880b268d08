import { useLocation } from 'react-router'
import type { PublicFigures } from '../../../contract/api/statistics.ts'
import type { ContentPage as Content } from '../../../contract/api/pages.ts'
import { journal } from '../../../contract/journal.ts'
import { formerInWords } from '../../../contract/rules/articles/titles.ts'
import { isDay } from '../../../contract/rules/text/days.ts'
import { POLICY_PAGES, policyPath } from '../../../contract/rules/site/paths.ts'
import { FormerText, InForceLine } from '../../features/articles/policies/in-force.tsx'
import { PolicyNav, PolicyWithFigures, WITH_FIGURES } from '../../features/articles/policies/policy-with-figures.tsx'
import { inBrowser, type LoadArgs, onServer } from '../../load.ts'
import { NotFoundPage } from '../../site/error-pages.tsx'
import { RichHtml } from '../../ui/title-text.tsx'
import { Failure, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import type { Route } from './+types/content-page'

/** The about page and the eight policy pages, edited as Markdown; that of peer review with its figures. */
const load = async ({ api, pathname, search }: LoadArgs): Promise<Content & { figures: PublicFigures | null }> => {
  const slug = pathname.slice(1)
  const on = search.get('on') ?? ''
  const [text, figures] = await Promise.all([
    api.pages.read(isDay(on) ? { slug, on } : { slug }),
    // The policy is shown even if its figures cannot be read. They are those of today.
    slug === WITH_FIGURES && !isDay(on) ? api.figures.read().catch(() => null) : null,
  ])
  return { ...text, figures }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** What the journal was called before: those who look for an earlier title find that it is this journal. */
function FormerTitles() {
  const { formerTitles } = journal()
  if (!formerTitles.length) return null
  return (
    <section aria-labelledby="former-titles">
      <h2 id="former-titles">Earlier Titles</h2>
      <ul>
        {formerTitles.toReversed().map((former) => (
          <li key={former.until}>{formerInWords(former)}</li>
        ))}
      </ul>
    </section>
  )
}

export default function ContentPage({ loaderData: { data: text, failure } }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
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
  const { slug, title, description, html, figures, version, isOfAnotherDay } = text
  return (
    <TitledPage title={title} {...(!isOfAnotherDay && { description, path: pathname })}>
      {isOfAnotherDay && <FormerText slug={slug} version={version} on={new URLSearchParams(search).get('on')} />}
      <div className="with-side">
        <div>
          {figures ? <PolicyWithFigures html={html} figures={figures} /> : <RichHtml html={html} />}
          {!isOfAnotherDay && slug === 'about' && <FormerTitles />}
          {!isOfAnotherDay && <InForceLine slug={slug} version={version} />}
        </div>
        {slug !== 'about' && <PolicyNav />}
      </div>
    </TitledPage>
  )
}
