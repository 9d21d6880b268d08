type Timestamp = string

/** Addresses that follow articles or the journal, and changes of names: see the migration for what their columns mean. */
export interface FollowingTables {
  follows: FollowRow
  name_changes: NameChangeRow
}

export interface FollowRow {
  id: string
  email: string
  article_id: string | null
  created_at: Timestamp
  confirmed_at: Timestamp | null
  told_until: Timestamp | null
}

export interface NameChangeRow {
  request_id: string
  state: 'asked' | 'agreed' | 'refused' | 'done'
  change: string
  proposed_by: string
  proposed_at: Timestamp
  answered_at: Timestamp | null
  done_by: string | null
  done_at: Timestamp | null
}
