/**
 * What people do for the journal. Managing editors are the administrators of the API; everybody else there is an author. Adding a
 * duty is a name here, its words in `duty-words.ts`, a value in the table's check, and the calls that are opened to it in `ACCESS`.
 */
export const DUTIES = ['managing', 'section', 'production', 'fees', 'observer'] as const
export type Duty = (typeof DUTIES)[number]

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
