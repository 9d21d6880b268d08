/** The states of a deposit of metadata with Crossref, with the words that an editor reads. */
export const DEPOSIT_STATES = {
  waiting: { name: 'Waiting', about: 'It will be sent, or has to be sent by hand.' },
  sent: { name: 'Sent', about: 'Crossref has received it and has not answered yet.' },
  accepted: { name: 'Registered', about: 'The DOI leads to the article.' },
  warnings: {
    name: 'Registered with warnings',
    about: 'The DOI leads to the article, but Crossref’s answer has a warning.',
  },
  refused: { name: 'Refused', about: 'Crossref has refused the metadata.' },
  failed: { name: 'Failed', about: 'It could not be sent.' },
  superseded: { name: 'Superseded', about: 'A newer deposit has taken its place.' },
} as const

export type DepositState = keyof typeof DEPOSIT_STATES
export const DEPOSIT_STATE_WORDS = Object.keys(DEPOSIT_STATES) as [DepositState, ...DepositState[]]

/** The states that someone has to look at. */
export const UNSUCCESSFUL = ['refused', 'failed'] as const satisfies readonly DepositState[]
/** The states in which the DOI is registered. */
export const REGISTERED = ['accepted', 'warnings'] as const satisfies readonly DepositState[]
/** The states in which the program still works on a deposit. */
export const OPEN = ['waiting', 'sent'] as const satisfies readonly DepositState[]

/** What happens to a deposit: from which states, and to which. */
export const DEPOSIT_MOVES = {
  /** Crossref has received it. */
  send: { from: ['waiting'], to: 'sent' },
  /** Crossref’s answer. */
  accept: { from: ['sent'], to: 'accepted' },
  warn: { from: ['sent'], to: 'warnings' },
  refuse: { from: ['sent'], to: 'refused' },
  /** Tried too often, or in vain for certain. */
  giveUp: { from: ['waiting', 'sent'], to: 'failed' },
  /** A newer deposit of the same DOI has been written, or the article is no longer public. */
  supersede: { from: ['waiting', 'sent', 'refused', 'failed'], to: 'superseded' },
  /** An editor has sent the file to Crossref by hand. */
  record: { from: ['waiting', 'refused', 'failed'], to: 'accepted' },
} as const satisfies Record<string, { from: readonly DepositState[]; to: DepositState }>

export type DepositMove = keyof typeof DEPOSIT_MOVES

/** Why a deposit was written. */
export const DEPOSIT_REASONS = {
  approval: 'The article was published.',
  correction: 'The article was corrected.',
  restoring: 'The article was brought back from the archive.',
  title: 'The title of the journal was corrected.',
  review: 'The review was published.',
  editor: 'An editor asked for it.',
} as const
export type DepositReason = keyof typeof DEPOSIT_REASONS
export const DEPOSIT_REASON_WORDS = Object.keys(DEPOSIT_REASONS) as [DepositReason, ...DepositReason[]]

/** What to do about Crossref's messages, by a part of their wording. The first that fits is shown. */
const ADVICE: readonly (readonly [words: RegExp, advice: string])[] = [
  [
    /less or equal to\s+previously submitted version/i,
    'Crossref already has a newer deposit of this DOI. If the record at Crossref is out of date, send it again: the new deposit gets a later timestamp.',
  ],
  [
    /added with conflict|in conflict/i,
    'Crossref has another DOI with the same metadata. Sign in at doi.crossref.org, open Metadata Admin and resolve the conflict.',
  ],
  [
    /not allowed to add records|not allowed to (?:add|update)|cant submit into handle|not have permission/i,
    'The user name is not allowed to register DOIs under this prefix. Compare the DOI prefix in Settings and CROSSREF_USER with what Crossref has sent you, or ask support@crossref.org.',
  ],
  [
    /issn/i,
    'Compare the ISSN in Settings with the one that Crossref has for this journal; if Crossref’s is wrong, ask support@crossref.org.',
  ],
  [
    /title/i,
    'The name of the journal has to be the one that Crossref has. Compare the name in Settings, or ask support@crossref.org to change theirs.',
  ],
  [
    /not well-formed|does not validate|cvc-|invalid content|\[error\]/i,
    'The file is not valid for Crossref. Correct the field that the message names, or send the message and the XML to the person who runs this program.',
  ],
]

const OTHERWISE =
  'Crossref explains its messages at www.crossref.org/documentation/register-maintain-records/verify-your-registration/troubleshooting-submissions; support@crossref.org answers questions.'

/** What to do about a message of Crossref's. */
export const adviceOn = (message: string): string => ADVICE.find(([words]) => words.test(message))?.[1] ?? OTHERWISE

/** The choices of the list of deposits: a state, or those that someone has to look at. */
export const DEPOSIT_FILTERS = ['attention', ...DEPOSIT_STATE_WORDS] as const
export type DepositFilter = (typeof DEPOSIT_FILTERS)[number]
