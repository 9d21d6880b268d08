const DAY_MS = 86_400_000

/** Waits for the next day (UTC) if this one ends within so many milliseconds: what counts days must not see two. */
export async function untilMidnightIsPast(withinMs: number): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left <= withinMs) await new Promise((resolve) => setTimeout(resolve, left + 100))
}
