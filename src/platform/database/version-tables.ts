import type { Generated } from 'kysely'
import type { VersionWeight } from '../../contract/rules/articles/versions.ts'

/** Every public state of an article: see the migration for what their columns mean. */
export interface VersionTables {
  article_versions: VersionRow
  article_version_files: VersionFileRow
  version_texts: { article_id: string; number: number; renderer: number; text: string | null }
}

export interface VersionRow {
  article_id: string
  number: number
  weight: VersionWeight
  notice_id: string | null
  reason: string
  edit: number | null
  content: string | null
  sha256: string | null
  at: string
  by_user: string | null
}

export interface VersionFileRow {
  article_id: string
  number: number
  kind: 'pdf' | 'source' | 'image' | 'figure' | 'supplement'
  name: Generated<string>
  file_id: string
}
