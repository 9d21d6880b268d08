import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { RelatedArticle } from '../../../../contract/api/related-articles.ts'
import { counted } from '../../../../contract/rules/text/counted.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import type { NearbyData } from './nearby-data.ts'

/** Where readers may go on from an article. */
export function WaysOn({ nearby }: { nearby: NearbyData }) {
  return (
    <>
      <RelatedArticles nearby={nearby} />
      <VolumeNeighbours nearby={nearby} />
    </>
  )
}

/** Articles that have something in common with this one, and what. */
function RelatedArticles({ nearby: { related } }: { nearby: NearbyData }) {
  if (!related.length) return null
  return (
    <section className="related" aria-labelledby="related-articles">
      <h2 id="related-articles">Related articles</h2>
      <ul role="list">
        {related.map((article) => (
          <li key={article.id}>
            <h3>
              <Link to={paths.article(article.id)}>
                <TitleText title={article.title} />
              </Link>
            </h3>
            <p className="by">
              {article.authors} <time dateTime={article.publishedAt}>{longDate(article.publishedAt)}</time>
            </p>
            <p className="why">{reasonsOf(article.shared).join(' · ')}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Why an article is listed, in words. */
export const reasonsOf = ({ authors, references, keywords }: RelatedArticle['shared']): string[] =>
  [
    authors > 0 && (authors === 1 ? 'Same author' : `${authors} of the same authors`),
    references > 0 && `Shares ${counted(references, 'reference')}`,
    keywords.length > 0 && `${keywords.length === 1 ? 'Keyword' : 'Keywords'}: ${keywords.join(', ')}`,
  ].filter((reason) => reason !== false)

/** The articles before and after this one in its volume. */
function VolumeNeighbours({ nearby: { previous, next } }: { nearby: NearbyData }) {
  if (!previous && !next) return null
  return (
    <nav className="neighbours" aria-label="In this volume">
      {previous && <Neighbour article={previous} rel="prev" />}
      {next && <Neighbour article={next} rel="next" />}
    </nav>
  )
}

function Neighbour({
  article: { id, title },
  rel,
}: {
  article: NonNullable<NearbyData['next']>
  rel: 'prev' | 'next'
}) {
  const Chevron = rel === 'prev' ? ChevronLeft : ChevronRight
  return (
    <Link className={rel} to={paths.article(id)} rel={rel}>
      <span className="muted">
        <Chevron className="ic" aria-hidden="true" />
        {rel === 'prev' ? 'Previous article' : 'Next article'}
      </span>
      <span className="title">
        <TitleText title={title} />
      </span>
    </Link>
  )
}
