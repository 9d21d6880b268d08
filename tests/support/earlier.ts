/** Runs `work` as if it were done some minutes ago: letters of decision wait for ten. For tests without fake timers. */
export async function earlier<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  const RealDate = Date
  class EarlierDate extends RealDate {
    constructor(...given: [] | [string | number]) {
      super(given[0] ?? EarlierDate.now())
    }
    static override now(): number {
      return RealDate.now() - minutes * 60_000
    }
  }
  globalThis.Date = EarlierDate as DateConstructor
  try {
    return await work()
  } finally {
    globalThis.Date = RealDate
  }
}
