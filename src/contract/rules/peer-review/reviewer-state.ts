/** Whether someone can be asked to review. */
export const REVIEWER_STATES = ['available', 'away', 'never-ask'] as const
export type ReviewerState = (typeof REVIEWER_STATES)[number]

/** `today` is a date (YYYY-MM-DD), as is the last day of an absence. */
export function reviewerState(
  { awayUntil, doNotAskAt }: { awayUntil: string | null; doNotAskAt: string | null },
  today: string,
): ReviewerState {
  if (doNotAskAt !== null) return 'never-ask'
  return awayUntil !== null && awayUntil >= today ? 'away' : 'available'
}
