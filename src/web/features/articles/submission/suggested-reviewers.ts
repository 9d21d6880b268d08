import type { SuggestionKind } from '../../../../contract/rules/peer-review/reviewer-suggestions.ts'

/** Somebody suggested or opposed in a draft; the key is stable while others are added and removed. */
export interface DraftSuggestion {
  key: string
  kind: SuggestionKind
  fullName: string
  email: string
  affiliation: string
  reason: string
}

export const blankSuggestion = (kind: SuggestionKind): DraftSuggestion => ({
  ...{ key: crypto.randomUUID(), kind, fullName: '', email: '', affiliation: '', reason: '' },
})

/** Those in which something is filled in: the others are not sent. */
export const filledSuggestions = (suggestions: readonly DraftSuggestion[]): DraftSuggestion[] =>
  suggestions.filter(({ fullName, email, affiliation, reason }) =>
    [fullName, email, affiliation, reason].some((value) => value.trim() !== ''),
  )

const FIELD = 'reviewerSuggestions'
const PART = /^reviewerSuggestions(?:\.|$)/

export const isSuggestionField = (field: string): boolean => PART.test(field)

/** The name of a person's field in the contract's errors; null if the person is not sent. */
export function fieldOf(
  suggestions: readonly DraftSuggestion[],
  key: string,
  field: keyof DraftSuggestion,
): string | null {
  const at = filledSuggestions(suggestions).findIndex((one) => one.key === key)
  return at < 0 ? null : `${FIELD}.${at}.${field}`
}
