import { journal } from '../../../../../contract/journal.ts'
import { draftAsText, type DraftContent } from '../../../../../contract/rules/peer-review/report-draft.ts'
import { plainTitle } from '../../../../../contract/rules/text/inline-markup.ts'
import { saveText } from '../../../../ui/download.tsx'

/** Saves drafts as one text file, made in the browser: it works without a connection. */
export function downloadDraft(title: string, drafts: readonly DraftContent[]): void {
  const text = drafts
    .map((draft) => draftAsText(plainTitle(title), journal().review.questions, draft))
    .join('\n\n* * *\n\n')
  saveText(text, `${journal().abbreviation.toLowerCase()}-report.txt`)
}
