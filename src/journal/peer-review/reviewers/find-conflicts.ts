import {
  conflictsWithAuthors,
  editorialFinding,
  jointArticles,
  type Candidate,
  type Finding,
} from '../../../contract/rules/peer-review/conflicts.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { readEditorialTeam } from './editorial-team.ts'
import { jointArticlesOf, rorsOf } from './joint-articles.ts'
import { readManuscript, type Manuscript } from './manuscript.ts'

/**
 * What speaks against inviting each of these people to review an article, in their order: eight queries, however
 * many people there are.
 */
export const findConflicts = async (db: Db, articleId: string, people: readonly Candidate[]): Promise<Finding[][]> =>
  conflictsFor(db, await readManuscript(db, articleId), people)

/** The same for a manuscript that has been read. */
export async function conflictsFor(db: Db, manuscript: Manuscript, people: readonly Candidate[]): Promise<Finding[][]> {
  const together = jointArticles(await jointArticlesOf(db, manuscript))
  const rors = await rorsOf(db, people)
  const team = await readEditorialTeam(db)
  return people.map((person) => {
    const withAuthors = conflictsWithAuthors({ ...person, rors: rors(person) }, manuscript.authors)
    if (withAuthors.some(({ weight }) => weight === 'impossible')) return withAuthors
    const editorial = editorialFinding(person, team)
    return [...withAuthors, ...together(person), ...(editorial ? [editorial] : [])]
  })
}
