import type { Refusal } from '../accounts/access.ts'
import { joinNames } from '../people/author-names.ts'
import { longDate } from '../text/dates.ts'
import type { AuthorStage } from './author-stage.ts'
import { dayOf, daysBetween } from './days.ts'

/** What the answer of someone who is named as an author can be; `waived`: an editor goes on without it. */
export const CONFIRMATION_STATES = ['asked', 'confirmed', 'declined', 'waived'] as const
export type ConfirmationState = (typeof CONFIRMATION_STATES)[number]

/** A list of authors that a submitter proposes with a revision. */
export const PROPOSAL_STATES = ['open', 'agreed', 'declined', 'withdrawn'] as const

/** What someone who is named as an author answers. */
export const AUTHOR_ANSWERS = ['confirmed', 'declined'] as const satisfies ConfirmationState[]
export type AuthorAnswer = (typeof AUTHOR_ANSWERS)[number]

/** `change`: the names, their order or the corresponding author; or the address to which the person was written. */
export type ConfirmationMove = AuthorAnswer | 'waive' | 'change'

/** The person can answer at any time, and change the answer; an editor does without one that never came. */
const MOVES: Record<ConfirmationState, Partial<Record<ConfirmationMove, ConfirmationState>>> = {
  asked: { confirmed: 'confirmed', declined: 'declined', waive: 'waived', change: 'asked' },
  confirmed: { confirmed: 'confirmed', declined: 'declined', change: 'asked' },
  declined: { confirmed: 'confirmed', declined: 'declined', change: 'asked' },
  waived: { confirmed: 'confirmed', declined: 'declined', change: 'asked' },
}

/** The state after a move; undefined if it cannot be made. */
export const moveConfirmation = (state: ConfirmationState, move: ConfirmationMove): ConfirmationState | undefined =>
  MOVES[state][move]

/** True if nobody is missing and nobody disagrees. */
export const isAgreed = (answers: readonly { readonly state: ConfirmationState }[]): boolean =>
  answers.every(({ state }) => state === 'confirmed' || state === 'waived')

/** What a case wants to do next, as far as it depends on the answers of its authors. */
export const AUTHORSHIP_STEPS = [
  'screen',
  'invite',
  'revise',
  'decide',
  'accept',
  'proof',
  'publish',
  'withdraw',
] as const
export type AuthorshipStep = (typeof AUTHORSHIP_STEPS)[number]

/** `unbound`: never asked, or asked before answers counted; nothing depends on them. */
export const LIST_STANDINGS = ['unbound', 'agreed', 'open', 'declined'] as const
export type ListStanding = (typeof LIST_STANDINGS)[number]

interface Answered {
  readonly fullName: string
  readonly state: ConfirmationState
}

/** The answers that a case depends on; null if its authors were never asked. */
export interface AnswersToList {
  readonly isBinding: boolean
  readonly answers: readonly Answered[]
  /** Another list waits for answers. */
  readonly isProposed: boolean
}

/** The same from the facts of a case. */
export function answersIn({
  authors,
}: {
  readonly authors: readonly (Answered & { readonly isBinding: boolean; readonly isProposed: boolean })[]
}): AnswersToList | null {
  const answers = authors.filter(({ isProposed }) => !isProposed)
  const isProposed = answers.length < authors.length
  return authors.length ? { isBinding: answers.some(({ isBinding }) => isBinding), answers, isProposed } : null
}

export function standingOf(list: AnswersToList | null): ListStanding {
  if (list === null) return 'unbound'
  const { isBinding, answers, isProposed } = list
  if (isBinding && answers.some(({ state }) => state === 'declined')) return 'declined'
  if (isProposed || (isBinding && !isAgreed(answers))) return 'open'
  return isBinding ? 'agreed' : 'unbound'
}

/** What each standing of the list stops. A 'no' leaves only withdrawing, and another list. */
const STOPS: Record<ListStanding, readonly AuthorshipStep[]> = {
  unbound: [],
  agreed: [],
  open: ['invite', 'accept', 'publish'],
  declined: ['screen', 'invite', 'revise', 'decide', 'accept', 'proof', 'publish'],
}

/** Why a step of a case has to wait for its authors; null if it need not. */
export function refusalByAuthors(step: AuthorshipStep, list: AnswersToList | null): Refusal | null {
  const standing = standingOf(list)
  if (list === null || !STOPS[standing].includes(step)) return null
  const named = (state: ConfirmationState, does: string, plural: string) => {
    const names = list.answers.filter((one) => one.state === state).map(({ fullName }) => fullName)
    return `${joinNames(names)} ${names.length === 1 ? does : plural}`
  }
  const message =
    standing === 'declined'
      ? `${named('declined', 'disagrees', 'disagree')} with the list of authors. Please have the list changed, or the manuscript withdrawn; until then nothing else goes on.`
      : list.isProposed
        ? PROPOSAL_OPEN
        : `${named('asked', 'has', 'have')} not confirmed the list of authors. Please remind them; from ${WAIVED_FROM_DAY} days after we asked, an editor can go on without the answer.`
  return { kind: 'conflict', message }
}

/** Days after the email on which an author who has not answered is reminded. */
export const AUTHORSHIP_REMINDERS: readonly number[] = [3, 7, 14]

/** From this day on an editor may go on without an answer. */
export const WAIVED_FROM_DAY = 14

