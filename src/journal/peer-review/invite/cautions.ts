import { longDate } from '../../../contract/rules/text/dates.ts'
import { needsReason, type Finding } from '../../../contract/rules/peer-review/conflicts.ts'
import { INVENTED_ONLY, isInventedAddress, NOT_INVENTED } from '../../../contract/rules/site/samples.ts'
import { NEVER_AGAIN } from '../../../contract/api/reviewers.ts'
import { reviewerState } from '../../../contract/rules/peer-review/reviewer-state.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { neverToBeAsked, type AddressHashes } from '../reviewers/address-hashes.ts'
import { findConflicts } from '../reviewers/find-conflicts.ts'
import { today } from '../reviewers/queries.ts'
import { isAbout, type LinkedSuggestion } from '../reviewers/suggestions.ts'
import { amongCasePeople, readCasePeople, type AmongCasePeople } from './on-the-case.ts'
import type { Person } from './people.ts'

/** What speaks against inviting someone. */
export interface Cautions {
  findings: Finding[]
  warnings: string[]
  needsReason: boolean
  /** True if the authors ask not to invite them. */
  isOpposed: boolean
  whyNot: string | null
}

/** What is known of someone before it is put into words. */
export interface Known {
  findings: Finding[]
  awayUntil: string | null
  doNotAskAt: string | null
  /** The authors' reason for not inviting them; null if they do not oppose them. */
  opposed: string | null
  /** What follows from who else has a part in the case. */
  among: AmongCasePeople
  isNever: boolean
  /** Why samples and real manuscripts do not mix; null if they do not. */
  mixed: string | null
}

/** The one rule of what an editor is warned of, and of what is refused: for the list, while typing and when inviting. */
export function cautionsOf({ awayUntil, doNotAskAt, opposed, among, isNever, mixed, ...known }: Known): Cautions {
  // Two people of one name who take part are one sentence.
  const findings = [
    ...new Map([...among.findings, ...known.findings].map((finding) => [finding.sentence, finding])).values(),
  ]
  const state = reviewerState({ awayUntil, doNotAskAt }, today())
  const author = findings.find(({ weight }) => weight === 'impossible')
  return {
    findings,
    warnings: [
      ...findings.filter(({ weight }) => weight === 'conflict').map(({ sentence }) => sentence),
      ...(state === 'away' ? [`Away until ${longDate(awayUntil)}`] : []),
      ...(opposed === null ? [] : [`The authors ask you not to invite them${opposed && `: “${opposed}”`}`]),
    ],
    needsReason: opposed !== null || findings.some(needsReason),
    isOpposed: opposed !== null,
    whyNot: author
      ? `${author.sentence}. Authors cannot review their own manuscript.`
      : (among.whyNot ??
        mixed ??
        (isNever ? NEVER_AGAIN : state === 'never-ask' ? 'Has asked never to be invited again.' : null)),
  }
}

/** Samples are reviewed by invented people, and nothing else is: nobody real is ever asked for a sample. */
export const mixedWith = (isSample: boolean, emails: readonly string[]): string | null =>
  emails.every((email) => isInventedAddress(email) === isSample) ? null : isSample ? INVENTED_ONLY : NOT_INVENTED

/** What speaks against inviting each of these people, in their order: sixteen queries, however many they are. */
export async function cautionsAbout(
  db: Db,
  articleId: string,
  people: readonly (Omit<Person, 'email' | 'suggestion'> & { coReviewerId?: string })[],
  {
    suggestions,
    hashes,
    callerId,
    isSample,
  }: {
    suggestions: readonly LinkedSuggestion[]
    hashes: AddressHashes
    callerId: string
    /** Whether the manuscript is one; without it, it does not matter. */
    isSample?: boolean
  },
): Promise<Cautions[]> {
  const findings = await findConflicts(db, articleId, people)
  const casePeople = await readCasePeople(db, articleId, callerId)
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
      among: amongCasePeople(person, casePeople),
      isNever: person.emails.some((email) => never.has(email)),
      mixed: isSample === undefined ? null : mixedWith(isSample, person.emails),
    }),
  )
}
