import { invalid } from '../../../platform/errors.ts'

export const REPORT_GONE = 'A report is no longer part of this decision. Please reload the page.'

/**
 * The author's answer to the reports as one text: each reply under the label of its reviewer, then what is for
 * everyone. Null if nothing was written.
 */
export function composeReply(
  labels: ReadonlySet<string>,
  replies: readonly { label: string; text: string }[],
  reply: string | null,
): string | null {
  if (replies.some(({ label }) => !labels.has(label))) throw invalid('replies', REPORT_GONE)
  const written = replies.filter(({ text }) => text.trim() !== '')
  const parts = written.map(({ label, text }) => `Reply to Reviewer ${label}\n\n${text.trim()}`)
  if (reply !== null) parts.push(written.length ? `To the editor and all reviewers\n\n${reply}` : reply)
  return parts.length ? parts.join('\n\n\n') : null
}
