import type { Generated } from 'kysely'
import type { FindingKind } from '../../contract/rules/peer-review/conflicts.ts'
import type { SuggestionKind, SuggestionSource } from '../../contract/rules/peer-review/reviewer-suggestions.ts'

type Timestamp = string

/** The tables of reviewers as people, apart from what they are asked to review. */
export interface ReviewerTables {
  reviewers: Omit<ReviewerRow, 'version'> & {
    version: Generated<number>
    /** The sort key of the name, compared by its bytes. */
    name_order: Generated<string>
    /** The analysed words of name, affiliation, expertise and addresses, each between two spaces. */
    words: Generated<string>
    /** The version of the analyser that has made the last two; 0: none yet. */
    analyser: Generated<number>
    /** The case for which an editor has entered someone who was not known before; others may learn of them later. */
    created_for: Generated<string | null>
    /** 1 for someone who was invented to try things on. */
    is_sample: Generated<number>
  }
  reviewer_addresses: {
    reviewer_id: string
    /** The first is the preferred one. */
    position: number
    email: string
    /** The editor who has entered it; null if it comes from an author or from the reviewer. */
    vouched_by: string | null
    created_at: Timestamp
  }
  reviewer_suggestions: SuggestionRow
  conflicts: {
    id: string
    article_id: string
    /** One of the two is null. */
    reviewer_id: string | null
    user_id: string | null
    kind: FindingKind | 'other' | 'co-reviewer'
    found: 'computed' | 'declared'
    /** What was declared; null for what the journal has found. */
    text: string | null
    waived_by: string | null
    waived_reason: string | null
    waived_at: Timestamp | null
    created_at: Timestamp
  }
  erased_reviewers: { address_hash: string; at: Timestamp }
}

export interface ReviewerRow {
  id: string
  /** Empty once erased, like affiliation and expertise. */
  full_name: string
  affiliation: string
  orcid: string | null
  /** Keywords separated by commas. */
  expertise: string
  user_id: string | null
  /** The last day of an absence. */
  away_until: string | null
  do_not_ask_at: Timestamp | null
  erased_at: Timestamp | null
  created_at: Timestamp
  updated_at: Timestamp
  version: number
}

/** Someone whom authors, or a reviewer who has declined, suggest or oppose. */
export interface SuggestionRow {
  id: string
  article_id: string
  position: number
  full_name: string
  email: string | null
  affiliation: string
  kind: SuggestionKind
  source: SuggestionSource
  /** The assignment of the reviewer who has named them. */
  assignment_id: string | null
  reason: string
  created_at: Timestamp
  used_at: Timestamp | null
}
