import { type Actor, administratorsOnly, policy, type Refusal, type Rule } from '../accounts/access.ts'

export const BANK_DETAILS_MAX = 1000

/** How long they wait where nobody else could confirm them. */
export const ALONE_HOURS = 48

/** What became of a proposal. `former`: it was in force, and newer details are now. */
export const BANK_DETAILS_STATES = ['waiting', 'in force', 'former', 'withdrawn', 'ended'] as const
export type BankDetailsState = (typeof BANK_DETAILS_STATES)[number]

/** What decides who may do what with a proposal. */
export interface ProposalFacts {
  readonly isWaiting: boolean
  /** Whether its proposer has been a managing editor without a break since. */
  readonly proposerStays: boolean
  /** True if nobody else could confirm it when it was made: it takes effect by itself. */
  readonly isAlone: boolean
  readonly isYours: boolean
  /** Whether the one who asks has been a managing editor without a break since `ALONE_HOURS` before it was made. */
  readonly wasEditorBefore: boolean
  /** Whether the account of the one who asks belongs to its proposer, as far as addresses and ORCID iDs tell. */
  readonly isSamePerson: boolean
}

const conflict = (message: string): Refusal => ({ kind: 'conflict', message })
const forbidden = (message: string): Refusal => ({ kind: 'forbidden', message })

export const BANK_DETAILS_OVER = 'These bank details no longer wait to be confirmed. Please look at them again.'
export const BANK_DETAILS_WAIT =
  'Other bank details are waiting. They have to be confirmed or withdrawn before new ones are proposed.'
export const PROPOSER_LEFT =
  'The person who proposed this is no longer a managing editor, so the proposal ends. Propose the details again if they are right.'
export const CONFIRMED_BY_ANOTHER = 'You proposed this. Another managing editor has to confirm it.'
export const SAME_PERSON =
  'Your account and that of the proposer share an email address or an ORCID iD. A different person has to confirm this.'
export const EDITOR_SINCE = `Only someone who had been a managing editor for ${ALONE_HOURS} hours when this was proposed can confirm it. You can withdraw it.`
export const TAKES_EFFECT_ALONE =
  'Nobody else could confirm this when it was proposed. It takes effect by itself, and can be withdrawn until then.'

const waiting = (actor: Actor | null, { isWaiting }: ProposalFacts): Refusal | null =>
  administratorsOnly(actor) ?? (isWaiting ? null : conflict(BANK_DETAILS_OVER))

/** Who may do what with proposed bank details: a change needs a second person, taking it back needs nobody. */
export const bankDetailsPolicy = policy({
  confirm: (actor, facts) => {
    const refused = waiting(actor, facts)
    if (refused) return refused
    if (!facts.proposerStays) return conflict(PROPOSER_LEFT)
    if (facts.isYours) return facts.isAlone ? conflict(TAKES_EFFECT_ALONE) : forbidden(CONFIRMED_BY_ANOTHER)
    // Not even by those who have come since: nothing takes effect earlier.
    if (facts.isAlone) return conflict(TAKES_EFFECT_ALONE)
    if (!facts.wasEditorBefore) return forbidden(EDITOR_SINCE)
    return facts.isSamePerson ? forbidden(SAME_PERSON) : null
  },
  withdraw: waiting,
} satisfies Record<string, Rule<ProposalFacts>>)
