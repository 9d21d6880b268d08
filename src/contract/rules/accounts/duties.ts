/** What people do for the journal. Managing editors are the administrators of the API; everybody else there is an author. */
interface DutyRule {
  readonly name: string
  /** What they see and do, in words. */
  readonly sees: string
  readonly never: string
}

/** Adding a duty is a row here, a value in the table's check, and the calls that are opened to it in `ACCESS`. */
export const DUTY_RULES = {
  managing: { name: 'Managing editor', sees: 'Everything', never: '' },
  section: {
    name: 'Section editor',
    sees: 'Cases of the chosen categories, and those assigned, with files, reviewers and letters',
    never: 'other cases, settings, users',
  },
  production: {
    name: 'Production',
    sees: 'Accepted and published articles: the manuscript as it was accepted, its proofs and the questions at them',
    never: 'reports, reviewers, letters, messages, fees',
  },
  fees: {
    name: 'Fees officer',
    sees: 'Author, title and stage of manuscripts with a request to pay less, the requests, and invoices and payments of accepted manuscripts; those who open a request have no part in the decision',
    never: 'manuscripts, reports, decisions, bank details',
  },
  observer: {
    name: 'Observer',
    sees: 'Titles, stages and dates of manuscripts, figures of peer review, and the settings',
    never: 'files, reports, names of reviewers, letters, fees of manuscripts',
  },
} as const satisfies Record<string, DutyRule>

export type Duty = keyof typeof DUTY_RULES
export const DUTIES = Object.keys(DUTY_RULES) as [Duty, ...Duty[]]

/** Those of people who are no administrators. */
export type StoredDuty = Exclude<Duty, 'managing'>
export const STORED_DUTIES = DUTIES.filter((duty) => duty !== 'managing') as [StoredDuty, ...StoredDuty[]]

/** For how long an invitation can be accepted. */
export const INVITATION_DAYS = 14

/** The most terms that one person has, and the most categories of an invitation. */
export const TERMS_MAX = 60

export interface Term {
  readonly from: string | null
  readonly until: string | null
}
export type TermState = 'planned' | 'held' | 'ended'

/** Whether a term is held on a day: from the beginning of its first to the end of its last. */
export function termState({ from, until }: Term, today: string): TermState {
  if (from !== null && from > today) return 'planned'
  return until !== null && until < today ? 'ended' : 'held'
}
