/** How many copies are kept: the newest of each of the last days, weeks and months that have one. */
export const KEPT = { days: 7, weeks: 4, months: 6 }

/**
 * Those of the copies (by the times at which they began) that are kept. Periods without a copy do not count, so a clock
 * that jumps, or a long time without copies, never removes the last ones.
 */
export function copiesToKeep(startedAt: readonly string[]): Set<string> {
  const newestFirst = [...startedAt].sort().reverse()
  const kept = new Set<string>(newestFirst.slice(0, 1))
  const periods: [(at: string) => string, number][] = [
    [(at) => at.slice(0, 10), KEPT.days],
    [weekOf, KEPT.weeks],
    [(at) => at.slice(0, 7), KEPT.months],
  ]
  for (const [periodOf, most] of periods) {
    const seen = new Set<string>()
    for (const at of newestFirst) {
      if (seen.size === most || seen.has(periodOf(at))) continue
      seen.add(periodOf(at))
      kept.add(at)
    }
  }
  return kept
}

/** The Monday of its week. */
function weekOf(at: string): string {
  const day = new Date(`${at.slice(0, 10)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
