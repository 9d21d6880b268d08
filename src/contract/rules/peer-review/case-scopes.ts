/** Whose cases are listed: the caller's own and those that nobody has taken, or all. */
export const CASE_SCOPES = ['mine', 'all'] as const
export type CaseScope = (typeof CASE_SCOPES)[number]
