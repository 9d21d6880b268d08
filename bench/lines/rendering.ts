import { startJournal } from '../journal.ts'
import { attempt, judged, times, type Group } from '../line.ts'
import { figure, median, ratio } from '../numbers.ts'
import { asBrowsers, publicIds } from '../reading.ts'
import { cpuSeconds, idle } from '../usage.ts'

const ARTICLES = 2_918
const GOAL = 1.5
const LINE = 'article page, rendered'

export const rendering: Group = {
  name: 'rendering',
  title: 'Rendered pages',
  how: `CPU seconds per 1,000 requests, 32 connections, ${ARTICLES} articles, br and gzip accepted. Each request asks for an article page that nobody has asked for since the start; the journal has rendered 300 others before. What it does after its answers, until it is idle again, counts.`,
  columns: ['ours', 'smallest–largest'],
  lines: [LINE],
  measure: async function* (bench) {
    const journal = await startJournal(await bench.archive(ARTICLES))
    try {
      yield await attempt(LINE, `≤ ${GOAL}`, async () => {
        const ids = await publicIds(journal.url, ARTICLES)
        const read = (count: number) =>
          bench.load({
            origin: journal.url,
            requests: ids.splice(0, count).map((id) => asBrowsers(`/blog/${id}`)),
            connections: 32,
          })
        await read(300)
        await idle(journal.pid)
        const costs: number[] = []
        for (let round = 0; round < times(bench, 5, 3); round++) {
          const before = cpuSeconds(journal.pid)
          const { requests } = await read(times(bench, 400, 200))
          await idle(journal.pid)
          costs.push((1000 * (cpuSeconds(journal.pid) - before)) / requests)
        }
        return {
          figures: { ours: figure(median(costs)), 'smallest–largest': ratio(costs).replace(/^.*\(|\)$/g, '') },
          holds: judged(median(costs) <= GOAL),
          values: { costs },
        }
      })
    } finally {
      await journal.stop()
    }
  },
}
