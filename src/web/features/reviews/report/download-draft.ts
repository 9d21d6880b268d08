import { journal } from '../../../../../journal.config.ts'
import { draftAsText, type DraftContent } from '../../../../contract/domain/peer-review/report-draft.ts'
import { plainTitle } from '../../../../contract/domain/inline-markup.ts'

/** Saves drafts as one text file, made in the browser: it works without a connection. */
export function downloadDraft(title: string, drafts: readonly DraftContent[]): void {
  const text = drafts
    .map((draft) => draftAsText(plainTitle(title), journal.review.questions, draft))
    .join('\n\n* * *\n\n')
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${journal.abbreviation.toLowerCase()}-report.txt`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
