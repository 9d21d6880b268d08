import { longDate } from '../../../contract/domain/dates.ts'
import type { Finding } from '../../../contract/domain/conflicts.ts'
import { NEVER_AGAIN } from '../../../contract/api/reviewers.ts'
import { reviewerState } from '../../../contract/domain/reviewer-state.ts'
import type { Db } from '../../database/connect.ts'
import { neverToBeAsked, type AddressHashes } from '../../reviewers/address-hashes.ts'
import { findConflicts } from '../../reviewers/find-conflicts.ts'
import { today } from '../../reviewers/queries.ts'
import { isAbout, type LinkedSuggestion } from '../../reviewers/suggestions.ts'
import { caseEditors, editsCase, type CaseEditor } from './case-editors.ts'
import type { Person } from './people.ts'

/** What speaks against inviting somebody. */
export interface Cautions {
  findings: Finding[]
  warnings: string[]
  needsReason: boolean
  whyNot: string | null
}

/** What is known of somebody before it is put into words. */
export interface Known {
  findings: Finding[]
  awayUntil: string | null
  doNotAskAt: string | null
  /** The authors' reason for not inviting them; null if they do not oppose them. */
  opposed: string | null
  isEditor: boolean
  isNever: boolean
}

/** The one rule of what an editor is warned of, and of what is refused: for the list, while typing and when inviting. */
export function cautionsOf({ findings, awayUntil, doNotAskAt, opposed, isEditor, isNever }: Known): Cautions {
  const state = reviewerState({ awayUntil, doNotAskAt }, today())
  const author = findings.find(({ weight }) => weight === 'impossible')
  return {
    findings,
    warnings: [
      ...findings.filter(({ weight }) => weight === 'conflict').map(({ sentence }) => sentence),
      ...(state === 'away' ? [`Away until ${longDate(awayUntil)}`] : []),
      ...(opposed === null ? [] : [`The authors ask you not to invite them${opposed && `: “${opposed}”`}`]),
    ],
    needsReason: opposed !== null,
    whyNot: author
      ? `${author.sentence}. Authors cannot review their own manuscript.`
      : isEditor
        ? 'Edits this manuscript, or has done so.'
        : isNever
          ? NEVER_AGAIN
          : state === 'never-ask'
            ? 'Has asked never to be invited again.'
            : null,
  }
}

/** What speaks against inviting each of these people, in their order: eleven queries, however many they are. */
export async function cautionsAbout(
  db: Db,
  articleId: string,
  people: readonly Omit<Person, 'email' | 'suggestion'>[],
  {
    suggestions,
    hashes,
    callerId,
  }: { suggestions: readonly LinkedSuggestion[]; hashes: AddressHashes; callerId: string },
): Promise<Cautions[]> {
  const findings = await findConflicts(db, articleId, people)
  const editors: CaseEditor[] = await caseEditors(db, articleId, callerId)
  const never = await neverToBeAsked(
    db,
    hashes,
    people.flatMap(({ emails }) => emails),
  )
  const opposed = suggestions.filter(({ kind }) => kind === 'oppose')
  return people.map((person, index) =>
    cautionsOf({
      ...person,
      findings: findings[index]!,
      opposed: opposed.find((one) => isAbout(one, person))?.reason ?? null,
      isEditor: editsCase(person, editors),
      isNever: person.emails.some((email) => never.has(email)),
    }),
  )
}
