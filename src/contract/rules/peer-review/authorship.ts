import { longDate } from '../text/dates.ts'
import type { AuthorStage } from './author-stage.ts'

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

export const NOT_NAMED = 'You are no longer named as an author of this manuscript.'
export const LIST_CHANGED = 'The list of authors has been changed meanwhile. Please look at it again.'
export const NOTHING_TO_CONFIRM = 'There is nothing to confirm any more: the journal has finished with this manuscript.'

export const SAME_LIST = 'This is the list of authors as it is'
export const ONLY_AUTHORS = 'Please suggest reviewers when you submit a manuscript: here are authors alone'
export const ADDRESS_TWICE = 'Every author needs an email address of their own, at which we ask them'
export const NOT_CONFIRMED_YET = 'Please confirm the email address of your account before you propose other authors.'
export const NO_PROPOSAL = 'No change of the authors waits any more. Please reload the page.'
export const PROPOSAL_OPEN =
  'A change of the authors waits for answers. Please wait for them, or withdraw it with a reason, before you publish.'

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
  const agree = others.filter(({ state }) => state !== 'asked').length
  return { disagreeing, others, agree, isFolded: others.length > ANSWERS_SHOWN }
}
