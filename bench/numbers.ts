export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value that `share` of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export const range = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)]

/** Three figures: 0.0213, 1.74, 250. */
export const figure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))

/** A ratio's median with the smallest and the largest: '1.74 (1.69–1.8)'. */
export const ratio = (values: readonly number[]): string =>
  `${figure(median(values))} (${range(values).map(figure).join('–')})`
