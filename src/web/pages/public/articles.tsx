import { useLoaderData, useLocation } from 'react-router'
import { journal } from '../../../../journal.config.ts'
import { counted } from '../../../contract/domain/counted.ts'
import { ellipsisWindow } from '../../ui/pager-window.ts'
import { PAGE_SIZE, pageFromSearch } from '../../../contract/domain/page-numbers.ts'
import { pageHref, paths } from '../../../contract/domain/paths.ts'
import { cardPage } from '../../features/articles/listing/card-data.ts'
import { CardList, CardListSkeleton } from '../../features/articles/listing/card-list.tsx'
import { inBrowser, onServer, type LoadArgs } from '../../load.ts'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { Pager } from '../../ui/pager.tsx'
import { failureBoundary } from '../../ui/route-failure.tsx'
import { Empty, Failure, TryAgain } from '../../ui/states.tsx'
import { TitledPage } from '../../ui/titled-page.tsx'

const load = async ({ api, search }: LoadArgs) =>
  cardPage(await api.articles.published({ page: pageFromSearch(search), limit: PAGE_SIZE.published }))

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const failure = () => (
  <Frame>
    <Failure message="Failed to load blog posts. Please try again later.">
      <TryAgain />
    </Failure>
  </Frame>
)
export const ErrorBoundary = failureBoundary(failure)

/** Current Articles: every published article, newest first. */
export default function CurrentArticles() {
  const data = useLoaderData() as Loadable<Awaited<ReturnType<typeof load>>>
  const { search } = useLocation()
  return (
    <Loaded
      data={data}
      at={search}
      failure={failure}
      skeleton={
        <Frame note="Loading articles...">
          <CardListSkeleton count={PAGE_SIZE.published} />
        </Frame>
      }
    >
      {({ data: articles, meta }) => (
        <Frame note={counted(meta.totalItems, 'article')} page={meta.page}>
          {articles.length ? <CardList articles={articles} /> : <Empty title="No articles found" />}
          <Pager
            path={paths.articles}
            page={meta.page}
            totalPages={meta.totalPages}
            items={ellipsisWindow(meta.page, meta.totalPages)}
            label="Pages of articles"
            always
          />
        </Frame>
      )}
    </Loaded>
  )
}

function Frame({ note, page = 1, children }: { note?: string; page?: number; children: React.ReactNode }) {
  return (
    <TitledPage
      title="Current Articles"
      headTitle={page > 1 ? `Current Articles, page ${page}` : 'Current Articles'}
      description={`Peer-reviewed, open-access articles of the ${journal.name}, newest first.`}
      path={pageHref(paths.articles, page)}
      note={note}
    >
      {children}
    </TitledPage>
  )
}
