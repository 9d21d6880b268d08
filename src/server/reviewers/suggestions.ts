import type { Suggestion, SuggestionForm } from '../../contract/api/reviewer-suggestions.ts'
import { comparable } from '../../contract/domain/comparable.ts'
import type { Contributor } from '../../contract/domain/people.ts'
import type { SuggestionSource } from '../../contract/domain/reviewer-suggestions.ts'
import type { Db, Tx } from '../database/connect.ts'
import type { SuggestionRow } from '../database/reviewer-tables.ts'
import { newId } from '../ids.ts'

/** Stores whom somebody suggests and opposes. Addresses are in lower case. */
export async function writeSuggestions(
  tx: Tx,
  {
    articleId,
    source,
    assignmentId = null,
    at,
  }: { articleId: string; source: SuggestionSource; assignmentId?: string | null; at: string },
  suggestions: readonly SuggestionForm[],
): Promise<void> {
  if (!suggestions.length) return
  const rows = suggestions.map(({ fullName, email, affiliation, kind, reason }, position): SuggestionRow => ({
    ...{ id: newId(), article_id: articleId, position, full_name: fullName, email, affiliation, kind, source, reason },
    ...{ assignment_id: assignmentId, created_at: at, used_at: null },
  }))
  await tx.insertInto('reviewer_suggestions').values(rows).execute()
}

/** With the people whom authors have named with the role Reviewer: an older way of suggesting them. */
export function allSuggestions(
  suggestions: readonly SuggestionForm[],
  contributors: readonly Contributor[],
): SuggestionForm[] {
  const named = new Set(suggestions.map(({ email }) => email))
  const byRole = contributors
    .filter(({ role, email }) => role === 'Reviewer' && !named.has(email.toLowerCase()))
    .map(({ fullName, email, affiliation }): SuggestionForm => ({
      ...{ kind: 'suggest', fullName, email: email.toLowerCase(), affiliation, reason: '' },
    }))
  return [...suggestions, ...byRole]
}

export interface LinkedSuggestion extends Suggestion {
  id: string
  articleId: string
  source: SuggestionSource
}

/** What was suggested for articles, in order. Erased people are left out. */
export async function suggestionsOf(db: Db, articleIds: readonly string[]): Promise<LinkedSuggestion[]> {
  const rows = await db
    .selectFrom('reviewer_suggestions')
    .select(['id', 'article_id', 'full_name', 'email', 'affiliation', 'kind', 'source', 'reason'])
    .where('article_id', 'in', articleIds)
    .where('full_name', '<>', '')
    .orderBy('article_id')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ article_id, full_name, ...row }) => ({ ...row, articleId: article_id, fullName: full_name }))
}

/** True if a suggestion is about this person: by the address, or by the name alone. */
export const isAbout = (
  { email, fullName }: Pick<LinkedSuggestion, 'email' | 'fullName'>,
  person: { fullName: string; emails: readonly string[] },
): boolean => (email !== null && person.emails.includes(email)) || comparable(fullName) === comparable(person.fullName)
