import { redirect } from 'react-router'
import { journal } from '../../../contract/journal.ts'
import {
  FOLLOW_ASKED,
  followedIn,
  type FollowState,
  followStateIn,
} from '../../../contract/rules/site/follow-states.ts'
import { feedPath, paths, policyPath } from '../../../contract/rules/site/paths.ts'
import { isApiError } from '../../client/api-error.ts'
import { FollowForm } from '../../features/articles/following/follow-form.tsx'
import { ListingFailure } from '../../features/articles/listing/listing-page.tsx'
import { inBrowser, type LoadArgs, onServer } from '../../load.ts'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TitleText } from '../../ui/title-text.tsx'
import type { Route } from './+types/follow'

export { links } from '../needs-scripts.ts'

const load = async ({ api, search }: LoadArgs) => {
  const [id, state] = [followedIn(search), followStateIn(search)]
  if (id === null) return { article: null, state }
  try {
    const { title } = await api.versions.list({ id })
    return { article: { id, title }, state }
  } catch (error) {
    // Its own page has the reasons for its removal.
    if (isApiError(error) && error.removed) throw redirect(paths.article(id))
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
  gone: 'This article is no longer public, so it cannot be followed. You can follow the journal.',
}

/** Where a reader follows the journal, or an article, by email. */
export default function Follow({ loaderData: { data, failure } }: Route.ComponentProps) {
  if (failure) return <ListingFailure failure={failure} />
  const { article, state } = data
  const title = article ? 'Follow this article' : 'Email alerts'
  const problem = state === null ? undefined : PROBLEMS[state]
  return (
    <div className="wrap account">
      <PageHead
        title={title}
        description={`Get an email when the ${journal().name} publishes something new.`}
        {...(article || state ? { noindex: true } : { path: paths.follow })}
      />
      {article && (
        <p>
          <Link className="btn text pull" to={paths.article(article.id)}>
            Back to the Article
          </Link>
        </p>
      )}
      <h1>{title}</h1>
      <p className="muted breakable">
        {article ? <TitleText title={article.title} /> : <>New articles and notices of the {journal().name}</>}
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
          <FollowForm articleId={article?.id ?? null} />
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
