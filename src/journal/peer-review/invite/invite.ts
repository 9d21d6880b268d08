import type { Invitee } from '../../../contract/api/invitations.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { isLive, type ReviewerSource } from '../../../contract/rules/peer-review/stages.ts'
import type { Caller } from '../../../platform/call.ts'
import { inviteReviewers, type Invited } from '../cases/invite.ts'
import { loadCase } from '../cases/load-cases.ts'
import { lockCaseForEditor } from '../cases/relation.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import type { AddressHashes } from '../reviewers/address-hashes.ts'
import { because, identityOf } from '../../../contract/rules/peer-review/conflicts.ts'
import { likenessOf } from '../../../contract/rules/people/same-person.ts'
import { addAddress, createReviewer } from '../reviewers/commands.ts'
import { isAbout, type LinkedSuggestion } from '../reviewers/suggestions.ts'
import { cautionsAbout, type Cautions } from './cautions.ts'
import { keepConflicts } from './conflicts.ts'
import { readPeople, type Person } from './people.ts'
import { partInWords, partOf, requireInvitable, toRounds, type Rounds } from './round.ts'

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
  requireInvitable(locked.theCase.stage)
  const invitees = [...invitation.invite, ...invitation.standby]
  const count = invitation.invite.length
  const path = (index: number) => (index < count ? `invite.${index}` : `standby.${index - count}`)
  const { people, suggestions } = await readPeople(tx, id, { named: invitees, callerId: caller.userId }, path)
  const rounds = toRounds((await loadCase(tx, id))!)
  refuseTwice(people, path)
  if (isSentAlready(people, count, rounds)) return outcome(count, people.length - count)

  const cautions = await cautionsAbout(tx, id, people, { suggestions, hashes, callerId: caller.userId })
  for (const [index, person] of people.entries()) {
    refusePart(person, rounds)
    refuseUnlessSeen(person, invitees[index]!, cautions[index]!, path(index))
  }

  const invited: Invited[] = []
  for (const [index, person] of people.entries()) {
    const reviewerId = person.reviewerId ?? (await create(tx, caller, hashes, id, person))
    if (!person.emails.includes(person.email)) {
      // A reviewer of this journal under an address that is new: their record and their label stay.
      await addAddress(tx, { vouchedBy: caller.userId, actorId: caller.userId, hashes }, reviewerId, person.email)
    }
    await keepConflicts(tx, caller, id, { reviewerId, ...cautions[index]!, waive: invitees[index]!.waive })
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
 * somebody to be compared with, and a reason to be given.
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
      : `Please give your reason for inviting ${fullName} nevertheless`
    throw invalid(`${path}.waive`, message)
  }
}

/** The person has become a reviewer since this call looked: tried again, it finds them. */
class AddedMeanwhile extends Error {}

const TRIES = 3

/** Runs an invitation again if somebody else has just added one of its people. */
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
  createdFor: string,
  { fullName, affiliation, orcid, email, suggestion }: Person,
): Promise<string> {
  try {
    return await createReviewer(
      tx,
      { vouchedBy: suggestion ? null : userId, actorId: userId, hashes },
      { fullName, affiliation, orcid, expertise: '', emails: [email], createdFor },
    )
  } catch (error) {
    if (error instanceof DomainError && error.errors?.emails) throw new AddedMeanwhile('', { cause: error })
    throw error
  }
}

const isNamedBy = (one: LinkedSuggestion, person: Person): boolean =>
  one.id === person.suggestion?.id || isAbout(one, person)

/**
 * How somebody came to be chosen. Whom the authors suggest, now or in an earlier round, stays their suggestion however
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
