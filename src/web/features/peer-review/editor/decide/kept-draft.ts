import type { PreparedDecision } from '../../../../../contract/api/decisions.ts'
import type { DecisionDraft } from './decision-draft.ts'

const PREFIX = 'journal:decision:'

/** One for each person, manuscript and decision to be made: what was written for an earlier one never comes back. */
export const draftKey = (userId: string, { articleId, last }: Pick<PreparedDecision, 'articleId' | 'last'>): string =>
  `${PREFIX}${userId}:${articleId}:${last?.id ?? 'first'}`

export function readDraft(key: string): DecisionDraft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as DecisionDraft | null
  } catch {
    return null
  }
}

/** False if the device has no room. */
export function keepDraft(key: string, draft: DecisionDraft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

/** Removes what this person has written for decisions on this manuscript that have been sent. */
export function forgetSentDrafts(userId: string, prepared: PreparedDecision): void {
  const current = draftKey(userId, prepared)
  const own = `${PREFIX}${userId}:${prepared.articleId}:`
  for (const key of Object.keys(localStorage)) if (key.startsWith(own) && key !== current) localStorage.removeItem(key)
}
