import { SkeletonLines } from '../../../ui/states.tsx'
import { ArticleCard } from './article-card.tsx'
import type { CardData } from './card-data.ts'

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

/** The skeleton of the list. */
export function CardListSkeleton({ count }: { count: number }) {
  return (
    <ul className="list" role="list" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <div className="entry">
            <span className="cover-image" />
            <div className="body">
              <SkeletonLines widths={[30, 90, 60, 100, 100, 70]} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
