import { printedPages } from './page-range.ts'

export const ISSUE_MAX = 50

/** An issue without the word before its number, which is added in print: 'No. 3' becomes '3'. */
export const issueNumber = (issue: string): string =>
  issue.trim().replace(/^(?:issue|iss|number|no|nr)(?:\.\s*|\s+|(?=\d))(?=\S)/i, '')

/** 'Issue 3' and 'Issue 7–8'; issues with a name of their own keep it: 'Suppl 1'. */
export const printedIssue = (issue: string): string =>
  /\p{L}{3}/u.test(issue) ? issue : `Issue ${printedPages(issue)}`

/** 'Volume 12, Issue 3', omitting unknown parts. */
export const printedVolume = (volume: string | null | undefined, issue: string | null): string =>
  [volume, issue && printedIssue(issue)].filter(Boolean).join(', ')
