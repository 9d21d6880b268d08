import { Fragment, type ReactNode } from 'react'
import { isPublic } from '../../../../contract/rules/articles/article-policy.ts'
import { numberedAffiliations } from '../../../../contract/rules/people/affiliations.ts'
import { authorKey } from '../../../../contract/rules/people/author-names.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { OrcidMark } from '../../../site/orcid-mark.tsx'
import { Link } from '../../../ui/link.tsx'
import { EmailAddress } from '../../../ui/web-address.tsx'
import type { ArticleData } from './article-data.ts'

/**
 * The authors in order, with iDs, numbered affiliations and the corresponding author's email address. Above a full
 * text the affiliations are folded.
 */
export function ArticleAuthors({ article, folded = false }: { article: ArticleData; folded?: boolean }) {
  const { contributors, author } = article
  if (!contributors.length) return <p className="authors">{author.fullName}</p>
  const { affiliations, numbers } = numberedAffiliations(contributors.map(({ contributor }) => contributor))
  const corresponding = contributors.filter(({ role }) => role === 'Corresponding Author')
  return (
    <>
      <p className="authors">
        {contributors.map(
          ({ contributorId, contributor: { fullName, isGroup, orcidId, orcidAuthenticated } }, index) => (
            <Fragment key={contributorId}>
              {index > 0 && (index === contributors.length - 1 ? ' and ' : ', ')}
              <span className={isGroup ? 'author group' : 'author'}>
                <AuthorName {...{ contributorId, fullName, orcidId }} isLinked={isPublic(article)} />
                {orcidId && <OrcidMark orcid={orcidId} authenticated={orcidAuthenticated} />}
                {affiliations.length > 1 && <sup>{numbers[index]!.join(',')}</sup>}
              </span>
            </Fragment>
          ),
        )}
      </p>
      <Affiliations folded={folded && affiliations.length + corresponding.length > 0}>
        {affiliations.length > 0 && (
          <ol className="affil small muted" role="list">
            {affiliations.map(({ line, institution, ror }, index) => (
              <li key={line}>
                {affiliations.length > 1 && <sup>{index + 1}</sup>} {line}
                {ror && (
                  <a className="ror" href={ror}>
                    ROR<span className="sr"> record of {institution}</span>
                  </a>
                )}
              </li>
            ))}
          </ol>
        )}
        {corresponding.length > 0 && (
          <p className="affil small muted">
            Corresponding {corresponding.length === 1 ? 'Author' : 'Authors'}:{' '}
            {corresponding.map(({ contributorId, contributor: { fullName, email } }, index) => (
              <Fragment key={contributorId}>
                {index > 0 && '; '}
                {fullName}
                {email && (
                  <>
                    ,{' '}
                    <a href={`mailto:${email}`}>
                      <EmailAddress>{email}</EmailAddress>
                    </a>
                  </>
                )}
              </Fragment>
            ))}
          </p>
        )}
      </Affiliations>
    </>
  )
}

function Affiliations({ folded, children }: { folded: boolean; children: ReactNode }) {
  if (!folded) return children
  return (
    <details className="affs">
      <summary className="folds">Affiliations and contact</summary>
      {children}
    </details>
  )
}

/** An author's name: it leads to their page if the article is public, because others have none. */
function AuthorName({
  contributorId,
  fullName,
  orcidId,
  isLinked,
}: {
  contributorId: string
  fullName: string
  orcidId: string | null
  isLinked: boolean
}) {
  if (!isLinked) return fullName
  return (
    <Link className="author-name" to={paths.author(authorKey({ contributorId, orcidId }))}>
      {fullName}
    </Link>
  )
}
