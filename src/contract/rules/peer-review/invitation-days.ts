/** In how many days an editor may ask reviewers to answer an invitation. */
export const REPLY_DAYS = { min: 3, max: 14 } as const
/** In how many days from agreeing an editor may ask for a report, and a reviewer promise it. */
export const REPORT_DAYS = { min: 7, max: 21 } as const
