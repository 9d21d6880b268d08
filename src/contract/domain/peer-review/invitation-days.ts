/** In how many days an editor may ask reviewers to answer an invitation, and to report after agreeing. */
export const REPLY_DAYS = { min: 3, max: 14 } as const
export const REPORT_DAYS = { min: 7, max: 21 } as const
