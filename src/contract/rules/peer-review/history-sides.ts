/** Who has done what a case's history tells. */
export const HISTORY_SIDES = ['author', 'editor', 'reviewer', 'journal'] as const
export type HistorySide = (typeof HISTORY_SIDES)[number]
