import { Link, useLoaderData, useLocation, useRevalidator } from 'react-router'
import type { Article } from '../../../contract/articles.ts'
import { counted } from '../../../contract/counted.ts'
import { longDate } from '../../../contract/dates.ts'
import { slidingWindow } from '../../../contract/pager-window.ts'
import { pageFromSearch, type Paged } from '../../../contract/page-numbers.ts'
import { paths } from '../../../contract/paths.ts'
import { inArea, type LoadArgs } from '../../load.ts'
import { Loaded, type Loadable } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Empty, Failure, SkeletonLines, TryAgain } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { TitleText } from '../../ui/title-text.tsx'

/** The admin list shows five page numbers (specification section 9). */
const PAGER_SIZE = 5

const load = ({ api, search }: LoadArgs): Promise<Paged<Article>> => api.articles.all({ page: pageFromSearch(search) })

export const clientLoader = inArea(load)

/** Research Listings: every article in every state. */
export default function Listings() {
  const { search } = useLocation()
  const { revalidate } = useRevalidator()
  return (
    <Loaded
      data={useLoaderData() as Loadable<Paged<Article>>}
      at={search}
      failure={() => (
        <>
          <Head />
          <Failure message="Failed to fetch articles">
            <TryAgain onClick={() => void revalidate()} />
          </Failure>
        </>
      )}
      skeleton={<HydrateFallback />}
    >
      {({ data: articles, meta }) => (
        <>
          <Head note={counted(meta.totalItems, 'article')} />
          {articles.length ? (
            <ListingsTable articles={articles} />
          ) : (
            <Empty title="No articles found">
              <p>Submissions stand here as soon as an author sends one.</p>
            </Empty>
          )}
          <Pager
            path={paths.admin}
            page={meta.page}
            totalPages={meta.totalPages}
            items={slidingWindow(meta.page, meta.totalPages, PAGER_SIZE)}
            label="Pages of articles"
          />
        </>
      )}
    </Loaded>
  )
}

export function HydrateFallback() {
  return (
    <>
      <Head />
      <SkeletonLines widths={[90, 80, 90, 70, 80, 90]} />
    </>
  )
}

function Head({ note }: { note?: string }) {
  return (
    <header className="head">
      <PageHead title="Research Listings" />
      <div>
        <h1>Research Listings</h1>
        <p role="status">{note ?? 'Loading articles...'}</p>
      </div>
    </header>
  )
}

function ListingsTable({ articles }: { articles: Article[] }) {
  return (
    <div className="tablewrap">
      <table>
        <thead>
          <tr>
            <th scope="col">Author</th>
            <th scope="col">Title</th>
            <th scope="col">Category</th>
            <th scope="col">Submitted at</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {articles.map((article) => (
            <tr key={article.id} className={article.isArchive ? 'dim' : undefined}>
              <td className="author">{article.author.fullName}</td>
              <td className="ttl">
                <Link to={paths.article(article.id)}>
                  <TitleText title={article.title} />
                </Link>
              </td>
              <td className="catg">{article.category.name}</td>
              <td className="date">{longDate(article.createdAt)}</td>
              <td className="status">
                <StatusChip article={article} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
