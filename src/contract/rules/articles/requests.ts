import type { Refusal } from '../accounts/access.ts'

/** What someone asks the journal to do about a published article. */
export const REQUEST_KINDS = ['correction', 'authors', 'name', 'concern', 'retraction', 'removal'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

export const REQUEST_WORDS: Readonly<Record<RequestKind, string>> = {
  correction: 'Something is wrong in the text, a table or a figure',
  authors: 'The list of authors is wrong',
  name: 'My name has changed',
  concern: 'The data or the text may not be sound',
  retraction: 'The article should be retracted',
  removal: 'Something must not stay online',
}

/** The same in a list. */
export const REQUEST_NAMES: Readonly<Record<RequestKind, string>> = {
  ...{ correction: 'Correction', authors: 'Authors', name: 'Name', concern: 'Concern', retraction: 'Retraction' },
  removal: 'Removal',
}

/** What readers report; changes of names and lists are for those whom they concern. */
export const REPORT_KINDS = ['correction', 'concern', 'authors', 'removal'] as const satisfies readonly RequestKind[]

export const REQUESTED_BY = ['author', 'reader', 'editor', 'institution'] as const
export type RequestedBy = (typeof REQUESTED_BY)[number]
export const REQUESTED_BY_WORDS: Readonly<Record<RequestedBy, string>> = {
  ...{ author: 'An author', reader: 'A reader', editor: 'An editor', institution: 'An institution' },
}

/** Whose error it is, as an author sees it. */
export const BLAMED = ['authors', 'journal', 'unsure'] as const
export const BLAMED_WORDS: Readonly<Record<(typeof BLAMED)[number], string>> = {
  ...{ authors: 'Ours', journal: 'The journal’s', unsure: 'Not sure' },
}

/** Whether it changes a result or a conclusion. */
export const AFFECTS = ['no', 'yes', 'unsure'] as const
export const AFFECTS_WORDS: Readonly<Record<(typeof AFFECTS)[number], string>> = {
  ...{ no: 'No', yes: 'Yes', unsure: 'Not sure' },
}

export const REQUEST_STATES = ['open', 'with-authors', 'decided', 'declined'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** What came of a request: a notice, a change without one, or nothing. */
export const REQUEST_OUTCOMES = ['notice', 'change', 'nothing'] as const
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number]
export const OUTCOME_WORDS: Readonly<Record<RequestOutcome, string>> = {
  ...{ notice: 'With a notice', change: 'With a change, without a notice', nothing: 'Without a change' },
}

/** The journal promises an answer within so many days. */
export const REQUEST_DAYS = 28
/** A report whose sender has not confirmed their address is deleted after so many days. */
export const UNCONFIRMED_DAYS = 7
/** For readers whose link leads to nothing, or to what belongs to another address. */
export const NOTHING_BEHIND_LINK = `There is nothing behind this link any more: it has ended, or was not confirmed within ${UNCONFIRMED_DAYS} days.`
export const REQUEST_TEXT_MAX = 4000
export const PASSAGE_MAX = 2000
export const PASSAGES_MAX = 20
export const REQUEST_FILES_MAX = 5

export const isWaiting = (state: RequestState): boolean => state === 'open' || state === 'with-authors'

/**
 * `take`: an editor becomes its handler. `askAuthors`: the authors are asked about a notice that was begun from it. `decide`:
 * the journal answers. `decline`: it does nothing, before any author was asked. `release`: the notice is published, which
 * answers a request that no editor has answered.
 */
const MOVES = {
  take: { by: 'editor', from: { open: 'open', 'with-authors': 'with-authors' } },
  askAuthors: { by: 'system', from: { open: 'with-authors', 'with-authors': 'with-authors' } },
  decide: { by: 'editor', from: { open: 'decided', 'with-authors': 'decided' } },
  decline: { by: 'editor', from: { open: 'declined' } },
  release: { by: 'system', from: { open: 'decided', 'with-authors': 'decided' } },
} as const satisfies Record<string, { by: 'editor' | 'system'; from: Partial<Record<RequestState, RequestState>> }>
export type RequestMove = keyof typeof MOVES
export const REQUEST_MOVES = Object.keys(MOVES) as [RequestMove, ...RequestMove[]]

const STATE_SENTENCES: Readonly<Record<RequestState, string>> = {
  open: 'This request waits for an answer.',
  'with-authors': 'The authors are being asked about the notice that was begun from this request.',
  decided: 'This request has been answered.',
  declined: 'This request has been declined.',
}

/** The state after a move, or why it is refused. */
export function moveRequest(
  state: RequestState,
  move: RequestMove,
  caller: 'editor' | 'system',
): { state: RequestState } | Refusal {
  const { by, from }: { by: 'editor' | 'system'; from: Partial<Record<RequestState, RequestState>> } = MOVES[move]
  if (by !== caller) return { kind: 'forbidden', message: 'You cannot do this with a request.' }
  const next = from[state]
  return next
    ? { state: next }
    : { kind: 'conflict', message: `${STATE_SENTENCES[state]} Please reload the page to see what has happened.` }
}
