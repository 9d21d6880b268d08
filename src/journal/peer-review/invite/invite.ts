import type { Invitee } from '../../../contract/api/invitations.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { isLive, type ReviewerSource, type AssignmentState } from '../../../contract/rules/peer-review/stages.ts'
import type { Caller } from '../../../platform/call.ts'
import { inviteReviewers, type Invited } from '../cases/invite.ts'
import { loadCase, type LoadedAssignment, type LoadedCase } from '../cases/load-cases.ts'
import { lockCaseForEditor } from '../cases/relation.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { DomainError, invalid, refuse } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import type { AddressHashes } from '../reviewers/address-hashes.ts'
import { because, identityOf } from '../../../contract/rules/peer-review/conflicts.ts'
import { likenessOf } from '../../../contract/rules/people/same-person.ts'
import { addAddress, createReviewer } from '../reviewers/commands.ts'
import { isAbout, type LinkedSuggestion } from '../reviewers/suggestions.ts'
import { cautionsAbout, type Cautions, mixedWith } from './cautions.ts'
import { saveConflicts } from '../case/conflicts.ts'
import { readPeople, type Person } from './people.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { answersIn, refusalByAuthors } from '../../../contract/rules/peer-review/authorship.ts'
import { moveCase } from '../../../contract/rules/peer-review/case-moves.ts'
import type { RoundRow } from '../../../platform/database/review-tables.ts'

export interface Invitation {
  id: string
  invite: readonly Invitee[]
  standby: readonly Invitee[]
  replyDays: number
  reportDays: number
  message: string | null
}

interface Outcome {
  message: string
  invited: number
  standby: number
}

/**
 * Invites reviewers and keeps others on standby. All are checked before anything is written. An invitation that has
 * been sent already, such as by a double click, is answered like the first time.
 */
export async function invite(tx: Tx, caller: Caller, hashes: AddressHashes, invitation: Invitation): Promise<Outcome> {
  const { id } = invitation
  const locked = await lockCaseForEditor(tx, caller, id)
  const loaded = (await loadCase(tx, id))!
  requireInvitable(loaded)
  const invitees = [...invitation.invite, ...invitation.standby]
  const count = invitation.invite.length
  const path = (index: number) => (index < count ? `invite.${index}` : `standby.${index - count}`)
  const { people, suggestions } = await readPeople(tx, id, { named: invitees, callerId: caller.userId }, path)
  const rounds = toRounds(loaded)
  refuseTwice(people, path)
  if (isSentAlready(people, count, rounds)) return outcome(count, people.length - count)

  const isSample = loaded.theCase.is_sample === 1
  const cautions = await cautionsAbout(tx, id, people, {
    ...{ suggestions, hashes, callerId: caller.userId },
    isSample,
  })
  for (const [index, person] of people.entries()) {
    // A new address of someone who is known is among none of theirs.
    const mixed = mixedWith(isSample, [person.email])
    if (mixed !== null) throw invalid(path(index), `${person.fullName} cannot be invited. ${mixed}`)
    refusePart(person, rounds)
    refuseUnlessSeen(person, invitees[index]!, cautions[index]!, path(index))
  }

  const invited: Invited[] = []
  for (const [index, person] of people.entries()) {
    const reviewerId = person.reviewerId ?? (await create(tx, caller, hashes, { id, isSample }, person))
    if (!person.emails.includes(person.email)) {
      // A reviewer of this journal under an address that is new: their record and their label stay.
      await addAddress(tx, { vouchedBy: caller.userId, actorId: caller.userId, hashes }, reviewerId, person.email)
    }
    await saveConflicts(tx, caller, id, { reviewerId, ...cautions[index]!, waive: invitees[index]!.waive })
    invited.push({ reviewerId, email: person.email, source: sourceOf(person, reviewerId, suggestions, rounds) })
  }
  await markUsed(
    tx,
    suggestions.filter((one) => one.kind === 'suggest' && people.some((person) => isNamedBy(one, person))),
  )
  const { replyDays, reportDays, message } = invitation
  await inviteReviewers(tx, caller, locked, {
    ...{ replyDays, reportDays, message },
    invite: invited.slice(0, count),
    standby: invited.slice(count),
  })
  return outcome(count, people.length - count)
}

