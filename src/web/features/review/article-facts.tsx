import type { Article } from '../../../contract/articles.ts'
import { longDate } from '../../../contract/dates.ts'
import { orcidUrl } from '../../../contract/orcid.ts'
import { printedPages } from '../../../contract/page-range.ts'
import { Facts } from '../../ui/facts.tsx'
import { Plate } from '../../ui/plate.tsx'
import { PrivateImage } from '../../ui/private-image.tsx'

/** Where an article stands, its dates, and who sent it. */
export function ArticleFacts({ article }: { article: Article }) {
  const { id, category, volume, issue, pageNum, createdAt, updatedAt, publishedAt, doi, imageUrl, imageAlt, author } =
    article
  return (
    <aside className="review-facts" aria-label="Article facts">
      {imageUrl ? (
        <PrivateImage url={imageUrl} alt={imageAlt ?? ''} />
      ) : (
        <Plate seed={id} category={category.name} imageUrl={null} />
      )}
      <Facts
        rows={[
          ['Category', category.name],
          ['Volume', volume?.title ?? 'None yet'],
          ['Issue', issue && printedPages(issue)],
          ['Pages', pageNum ? printedPages(pageNum) : 'None yet'],
          ['Submitted', longDate(createdAt)],
          ['Last changed', longDate(updatedAt)],
          ['Published', longDate(publishedAt)],
          ['DOI', doi && <a href={`https://doi.org/${doi}`}>{doi}</a>],
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
      {author.username === undefined && <p className="muted small">Brought in, without an account of its own.</p>}
    </aside>
  )
}
