/** What the answer of someone who is named as an author can be; `waived`: an editor goes on without it. */
export const CONFIRMATION_STATES = ['asked', 'confirmed', 'declined', 'waived'] as const
export type ConfirmationState = (typeof CONFIRMATION_STATES)[number]

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

/** The person who acts through the link of an email to a named author: for one article only, never for an account. */
export interface NamedAuthor {
  readonly articleId: string
  /** The address to which the link was sent, in small letters. */
  readonly email: string
}

/** The scheme of the Authorization header that carries the secret of an author's link. */
export const AUTHOR_SCHEME = 'Author'

/** How long a link works; a newer email brings a newer one. */
export const AUTHOR_LINK_DAYS = 365

export const AUTHOR_LINK_NEEDED = 'Please open the link in our email to you.'
export const AUTHOR_LINK_EXPIRED = 'This link has expired. We can send a new one to the address that it was sent to.'
export const NOT_NAMED = 'You are no longer named as an author of this manuscript.'
export const LIST_CHANGED = 'The list of authors has been changed meanwhile. Please look at it again.'
export const NOTHING_TO_CONFIRM = 'There is nothing to confirm any more: the journal has finished with this manuscript.'
