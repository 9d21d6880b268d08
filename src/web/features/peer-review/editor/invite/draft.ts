import { INVITED_MAX, OWN_LINES_MAX, type InvitationCandidate } from '../../../../../contract/api/invitations.ts'
import { journal } from '../../../../../../journal.config.ts'
import type { Choice } from './choice.ts'

/** An invitation that has not been sent yet. */
export interface Draft extends Choice {
  replyDays: number
  reportDays: number
  message: string
  /** Why somebody is invited despite a warning, by key. */
  reasons: Record<string, string>
  /** The chosen people, who need not be in the list: they may have been found by name, or typed. */
  people: readonly InvitationCandidate[]
}

export const emptyDraft = (picked: readonly string[] = []): Draft => ({
  ...{ picked, standby: null, message: '', reasons: {}, people: [] },
  ...{ replyDays: journal.review.replyDays, reportDays: journal.review.reportDays },
})

/** Each editor has a draft for each round of a case on this device, until it is sent. */
const keyOfDraft = (userId: string, caseId: string, round: number) => `journal:invite:${userId}:${caseId}:${round}`

export function readDraft(userId: string, caseId: string, round: number): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOfDraft(userId, caseId, round)) ?? 'null') as Draft | null
    if (!Array.isArray(kept?.picked) || !Array.isArray(kept.people)) return null
    return {
      ...emptyDraft(),
      ...kept,
      picked: kept.picked.slice(0, INVITED_MAX),
      message: String(kept.message).slice(0, OWN_LINES_MAX),
    }
  } catch {
    return null
  }
}

export function keepDraft(userId: string, caseId: string, round: number, draft: Draft): void {
  try {
    localStorage.setItem(keyOfDraft(userId, caseId, round), JSON.stringify(draft))
  } catch {
    // The storage is full or switched off: the page works without it.
  }
}

export function forgetDraft(userId: string, caseId: string, round: number): void {
  try {
    localStorage.removeItem(keyOfDraft(userId, caseId, round))
  } catch {
    // As above.
  }
}
