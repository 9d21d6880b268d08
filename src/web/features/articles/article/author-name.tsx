import { authorKey } from '../../../../contract/rules/people/author-key.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { Link } from '../../../ui/link.tsx'

/** An author's name: it leads to their page if the article is public, because others have none. */
export function AuthorName({
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
