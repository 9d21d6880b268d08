/** What people have begun to submit: see the migration for what the columns mean. */
export interface SubmissionDraftTables {
  submission_drafts: SubmissionDraftRow
  submission_draft_files: { draft_id: string; file_id: string }
}

export interface SubmissionDraftRow {
  id: string
  user_id: string
  content: string | null
  title: string
  revision: number
  saved_at: string
}
