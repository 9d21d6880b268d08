import { printedPages } from './page-range.ts'

export const ISSUE_MAX = 50

/** An issue without the word before its number, which is added where it is printed: 'No. 3' is '3'. */
export const issueNumber = (issue: string): string =>
  issue.trim().replace(/^(?:issue|iss|number|no|nr)(?:\.\s*|\s+|(?=\d))(?=\S)/i, '')

/** 'Issue 3' and 'Issue 7–8'; issues that have a name of their own are printed by it: 'Suppl 1'. */
export const printedIssue = (issue: string): string =>
  /\p{L}{3}/u.test(issue) ? issue : `Issue ${printedPages(issue)}`

/** 'Volume 12, Issue 3', with what is known of it. */
export const printedVolume = (volume: string | null | undefined, issue: string | null): string =>
  [volume, issue && printedIssue(issue)].filter(Boolean).join(', ')
