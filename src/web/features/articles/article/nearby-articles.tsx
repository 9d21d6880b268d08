import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { BriefArticle, NearbyArticles, RelatedArticle } from '../../../../contract/api/related-articles.ts'
import { joinNames, namesInBrief } from '../../../../contract/domain/author-names.ts'
import { counted } from '../../../../contract/domain/counted.ts'
import { longDate } from '../../../../contract/domain/dates.ts'
import { paths } from '../../../../contract/domain/paths.ts'
import { Link } from '../../../ui/link.tsx'
import { TitleText } from '../../../ui/title-text.tsx'

/** Where readers may go on from an article. */
export function WaysOn({ nearby }: { nearby: NearbyArticles }) {
  return (
    <>
      <RelatedArticles nearby={nearby} />
      <VolumeNeighbours nearby={nearby} />
    </>
  )
}

/** Articles that have something in common with this one, and what. */
function RelatedArticles({ nearby: { related } }: { nearby: NearbyArticles }) {
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
              {joinNames(namesInBrief(article.authors))}{' '}
              <time dateTime={article.publishedAt}>{longDate(article.publishedAt)}</time>
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
function VolumeNeighbours({ nearby: { previous, next } }: { nearby: NearbyArticles }) {
  if (!previous && !next) return null
  return (
    <nav className="neighbours" aria-label="In this volume">
      {previous && <Neighbour article={previous} rel="prev" />}
      {next && <Neighbour article={next} rel="next" />}
    </nav>
  )
}

function Neighbour({ article: { id, title }, rel }: { article: BriefArticle; rel: 'prev' | 'next' }) {
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
