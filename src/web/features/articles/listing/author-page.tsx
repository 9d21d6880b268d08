import { journal } from '../../../../contract/journal.ts'
import type { Author } from '../../../../contract/api/related.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { orcidUrl } from '../../../../contract/rules/people/identifiers.ts'
import type { Paged } from '../../../../contract/rules/site/page-numbers.ts'
import { pageHref, paths } from '../../../../contract/rules/site/paths.ts'
import { OrcidMark } from '../../../site/orcid-mark.tsx'
import { Link } from '../../../ui/link.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { FollowBox } from '../following/follow-form.tsx'
import type { CardData } from './card-data.ts'
import { PagedCards } from './paged-cards.tsx'

/** Someone who has published in the journal, with what is printed on their articles, and the articles. */
export function AuthorPage({ author, articles }: { author: Author; articles: Paged<CardData> }) {
  const { id, fullName, otherNames, orcidId, orcidAuthenticated, affiliations } = author
  const path = paths.author(id)
  const { page, totalItems } = articles.meta
  return (
    <div className="wrap">
      {/* Without an iD nobody can say that these are all of their articles. */}
      <PageHead
        title={page > 1 ? `${fullName}, page ${page}` : fullName}
        description={`Articles by ${fullName} in the ${journal().name}.`}
        path={pageHref(path, page)}
        noindex={orcidId === null}
      />
      <header className="head wrapping author-head">
        <div>
          <h1>{fullName}</h1>
          {orcidId && (
            <p>
              <OrcidMark orcid={orcidId} authenticated={orcidAuthenticated} />{' '}
              <a href={orcidUrl(orcidId)}>{orcidUrl(orcidId)}</a>
              {!orcidAuthenticated && ' (not verified with ORCID)'}
            </p>
          )}
          {otherNames.length > 0 && <p>Also published as {otherNames.join('; ')}</p>}
          {affiliations.length > 0 && (
            <ul className="affil small muted" role="list" aria-label="Affiliations">
              {affiliations.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
          <p role="status">{counted(totalItems, 'article')} in this journal</p>
        </div>
      </header>
      <PagedCards articles={articles} path={path} label={`Pages of articles by ${fullName}`} />
      <WhoElse author={author} />
      <FollowBox about={{ scope: 'author', id }} title="New articles of this author by email" />
    </div>
  )
}

/** What is not known about the person, and where to look further. */
function WhoElse({ author: { fullName, orcidId, sameName } }: { author: Author }) {
  const canSearch = !fullName.includes(',')
  return (
    <div className="further">
      <p>
        {orcidId
          ? 'All articles here under this ORCID iD.'
          : 'No ORCID iD is recorded, so only articles with the same name and email address are listed.'}
        {sameName > 0 &&
          ` ${counted(sameName, 'other article')} ${sameName === 1 ? 'has' : 'have'} an author with this name, possibly a different person.`}
      </p>
      <p className="go">
        {sameName > 0 && canSearch && (
          <Link to={`${paths.search}?${new URLSearchParams({ author: fullName })}`} rel="nofollow">
            All articles by authors named {fullName}
          </Link>
        )}
        <a href={paths.atomFeed}>Feed of new articles</a>
      </p>
    </div>
  )
}
