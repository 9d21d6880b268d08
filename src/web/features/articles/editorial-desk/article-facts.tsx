import type { Article } from '../../../../contract/api/articles.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { orcidUrl } from '../../../../contract/rules/people/orcid.ts'
import { printedPages } from '../../../../contract/rules/articles/page-range.ts'
import { DoiLink } from '../doi-link.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Plate } from '../plate.tsx'
import { useShownImage } from '../files/use-shown-image.ts'

/** Status, dates and submitter of an article. */
export function ArticleFacts({ article }: { article: Article }) {
  const { category, volume, issue, pageNum, createdAt, updatedAt, publishedAt, doi, author } = article
  return (
    <aside className="review-facts" aria-label="Article facts">
      <Plate article={article} imageUrl={useShownImage(article)} place="details" />
      <Facts
        rows={[
          ['Category', category.name],
          ['Volume', volume?.title ?? 'None yet'],
          ['Issue', issue && printedPages(issue)],
          ['Pages', pageNum ? printedPages(pageNum) : 'None yet'],
          ['Submitted', longDate(createdAt)],
          ['Last changed', longDate(updatedAt)],
          ['Published', longDate(publishedAt)],
          ['DOI', doi && <DoiLink doi={doi} />],
        ]}
      />
      <h4>Submitted by</h4>
      <Facts
        rows={[
          ['Name', author.fullName],
          ['Email', author.email && <a href={`mailto:${author.email}`}>{author.email}</a>],
          ['Username', author.username],
          ['Location', author.location],
          ['ORCID iD', author.orc_id && <a href={orcidUrl(author.orc_id)}>{author.orc_id}</a>],
          ['Last sign-in', longDate(author.lastLogin)],
        ]}
      />
      {author.username === undefined && <p className="muted small">Imported; no linked account.</p>}
    </aside>
  )
}
