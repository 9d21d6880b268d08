import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { Pager } from '../../../ui/pager.tsx'
import { Empty, SkeletonLines } from '../../../ui/states.tsx'
import { ArticleCard } from './article-card.tsx'
import type { CardData } from './card-data.ts'

/** One page of article cards, and links to the others. */
export function PagedCards({ articles, path, label }: { articles: Paged<CardData>; path: string; label: string }) {
  const { data, meta } = articles
  return (
    <>
      {data.length ? <CardList articles={data} /> : <Empty title="No articles found" />}
      <Pager path={path} meta={meta} label={label} size={7} />
    </>
  )
}

/** A page of article cards. */
export function CardList({ articles }: { articles: CardData[] }) {
  return (
    <ul className="list" role="list">
      {articles.map((article, index) => (
        <li key={article.id}>
          <ArticleCard article={article} headingLevel="h2" first={index === 0} />
        </li>
      ))}
    </ul>
  )
}

/** Articles under a heading; without one those before the first. */
export function CardGroup({
  heading,
  articles,
  isFirst,
}: {
  heading: string
  articles: CardData[]
  /** At the top of the page. */
  isFirst: boolean
}) {
  return (
    <section className="group">
      {heading && <h2>{heading}</h2>}
      <ul className="list" role="list">
        {articles.map((article, index) => (
          <li key={article.id}>
            <ArticleCard article={article} headingLevel={heading ? 'h3' : 'h2'} first={isFirst && index === 0} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The skeleton of the list. */
export function CardListSkeleton({ count }: { count: number }) {
  return (
    <ul className="list" role="list" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <div className="entry">
            <span className="cover-image mounted" />
            <div className="body">
              <SkeletonLines widths={[30, 90, 60, 100, 100, 70]} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
