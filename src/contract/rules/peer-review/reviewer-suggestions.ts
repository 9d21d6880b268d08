/** Whom to invite, and whom not to. */
export const SUGGESTION_KINDS = ['suggest', 'oppose'] as const
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number]

/** The authors, or a reviewer who cannot review and names others. */
export const SUGGESTION_SOURCES = ['author', 'reviewer'] as const
export type SuggestionSource = (typeof SUGGESTION_SOURCES)[number]

/** So many people can be suggested, and so many opposed, with one manuscript. */
export const SUGGESTIONS_MAX = 5
