import type { Generated } from 'kysely'
import type { ERRORS_OF, NoticeAnswer, NoticeKind, NoticeState } from '../../contract/rules/articles/notices.ts'

type Timestamp = string

/** Notices about published articles: see the migration for what their columns mean. */
export interface NoticeTables {
  notices: Omit<NoticeRow, 'version' | NoticeText> & { version: Generated<number> } & Record<
      NoticeText,
      Generated<string>
    >
  notice_articles: { notice_id: string; about_id: string; position: number }
  notice_answers: NoticeAnswerRow
  notice_files: { notice_id: string; file_id: string }
}

/** What a notice says, empty where nothing has been written yet. */
type NoticeText = 'what' | 'details' | 'why' | 'found_by' | 'effect' | 'action'

export interface NoticeRow extends Record<NoticeText, string> {
  id: string
  article_id: string | null
  kind: NoticeKind
  state: NoticeState
  whose_error: (typeof ERRORS_OF)[number] | null
  closes_id: string | null
  replaced_by: string | null
  review_on: string | null
  unasked_reason: string | null
  urgent_reason: string | null
  correction: string | null
  agreement: string | null
  drafted_by: string
  drafted_at: Timestamp
  asked_at: Timestamp | null
  answers_due_on: string | null
  ready_at: Timestamp | null
  confirmed_by: string | null
  confirmed_at: Timestamp | null
  release_at: Timestamp | null
  published_at: Timestamp | null
  dropped_reason: string | null
  version: number
}

export interface NoticeAnswerRow {
  notice_id: string
  contributor_id: string
  position: number
  name: string
  email: string
  told_at: Timestamp | null
  answer: NoticeAnswer | null
  remark: string | null
  may_print: Generated<number>
  answered_at: Timestamp | null
}
