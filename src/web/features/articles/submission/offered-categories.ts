/** A category as the wizard knows it. */
export interface OfferedCategory {
  id: string
  name: string
  closed: boolean
  formerIds: readonly string[]
}

/** What an author can choose: those that take manuscripts, and the chosen one, which may have been closed since. */
export const offeredCategories = (categories: readonly OfferedCategory[], chosen: string) =>
  categories
    .filter(({ id, closed }) => !closed || id === chosen)
    .map(({ id, name, closed }) => ({ id, name: closed ? `${name} (closed to new manuscripts)` : name }))

/** The category that a draft means: one that was merged since means that into which it was merged. */
export const meantCategory = (categories: readonly OfferedCategory[], chosen: string): string =>
  categories.find(({ formerIds }) => formerIds.includes(chosen))?.id ?? chosen
