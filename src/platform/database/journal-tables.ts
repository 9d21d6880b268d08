import type { TextKind } from '../../contract/rules/settings/texts.ts'
import type { VersionCause } from '../../contract/rules/settings/versions.ts'

/** What the journal has chosen: see the migration for what the columns mean. */
export interface JournalTables {
  journal_versions: JournalVersionRow
  text_versions: TextVersionRow
  drafts: DraftRow
  journal_pictures: JournalPictureRow
  setting_up_marks: { step: string; state: 'done' | 'not planned'; by_id: string | null; at: string }
}

export interface JournalVersionRow {
  number: number
  content: string
  cause: VersionCause
  note: string
  undoes: number | null
  by_id: string | null
  at: string
}

export interface TextVersionRow {
  kind: TextKind
  slug: string
  number: number
  journal_version: number
  source: string
  /** 0 or 1. */
  is_own: number
  based_on: string
  title: string | null
  html: string | null
  in_force_from: string
  note: string
}

/** The logo, and pictures in texts. */
export interface JournalPictureRow {
  path: string
  file_id: string
  published_at: string | null
  used_at: string
}

/** What an editor has begun and not published. */
export interface DraftRow {
  user_id: string
  item: string
  content: string | null
  title: string
  revision: number
  saved_at: string
}
