import { joinNames } from '../../../../contract/rules/people/author-names.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import type { RemovedArticle as Removed } from '../../../../contract/api/errors.ts'
import { Facts } from '../../../ui/facts.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { TitleText } from '../../../ui/title-text.tsx'
import { Link } from '../../../ui/link.tsx'

/** The tombstone page of an article that was published and has been deleted. */
export function RemovedArticle({
  article: { title, authors, doi, publishedAt, deletedAt, reason },
}: {
  article: Removed
}) {
  return (
    <div className="wrap section removed">
      <PageHead title={`Article removed: ${plainTitle(title)}`} noindex />
      <h1>This article has been removed</h1>
      <p className="what">
        <TitleText title={title} />
      </p>
      {authors.length > 0 && <p className="authors">{joinNames(authors)}</p>}
      <Facts
        rows={[
          ['Published', longDate(publishedAt)],
          ['Removed', longDate(deletedAt)],
          ['Reason', reason ?? 'The editors gave no reason.'],
          ['DOI', doi && <a href={`https://doi.org/${doi}`}>https://doi.org/{doi}</a>],
        ]}
      />
      <p className="go">
        <Link className="btn solid" to={paths.articles}>
          Current Articles
        </Link>
      </p>
    </div>
  )
}
