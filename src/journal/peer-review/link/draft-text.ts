import { journal } from '../../../../journal.config.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import {
  draftAsText,
  EMPTY_DRAFT,
  isSameDraft,
  type DraftContent,
} from '../../../contract/rules/peer-review/report-draft.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** What a reviewer had written of a report, as text to keep; null if there is nothing. */
export async function draftText(db: Db, assignmentId: string, title: string): Promise<string | null> {
  const saved = await db
    .selectFrom('review_drafts')
    .select('content')
    .where('assignment_id', '=', assignmentId)
    .executeTakeFirst()
  if (!saved) return null
  const draft = { ...EMPTY_DRAFT, ...(JSON.parse(saved.content) as Partial<DraftContent>) }
  return isSameDraft(draft, EMPTY_DRAFT) ? null : draftAsText(plainTitle(title), journal.review.questions, draft)
}
