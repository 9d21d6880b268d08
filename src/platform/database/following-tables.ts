import type { FollowScope, Rhythm } from '../../contract/rules/site/follow-scopes.ts'

type Timestamp = string

/** Addresses that follow something by email, and changes of names: see the migrations for what their columns mean. */
export interface FollowingTables {
  follows: FollowRow
  alert_sendings: { email: string; kind: 'article' | 'volume' | 'news'; subject_id: string; sent_at: Timestamp }
  name_changes: NameChangeRow
}

export interface FollowRow {
  id: string
  email: string
  scope: FollowScope
  article_id: string | null
  category_id: string | null
  subject: string | null
  rhythm: Rhythm
  asked_as: string | null
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
