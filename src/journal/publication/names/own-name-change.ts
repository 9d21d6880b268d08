import type { OwnNameChange } from '../../../contract/api/requests.ts'
import { PDF_FATES } from '../../../contract/rules/articles/name-changes.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { findNameChange, nextOf, pdfsOf, placesOf, proposalOf } from './rows.ts'

/** What the person reads before agreeing; null where nothing is proposed, or all is done. */
export async function ownNameChange(db: Db, requestId: string): Promise<OwnNameChange | null> {
  const row = await findNameChange(db, requestId)
  const proposal = proposalOf(row)
  if (!row || !proposal) return null
  const articles = []
  const places = await placesOf(db, proposal)
  for (const { article } of places) {
    const fates = new Set((await pdfsOf(db, article)).map(({ fate }) => fate))
    const pdfs = PDF_FATES.filter((fate) => fates.has(fate))
    articles.push({ title: article.title, path: paths.article(article.id), pdfs })
  }
  return {
    ...{ state: row.state, newName: nextOf(proposal).fullName, words: proposal.words, articles },
    formerNames: [...new Set(places.map(({ person }) => person.full_name))],
  }
}
