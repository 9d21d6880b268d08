import type { NamedAuthor } from '../../../contract/rules/peer-review/author-link.ts'
import { NOT_NAMED, NOTHING_TO_CONFIRM } from '../../../contract/rules/peer-review/authorship.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { DomainError } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { saveHeads } from '../../../platform/search-engine/article-heads.ts'
import { isProven } from '../../accounts/users/orcid-connection.ts'
import { contributorIn, loadAuthors, updatePerson } from '../../publication/articles/contributor-rows.ts'
import { hasBeenPublic } from '../../publication/articles/transitions.ts'
import { lockCase } from '../cases/case-rows.ts'
import { noteRecusedEditors } from '../cases/recused-editors.ts'
import { noteRecusals } from '../recusal.ts'
import { answersOf } from './confirmations.ts'

export const NOT_PROVEN = 'ORCID has not confirmed that this iD is yours. Please connect it again.'
export const OF_ANOTHER = 'This ORCID iD stands beside another author of this manuscript. Please write to the editors.'
export const NOT_AFTER_NO =
  'You have told us that the list of authors is not right. Please change that answer before you connect ORCID.'

/** Puts an iD beside the name of an author who has come by link, if ORCID has just proven it to be theirs. */
export async function connectByLink(tx: Tx, author: NamedAuthor, orcid: string): Promise<void> {
  const { articleId, email } = author
  const { article, theCase } = await lockCase(tx, articleId)
  if (theCase.closed_at !== null || hasBeenPublic(article)) throw new DomainError('conflict', NOTHING_TO_CONFIRM)
  if (!(await isProven(tx, author, orcid))) throw new DomainError('forbidden', NOT_PROVEN)
  const answer = (await answersOf(tx, articleId))?.answers.find((one) => one.email === email)
  const authors = await loadAuthors(tx, [articleId])
  const own = answer && authors.find(({ id }) => id === answer.contributor_id)
  if (!own) throw new DomainError('not_found', NOT_NAMED)
  // What is printed beside a name is proven by those alone who do not deny that it is theirs.
  if (answer.state === 'declined') throw new DomainError('conflict', NOT_AFTER_NO)
  if (authors.some((one) => one !== own && one.orcidId === orcid)) throw new DomainError('conflict', OF_ANOTHER)
  // The owner of the former iD has known the manuscript.
  await noteRecusals(tx, { articleId })
  const at = now()
  await updatePerson(tx, own, { ...contributorIn(own), orcidId: orcid }, 'person')
  await tx.updateTable('contributors').set({ orcid_authenticated_at: at }).where('id', '=', own.id).execute()
  // A form that an editor has open does not bring the former iD back.
  await tx
    .updateTable('articles')
    .set({ updated_at: at, version: article.version + 1 })
    .where('id', '=', articleId)
    .execute()
  await noteRecusedEditors(tx, articleId)
  await saveHeads(tx, [articleId])
  await writeAuditEntry(tx, null, 'article.connect-orcid', articleId, { after: { contributorId: own.id } })
}
