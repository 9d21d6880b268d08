import { redirect } from 'react-router'
import { journal } from '../../../contract/journal.ts'
import type { FollowScope } from '../../../contract/rules/site/follow-scopes.ts'
import {
  FOLLOW_ASKED,
  followedIn,
  type FollowState,
  followStateIn,
} from '../../../contract/rules/site/follow-states.ts'
import { feedPath, paths, policyPath } from '../../../contract/rules/site/paths.ts'
import { isApiError } from '../../client/api-error.ts'
import { ChooseForm } from '../../features/articles/following/choose-form.tsx'
import { FollowForm } from '../../features/articles/following/follow-form.tsx'
import { ListingFailure } from '../../features/articles/listing/listing-page.tsx'
import { inBrowser, type LoadArgs, onServer } from '../../load.ts'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TitleText } from '../../ui/title-text.tsx'
import type { Route } from './+types/follow'

export { links } from '../needs-scripts.ts'

interface Followable {
  scope: FollowScope
  id: string
  /** Of an article with markup. */
  title: string
  path: string
}

/** What the form is about; null for the journal, from whose categories one can choose. */
async function loadAbout({ api, search }: LoadArgs): Promise<Followable | null> {
  const about = followedIn(search)
  if (!about) return null
  const { scope, id } = about
  switch (scope) {
    case 'article':
      return { scope, id, title: (await api.versions.list({ id })).title, path: paths.article(id) }
    case 'author': {
      const { author } = await api.authors.get({ id, limit: 1 })
      return { scope, id: author.id, title: author.fullName, path: paths.author(author.id) }
    }
    case 'keyword': {
      const { keyword } = await api.keywords.get({ slug: id, limit: 1 })
      return { scope, id: keyword.slug, title: keyword.name, path: paths.keyword(keyword.slug) }
    }
    default: {
      const category = (await api.categories.list()).find((one) => one.id === id)
      return category ? { scope: 'category', id, title: category.name, path: paths.category(id) } : null
    }
  }
}

const load = async (args: LoadArgs) => {
  const state = followStateIn(args.search)
  try {
    const about = await loadAbout(args)
    const categories = about ? [] : await args.api.categories.list()
    return { about, state, categories: categories.map(({ id, name }) => ({ id, name })) }
  } catch (error) {
    // Its own page has the reasons for its removal.
    if (isApiError(error) && error.removed) throw redirect(paths.article(error.removed.id))
    throw error
  }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** What a form that was sent back says. */
const PROBLEMS: Partial<Record<FollowState, string>> = {
  address: 'That does not look like an email address. Please check it, and try again.',
  often: 'We have sent this address several emails in the last hour. Please try again in an hour.',
  busy: 'That did not work just now. Please try again later.',
  gone: 'This is no longer public, so it cannot be followed. You can follow the journal.',
}

/** Where a reader follows the journal or a part of it. */
export default function Follow({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (failure) return <ListingFailure failure={failure} />
  const { about, state, categories } = data
  const title = about ? `Follow this ${about.scope}` : 'Email alerts'
  const problem = state === null ? undefined : PROBLEMS[state]
  return (
    <div className="wrap account">
      <PageHead
        title={title}
        description={`Get an email when the ${journal().name} publishes something new.`}
        {...(about || state ? { noindex: true } : { path: paths.follow })}
      />
      {about && (
        <p>
          <Link className="btn text pull" to={about.path}>
            Back to the {about.scope[0]!.toUpperCase() + about.scope.slice(1)}
          </Link>
        </p>
      )}
      <h1>{title}</h1>
      <p className="muted breakable">
        {about?.scope === 'article' ? (
          <TitleText title={about.title} />
        ) : (
          (about?.title ?? `New articles, volumes and news of the ${journal().name}`)
        )}
      </p>
      {state === 'sent' ? (
        <>
          <p className="notice outcome" role="status">
            {FOLLOW_ASKED}
          </p>
          <p className="small muted">
            If no email arrives within a few minutes, please check your spam folder. A link that nobody opens is deleted
            after a week, with the address.
          </p>
        </>
      ) : (
        <>
          {problem && (
            <p className="notice bad" role="alert">
              {problem}
            </p>
          )}
          {about ? <FollowForm about={about} /> : <ChooseForm categories={categories} />}
        </>
      )}
      <p className="small muted">
        Programs that read feeds can use <a href={feedPath('atom')}>Atom</a>, <a href={feedPath('rss')}>RSS</a> or{' '}
        <a href={feedPath('json')}>JSON Feed</a> instead, without an address.{' '}
        <Link to={policyPath('privacy-statement')}>How we keep addresses</Link>
      </p>
    </div>
  )
}
