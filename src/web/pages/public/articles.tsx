import { journal } from '../../../contract/journal.ts'
import { PAGE_SIZE, pageFromSearch } from '../../../contract/rules/site/page-numbers.ts'
import { pageHref, paths } from '../../../contract/rules/site/paths.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { cardPage } from '../../features/articles/listing/card-data.ts'
import { CardList } from '../../features/articles/listing/paged-cards.tsx'
import { inBrowser, type LoadArgs, onServer } from '../../load.ts'
import { ellipsisWindow } from '../../ui/pager-window.ts'
import { Pager } from '../../ui/pager.tsx'
import { Empty, Failure, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'
import type { Route } from './+types/articles'

const load = async ({ api, search }: LoadArgs) =>
  cardPage(await api.articles.published({ page: pageFromSearch(search), limit: PAGE_SIZE.published }))

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** Current Articles: every published article, newest first. */
export default function CurrentArticles({ loaderData: { data: listing, failure } }: Route.ComponentProps) {
  if (failure) {
    return (
      <Frame>
        <Failure message="Failed to load blog posts. Please try again later.">
          <TryAgain />
        </Failure>
      </Frame>
    )
  }
  const { data: articles, meta } = listing
  return (
    <Frame note={counted(meta.totalItems, 'article')} page={meta.page}>
      {articles.length ? <CardList articles={articles} /> : <Empty title="No articles found" />}
      <Pager
        path={paths.articles}
        meta={meta}
        label="Pages of articles"
        items={ellipsisWindow(meta.page, meta.totalPages)}
        always
      />
    </Frame>
  )
}

function Frame({ note, page = 1, children }: { note?: string; page?: number; children: React.ReactNode }) {
  return (
    <TitledPage
      title="Current Articles"
      headTitle={page > 1 ? `Current Articles, page ${page}` : 'Current Articles'}
      description={`Peer-reviewed, open-access articles of the ${journal().name}, newest first.`}
      path={pageHref(paths.articles, page)}
      note={note}
    >
      {children}
    </TitledPage>
  )
}