const outcome = (invited: number, standby: number): Outcome => ({
  message: `${counted(invited, 'reviewer')} invited${standby ? `, ${standby} on standby` : ''}`,
  invited,
  standby,
})

/**
 * The same person under two addresses or from two lists. Who may be the same is invited after the other: then there is
 * someone to be compared with, and a reason to be given.
 */
function refuseTwice(people: readonly Person[], path: (index: number) => string): void {
  for (const [index, person] of people.entries()) {
    for (const other of people.slice(0, index)) {
      const isOne = person.reviewerId !== null && person.reviewerId === other.reviewerId
      const alike = isOne ? null : likenessOf(identityOf(person), identityOf(other))
      if (isOne || alike?.likeness === 'same') throw invalid(path(index), `${person.fullName} is chosen twice`)
      if (alike?.likeness !== 'likely') continue
      const message = `${person.fullName} may be ${other.fullName}, who is chosen too: ${because(alike)}. If they are two people, please invite one after the other.`
      throw invalid(path(index), message)
    }
  }
}

/** True if everybody who should be invited is, and everybody else is on standby or has been invited from there. */
const isSentAlready = (people: readonly Person[], count: number, { current }: Rounds): boolean =>
  people.every(({ reviewerId, email }, index) => {
    const part = reviewerId === null ? undefined : partOf(current, reviewerId)
    return (
      part !== undefined && isLive(part.state) && part.email === email && (index >= count || part.state !== 'standby')
    )
  })

function refusePart({ reviewerId, fullName }: Person, { current }: Rounds): void {
  const part = reviewerId === null ? undefined : partOf(current, reviewerId)
  if (!part || !isLive(part.state)) return
  throw new DomainError('conflict', `${fullName} already takes part in this round: ${partInWords(part)}.`)
}

/** Nobody is invited against a rule, nor against a warning that the editor has not seen. */
function refuseUnlessSeen({ fullName }: Person, { despite, waive }: Invitee, cautions: Cautions, path: string): void {
  const { whyNot, needsReason, isOpposed, warnings } = cautions
  if (whyNot !== null) throw invalid(path, `${fullName} cannot be invited. ${whyNot}`)
  if (warnings.length && !despite) {
    const message = `Please look at ${fullName} again: ${warnings.join('; ')}.`
    throw new DomainError('conflict', message, { errors: { [path]: message } })
  }
  if (needsReason && waive === null) {
    const message = isOpposed
      ? `The authors ask you not to invite ${fullName}: please give your reason`
      : `Please give your reason for inviting ${fullName} anyway`
    throw invalid(`${path}.waive`, message)
  }
}

/** The person has become a reviewer since this call looked: tried again, it finds them. */
class AddedMeanwhile extends Error {}

const TRIES = 3

/** Runs an invitation again if someone else has just added one of its people. */
export async function tryAgainIfAdded<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AddedMeanwhile)) throw error
      if (attempt === TRIES) throw error.cause
    }
  }
}

/** An author's suggestion is not vouched for: the editor has not entered the address. */
async function create(
  tx: Tx,
  { userId }: Caller,
  hashes: AddressHashes,
  { id: createdFor, isSample }: { id: string; isSample: boolean },
  { fullName, affiliation, orcid, email, suggestion }: Person,
): Promise<string> {
  try {
    return await createReviewer(
      tx,
      { vouchedBy: suggestion ? null : userId, actorId: userId, hashes },
      { fullName, affiliation, orcid, expertise: '', emails: [email], createdFor, isSample },
    )
  } catch (error) {
    if (error instanceof DomainError && error.errors?.emails) throw new AddedMeanwhile('', { cause: error })
    throw error
  }
}

const isNamedBy = (one: LinkedSuggestion, person: Person): boolean =>
  one.id === person.suggestion?.id || isAbout(one, person)

