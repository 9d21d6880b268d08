import type { Suggestion, SuggestionForm } from '../../../contract/api/submission.ts'
import { identityOf, namesIn, type Candidate } from '../../../contract/rules/peer-review/conflicts.ts'
import { namesInstitution } from '../../../contract/rules/people/affiliations.ts'
import { orcidIn } from '../../../contract/rules/people/identifiers.ts'
import type { Contributor } from '../../../contract/rules/people/people.ts'
import type { SuggestionSource } from '../../../contract/rules/peer-review/reviewer-suggestions.ts'
import { likenessOf } from '../../../contract/rules/people/same-person.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { SuggestionRow } from '../../../platform/database/reviewer-tables.ts'
import { newId } from '../../../platform/ids.ts'

/** Stores whom someone suggests and opposes. Addresses are in lower case. */
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
export async function loadSuggestions(db: Db, articleIds: readonly string[]): Promise<LinkedSuggestion[]> {
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

const NAMED = new WeakMap<LinkedSuggestion, Candidate>()

/** Whom a suggestion names: made once, because it is compared with hundreds. */
function namedBy(suggestion: LinkedSuggestion): Candidate {
  const known = NAMED.get(suggestion)
  if (known) return known
  const { email, fullName, affiliation, reason } = suggestion
  const orcid = orcidIn(`${fullName} ${affiliation} ${reason}`) ?? null
  const made = { fullName, emails: email === null ? [] : [email], orcid, affiliation }
  NAMED.set(suggestion, made)
  return made
}

/**
 * True if a suggestion is about this person: by the mailbox, an ORCID iD that its authors have written, or the name in
 * any order. Whom authors oppose is also found by initials, and as a member of an institution that is all they name: to
 * look once more costs little.
 */
export function isAbout(suggestion: LinkedSuggestion, person: Candidate): boolean {
  const { kind, email, fullName } = suggestion
  const alike = likenessOf(identityOf(namedBy(suggestion)), identityOf(person))
  if (alike && (alike.likeness !== 'hint' || kind === 'oppose')) return true
  if (kind !== 'oppose' || email !== null || !namesInstitution(fullName)) return false
  return (identityOf(person).institutions ?? []).some(namesIn(fullName))
}
