import { redirect } from 'react-router'
import { paths } from '../../../contract/rules/site/paths.ts'
import { NewsItemView } from '../../features/articles/news/news-page.tsx'
import { inBrowser, type LoadArgs, onServer } from '../../load.ts'
import { NotFoundPage } from '../../site/error-pages.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Failure, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import type { Route } from './+types/news-item'

const load = async ({ api, params: { id = '' } }: LoadArgs) => {
  const item = await api.announcements.read({ slug: id })
  // An address that it has had leads to the one that it has, for ever.
  if (item.slug !== id) throw redirect(paths.newsItem(item.slug), 301)
  return item
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** An announcement, or a call for papers. */
export default function NewsItemPage({ loaderData: { data: item, failure } }: Route.ComponentProps) {
  if (failure?.statusCode === 404) return <NotFoundPage />
  if (failure) {
    return (
      <TitledPage title="News">
        <Failure message={failure.message}>
          <TryAgain />
        </Failure>
      </TitledPage>
    )
  }
  return (
    <>
      <PageHead
        title={item.title}
        description={item.summary}
        path={paths.newsItem(item.slug)}
        type="article"
        noindex={!item.isListed}
      />
      <NewsItemView item={item} />
    </>
  )
}