/**
 * How someone came to be chosen. Whom the authors suggest, now or in an earlier round, stays their suggestion however
 * an editor names them, because one report has to be independent of it.
 */
function sourceOf(
  person: Person,
  reviewerId: string,
  suggestions: readonly LinkedSuggestion[],
  { earlier, current }: Rounds,
): ReviewerSource {
  const sources = suggestions
    .filter((one) => one.kind === 'suggest' && isNamedBy(one, person))
    .map(({ source }) => source)
  const before = [...earlier, ...current].filter(({ reviewer_id }) => reviewer_id === reviewerId)
  if (sources.includes('author') || before.some(({ source }) => source === 'author')) return 'author'
  if (earlier.some(({ reviewer_id }) => reviewer_id === reviewerId)) return 'earlier'
  return sources.includes('reviewer') ? 'reviewer' : 'editor'
}

async function markUsed(tx: Tx, suggestions: readonly LinkedSuggestion[]): Promise<void> {
  if (!suggestions.length) return
  await tx
    .updateTable('reviewer_suggestions')
    .set({ used_at: now() })
    .where(
      'id',
      'in',
      suggestions.map(({ id }) => id),
    )
    .where('used_at', 'is', null)
    .execute()
}

/** Throws why nobody can be invited now: the stage, or authors who have not confirmed their list. */
export function requireInvitable({ facts }: Pick<LoadedCase, 'facts'>): void {
  const next = facts.stage === 'reviewing' ? null : moveCase(facts.stage, 'review', 'editor')
  if (next && 'kind' in next) refuse(next)
  refuse(refusalByAuthors('invite', answersIn(facts)))
}

interface Rounds {
  open: RoundRow | undefined
  /** The number of the round to which people are invited. */
  number: number
  /** The assignments of that round. */
  current: LoadedAssignment[]
  /** Those of earlier rounds, the newest round first. */
  earlier: LoadedAssignment[]
  /** Those who have reported in the last round that is closed: they are asked first. */
  reporters: string[]
}

/** The rounds of a case as an invitation needs them. */
export function toRounds({ rounds, assignments: all }: LoadedCase): Rounds {
  const open = rounds.find(({ closed_at }) => closed_at === null)
  const numberOf = new Map(rounds.map(({ id, number }) => [id, number]))
  const current = all.filter(({ round_id }) => round_id === open?.id)
  const earlier = all
    .filter(({ round_id }) => round_id !== open?.id)
    .sort((one, other) => numberOf.get(other.round_id)! - numberOf.get(one.round_id)!)
  const last = rounds.findLast(({ closed_at }) => closed_at !== null)
  const reporters = earlier
    .filter(({ round_id, state }) => round_id === last?.id && state === 'submitted')
    .map(({ reviewer_id }) => reviewer_id)
  return { open, number: open?.number ?? rounds.length + 1, current, earlier, reporters }
}

/** A reviewer's part in the round, if they take part; the last one, if they did. */
export const partOf = (
  current: readonly LoadedAssignment[],
  reviewerId: string | null,
): LoadedAssignment | undefined => {
  const own = current.filter(({ reviewer_id }) => reviewer_id === reviewerId)
  return own.find(({ state }) => isLive(state)) ?? own.at(-1)
}

const WORDS: Record<AssignmentState, (row: LoadedAssignment) => string> = {
  standby: () => 'On standby',
  invited: ({ invited_at }) => `Invited on ${longDate(invited_at)}, no answer yet`,
  agreed: ({ due_on }) => `Has agreed, report due ${longDate(due_on)}`,
  submitted: () => 'Has sent a report',
  declined: ({ replied_at }) => `Declined on ${longDate(replied_at)}`,
  lapsed: ({ invited_at }) => `Invited on ${longDate(invited_at)}, did not answer`,
  cancelled: () => 'Was no longer needed',
}

/** An assignment as an editor reads it. */
export const partInWords = (row: LoadedAssignment): string => WORDS[row.state](row)