interface Waited {
  readonly state: ConfirmationState
  readonly hasAddress: boolean
  /** When the list was made of which they are asked. */
  readonly askedAt: string
  /** When the email was written; null while it waits, for example for the submitter to confirm their own address. */
  readonly toldAt: string | null
}

/** Why an editor cannot do without an answer yet; null if they can. Who shares an address cannot be asked at all. */
export function refusalToWaive({ state, hasAddress, askedAt, toldAt }: Waited, today: string): Refusal | null {
  if (moveConfirmation(state, 'waive') === undefined) return { kind: 'conflict', message: ANSWERED_ALREADY }
  if (!hasAddress) return null
  if (daysBetween(dayOf(toldAt ?? askedAt), today) >= WAIVED_FROM_DAY) return null
  return { kind: 'conflict', message: `You can go on without an answer from ${WAIVED_FROM_DAY} days after we asked.` }
}

/** Why an editor cannot remind an author now; null if they can. `remindedAt`: when anybody did last. */
export function refusalToRemindAuthor(
  { state, hasAddress, toldAt }: Waited,
  remindedAt: string | null,
  today: string,
): Refusal | null {
  if (state !== 'asked') return { kind: 'conflict', message: ANSWERED_ALREADY }
  if (!hasAddress) return { kind: 'conflict', message: SHARED_ADDRESS }
  if (toldAt === null) return { kind: 'conflict', message: 'We have not written to this author yet.' }
  return [toldAt, remindedAt].some((at) => at !== null && dayOf(at) === today)
    ? { kind: 'conflict', message: 'We have written to this author today.' }
    : null
}

export const ANSWERED_ALREADY = 'This author has answered. Please reload the page.'
export const SHARED_ADDRESS =
  'This author has no address of their own. Please correct the address, or go on without the answer and give your reason.'
export const NOT_ON_LIST = 'This person is not asked about the list of authors any more. Please reload the page.'
export const QUERIES_CONFIRMED_ONLY = 'Please confirm the list of authors first. Then you can answer the questions.'
export const NO_PROOF_AFTER_NO = 'The proof is for the authors who have not said that their list is wrong.'

export const NOT_NAMED = 'You are no longer named as an author of this manuscript.'
export const LIST_CHANGED = 'The list of authors has been changed meanwhile. Please look at it again.'
export const NOTHING_TO_CONFIRM = 'There is nothing to confirm any more: the journal has finished with this manuscript.'

export const SAME_LIST = 'This is the list of authors as it is'
export const ONLY_AUTHORS = 'Please suggest reviewers when you submit a manuscript: here are authors alone'
export const ADDRESS_TWICE = 'Every author needs an email address of their own, at which we ask them'
export const NOT_CONFIRMED_YET = 'Please confirm the email address of your account before you propose other authors.'
export const NO_PROPOSAL = 'No change of the authors waits any more. Please reload the page.'
export const PROPOSAL_OPEN =
  'A change of the authors waits for answers. Please wait for them, or withdraw it with a reason, before you go on.'

/** What happens next, for an author who has said no. */
export const ON_HOLD = 'Nothing goes on until the list of authors is settled.'

/** Where a manuscript is and what happens next, for an author who has not sent it. */
export function nextForAuthors(
  stage: AuthorStage,
  { submitter, promisedOn, today }: { submitter: string; promisedOn: string | null; today: string },
): string {
  const by = promisedOn !== null && promisedOn >= today ? ` by ${longDate(promisedOn)}` : ''
  switch (stage) {
    case 'editor':
      return `An editor reads it first and, if it fits the journal, asks experts to review it. You get the decision by email${by}.`
    case 'review':
      return `Experts are reviewing it. You get the decision by email${by}.`
    case 'revision':
      return `The editor has asked for a revision, which ${submitter} sends.`
    case 'proof':
      return `The proof is ready. ${submitter} answers for all authors: please tell them if anything is wrong.`
    case 'accepted':
      return 'It has been accepted. The proof comes next; we write to you when you can read it.'
    case 'published':
      return 'Everyone can read it free of charge.'
    case 'declined':
      return 'The journal has declined it. The letter of the editor says why.'
    case 'withdrawn':
      return 'It has been withdrawn, and its peer review has ended.'
    case 'archived':
      return 'The journal has archived it.'
  }
}

/** The answer of an author, beside their name. */
export const ANSWER_WORDS: Record<ConfirmationState, string> = {
  asked: 'No answer yet',
  confirmed: 'Confirmed',
  declined: 'Disagrees',
  waived: 'Not needed',
}

/** More answers than this are folded. */
const ANSWERS_SHOWN = 5

/** What authors have answered: who disagrees is always shown, the others are folded if they are many. */
export function sumOfAnswers<Answer extends { state: ConfirmationState }>(answers: readonly Answer[]) {
  const disagreeing = answers.filter(({ state }) => state === 'declined')
  const others = answers.filter(({ state }) => state !== 'declined')
  const count = (wanted: ConfirmationState) => answers.filter(({ state }) => state === wanted).length
  // Nobody has confirmed for those without whom an editor goes on.
  const waived = count('waived') ? `, ${count('waived')} not needed` : ''
  const inWords = `${count('confirmed')} of ${answers.length} confirmed${waived}`
  return { disagreeing, others, inWords, isMissing: count('asked') > 0, isFolded: others.length > ANSWERS_SHOWN }
}
