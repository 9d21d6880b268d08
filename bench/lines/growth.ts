import { CALLS, largestPart, sideOf, type GrowthCall, type Side } from '../growth-calls.ts'
import { startJournal } from '../journal.ts'
import { attempt, judged, times, type Bench, type Group } from '../line.ts'
import { figure, median } from '../load.ts'
import { idle } from '../usage.ts'

const SMALL = 500
const MOST_RATIO = 2
const UNCOUNTED = 3

/** Its address depends on how the sitemap is cut, so it is found out before. */
const part: GrowthCall = {
  line: 'the sitemap’s largest part',
  isPublic: true,
  prepare: largestPart,
  ask: async (side, path) => (await fetch(side.url + String(path))).arrayBuffer(),
}
const ALL = [...CALLS, part]

export const growth: Group = {
  name: 'growth',
  title: 'Growth',
  how: `Milliseconds of one call over HTTP, one after the other: the median of 20 calls of each of two journals by turns, after ${UNCOUNTED} that do not count. One has ${SMALL} articles, the other as many as the column says and ten times as many contributors; both have the same number of categories, volumes and of the author’s own articles. Public answers are asked for right after the site’s version was raised, so that none is kept; of a page that is the whole rendering.`,
  columns: ['at 500', 'large', 'ratio'],
  lines: ALL.map(({ line }) => line),
  measure: async function* (bench) {
    const [small, large] = [await bench.archive(SMALL), await bench.archive(bench.large)]
    const journals = [await startJournal(small), await startJournal(large)]
    try {
      const sides = [await sideOf(small, journals[0]!), await sideOf(large, journals[1]!)]
      for (const call of ALL) {
        if (!bench.wants(call.line)) continue
        yield await attempt(call.line, `≤ ${MOST_RATIO} ×`, async () => {
          const taken = await timesOf(bench, call, sides)
          const ratio = median(taken[1]!) / median(taken[0]!)
          return {
            figures: { 'at 500': figure(median(taken[0]!)), large: figure(median(taken[1]!)), ratio: figure(ratio) },
            holds: judged(ratio <= MOST_RATIO),
            values: { small: taken[0]!, large: taken[1]!, ratio },
          }
        })
        for (const { pid } of journals) await idle(pid)
      }
    } finally {
      for (const { stop } of journals) await stop()
    }
  },
}

async function timesOf(bench: Bench, { isPublic, prepare, ask }: GrowthCall, sides: Side[]): Promise<number[][]> {
  const taken: number[][] = sides.map(() => [])
  for (let round = -UNCOUNTED; round < times(bench, 20, 7); round++) {
    for (const [index, side] of sides.entries()) {
      const prepared = await prepare?.(side)
      if (isPublic) await side.archive.touch()
      const begun = performance.now()
      await ask(side, prepared)
      if (round >= 0) taken[index]!.push(performance.now() - begun)
    }
  }
  return taken
}
