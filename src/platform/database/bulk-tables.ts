import type { Generated } from 'kysely'

type Timestamp = string

/** Categories, old addresses, and changes of many things at once. */
export interface BulkTables {
  categories: {
    id: string
    name: string
    slug: string
    created_at: Timestamp
    updated_at: Timestamp
    version: Generated<number>
    description: Generated<string>
    /** 0 until an editor has put the categories in an order. */
    position: Generated<number>
    /** No longer offered for new manuscripts. */
    closed_at: Generated<Timestamp | null>
    /** The category that has its articles now. */
    merged_into: Generated<string | null>
  }
  redirects: { from_path: string; to_path: string; created_at: Timestamp; subject: string | null }
  missed_addresses: { path: string; day: string; asked: number }
  bulk_changes: {
    id: string
    kind: BulkKind
    subject_id: string | null
    /** JSON: what undoing has to know. */
    before: string
    at: Timestamp
    undone_at: Timestamp | null
  }
}

/** Of articles that were changed together, the subject is the editor who has done it. */
export type BulkKind = 'category-merge' | 'volume-page' | 'articles'
