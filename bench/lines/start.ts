import { startJournal } from '../journal.ts'
import { attempt, judged, times, type Bench, type Group } from '../line.ts'
import { median, range } from '../load.ts'

const GOAL_MS = 1000
const sizes: { line: string; articles: (bench: Bench) => number }[] = [
  { line: '500 articles', articles: () => 500 },
  { line: '2,918 articles', articles: () => 2_918 },
  { line: 'the large archive', articles: ({ large }) => large },
]

export const start: Group = {
  name: 'start',
  title: 'Start to first answer',
  how: 'Milliseconds from the start of the process that `npm start` runs, of a built journal, to the home page; median of several starts after a first that does not count.',
  columns: ['ms', 'smallest–largest', 'CPU s'],
  lines: sizes.map(({ line }) => line),
  measure: async function* (bench) {
    for (const { line, articles } of sizes) {
      if (!bench.wants(line)) continue
      yield await attempt(line, `≤ ${GOAL_MS}`, async () => {
        const archive = await bench.archive(articles(bench))
        const starts: number[] = []
        const costs: number[] = []
        for (let round = 0; round <= times(bench, 7, 3); round++) {
          const journal = await startJournal(archive)
          await journal.stop()
          if (round === 0) continue
          starts.push(journal.startedInMs)
          costs.push(journal.startedInCpuSeconds)
        }
        return {
          figures: {
            ms: median(starts).toFixed(0),
            'smallest–largest': range(starts)
              .map((ms) => ms.toFixed(0))
              .join('–'),
            'CPU s': median(costs).toFixed(2),
          },
          holds: judged(median(starts) <= GOAL_MS),
          note: `${archive.articles.toLocaleString('en')} articles`,
          values: { starts, costs },
        }
      })
    }
  },
}
