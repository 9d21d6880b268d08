import type { Duty, StoredDuty } from '../../contract/rules/accounts/duties.ts'

type Timestamp = string
type Day = string

/** Who does what for the journal, and who has been asked to. */
export interface DutyTables {
  duties: {
    id: string
    user_id: string
    duty: StoredDuty
    /** Of a section editor. */
    category_id: string | null
    from_day: Day | null
    until_day: Day | null
    given_at: Timestamp
  }
  duty_invitations: {
    id: string
    /** In small letters. */
    email: string
    duty: Duty
    from_day: Day | null
    until_day: Day | null
    invited_by: string | null
    invited_at: Timestamp
    sent_at: Timestamp
    expires_at: Timestamp
    ended_at: Timestamp | null
    ended_as: 'accepted' | 'withdrawn' | null
    accepted_by: string | null
  }
  duty_invitation_categories: { invitation_id: string; category_id: string }
}
