import { journal } from '../../../contract/journal.ts'
import { PAGE_SIZE, pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import { newsFeedPath, pageHref, paths } from '../../../contract/rules/site/paths.ts'
import { NewsList } from '../../features/articles/news/news-page.tsx'
import { inBrowser, type LoadArgs, onServer } from '../../load.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Failure, TryAgain } from '../../ui/states.tsx'
import type { Route } from './+types/news'

export { links } from '../needs-scripts.ts'

const load = ({ api, search }: LoadArgs) =>
  api.announcements.list({ page: pageFromSearch(search), limit: PAGE_SIZE.news })

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** What the journal announces, and its calls for papers. */
export default function News({ loaderData: { data: news, failure } }: Route.ComponentProps) {
  const page = news?.meta.page ?? 1
  return (
    <div className="wrap">
      <PageHead
        title={page > 1 ? `News, page ${page}` : 'News'}
        description={`Announcements and calls for papers of the ${journal().name}.`}
        {...(failure ? {} : { path: pageHref(paths.news, page) })}
      />
      <link rel="alternate" type="application/atom+xml" title="News" href={newsFeedPath('atom')} />
      <header className="head wrapping">
        <div>
          <h1>News</h1>
          <p>Announcements and calls for papers</p>
        </div>
      </header>
      {failure ? (
        <Failure message="The news cannot be shown just now. Please try again later.">
          <TryAgain />
        </Failure>
      ) : (
        <NewsList news={news} />
      )}
    </div>
  )
}
