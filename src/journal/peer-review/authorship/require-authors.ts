import {
  type AnswersToList,
  type AuthorshipStep,
  refusalByAuthors,
} from '../../../contract/rules/peer-review/authorship.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { refuse } from '../../../platform/errors.ts'
import { answersOf, openProposal } from './confirmations.ts'

/** What the case of an article waits for from its authors; null if they were never asked. */
export async function answersToList(db: Db, articleId: string): Promise<AnswersToList | null> {
  const list = await answersOf(db, articleId)
  const isProposed = (await openProposal(db, articleId)) !== undefined
  if (!list && !isProposed) return null
  const answers = list ? [...list.answers, ...list.removed] : []
  return {
    ...{ isBinding: list?.isBinding ?? false, isProposed },
    answers: answers.map(({ person, state }) => ({ fullName: person.fullName, state })),
  }
}

/** Throws why a step has to wait for the authors; the article is locked. */
export async function requireAuthors(db: Db, articleId: string, step: AuthorshipStep): Promise<void> {
  refuse(refusalByAuthors(step, await answersToList(db, articleId)))
}
