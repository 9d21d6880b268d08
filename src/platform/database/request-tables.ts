import type { Generated } from 'kysely'
import type {
  AFFECTS,
  BLAMED,
  RequestedBy,
  RequestKind,
  RequestOutcome,
  RequestState,
} from '../../contract/rules/articles/requests.ts'

type Timestamp = string

/** Requests about published articles: see the migration for what their columns mean. */
export interface RequestTables {
  requests: Omit<RequestRow, 'version' | 'passages'> & { version: Generated<number>; passages: Generated<string> }
  request_files: { request_id: string; file_id: string }
}

export interface RequestRow {
  id: string
  article_id: string
  kind: RequestKind
  from_kind: RequestedBy
  user_id: string | null
  name: string
  email: string
  text: string
  passages: string
  whose_error: (typeof BLAMED)[number] | null
  affects: (typeof AFFECTS)[number] | null
  state: RequestState
  handler_id: string | null
  created_at: Timestamp
  received_at: Timestamp | null
  due_on: string
  outcome: RequestOutcome | null
  answer: string | null
  answered_at: Timestamp | null
  notice_id: string | null
  asked_at: Timestamp | null
  version: number
}
