import type { ManuscriptAuthor } from '../../../contract/rules/peer-review/conflicts.ts'
import type { Contributor } from '../../../contract/rules/people/people.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'
import { answersOf, openProposal } from '../authorship/confirmations.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'

export interface Manuscript {
  id: string
  title: string
  keywords: string
  categoryId: string
  /** Its authors, and the account that has submitted it. */
  authors: ManuscriptAuthor[]
}

/** A manuscript with the people whom a reviewer must be independent of: two queries. */
export async function readManuscript(db: Db, id: string): Promise<Manuscript> {
  const article = await db
    .selectFrom('articles')
    .leftJoin('users', 'users.id', 'articles.submitter_id')
    .select(['articles.id', 'title', 'keywords', 'category_id', 'submitter_id', 'full_name', 'email', 'orcid'])
    .where('articles.id', '=', id)
    .executeTakeFirst()
  if (!article) throw notFound('Post')
  const listed = await loadAuthors(db, [id])
  const proposal = await openProposal(db, id)
  const asked = proposal ? ((await answersOf(db, id, proposal.id))?.answers ?? []) : []
  // Those who may become authors with a revision are authors as well.
  const proposed = asked.map(({ person }) => person)
  const isListed = ({ email, fullName }: Contributor) =>
    listed.some((one) => one.email.toLowerCase() === email.toLowerCase() && one.fullName === fullName)
  const authors = [...listed, ...proposed.filter((one) => !isListed(one))].map((author): ManuscriptAuthor => ({
    fullName: author.fullName,
    email: author.email,
    orcid: author.orcidId,
    affiliations: author.affiliations,
  }))
  const { full_name, email, orcid, submitter_id } = article
  // Mostly an author too: then the account is the author's.
  const own = authors.find((author) => email !== null && author.email.toLowerCase() === email.toLowerCase())
  if (own) own.userId = submitter_id
  else if (full_name !== null && email !== null) {
    authors.push({ fullName: full_name, email, orcid, affiliations: [], userId: submitter_id, isSubmitter: true })
  }
  return { id, title: article.title, keywords: article.keywords, categoryId: article.category_id, authors }
}
