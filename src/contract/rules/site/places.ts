const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** Where something in an order is now, as it is read out: 'Kamau Githinji, now second of 3 in Associate Editors.' */
export const placeWords = (name: string, place: number, count: number, list?: string): string =>
  `${name}, now ${ORDINALS[place - 1] ?? `number ${place}`} of ${count}${list === undefined ? '' : ` in ${list}`}.`

/** The list with the item at `from` moved to `to`; both are kept within the list. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from]
  if (item === undefined) return [...list]
  return list.toSpliced(from, 1).toSpliced(Math.max(0, Math.min(to, list.length - 1)), 0, item)
}
