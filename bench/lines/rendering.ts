import { startJournal } from '../journal.ts'
import { attempt, judged, times, type Group } from '../line.ts'
import { asBrowsers, figure, median, publicIds, ratio } from '../load.ts'
import { cpuSeconds, idle } from '../usage.ts'

const ARTICLES = 2_918
const GOAL = 1.5
/** Read before anything is measured. */
const OTHERS = 300
const LINE = 'article page, rendered'

export const rendering: Group = {
  name: 'rendering',
  title: 'Rendered pages',
  how: `CPU seconds per 1,000 requests, 32 connections, ${ARTICLES} articles, br and gzip accepted. Each request asks for an article page, with its full text, that nobody has asked for since the site has changed; the journal has rendered 300 others since then. What it does after its answers, until it is idle again, counts.`,
  columns: ['ours', 'smallest–largest'],
  lines: [LINE],
  measure: async function* (bench) {
    const archive = await bench.archive(ARTICLES)
    const journal = await startJournal(archive)
    try {
      yield await attempt(LINE, `≤ ${GOAL}`, async () => {
        const rounds = times(bench, 5, 3)
        const each = times(bench, 400, 200)
        const ids = (await publicIds(journal.url, ARTICLES)).slice(0, OTHERS + rounds * each)
        const read = (some: string[]) =>
          bench.load({
            origin: journal.url,
            requests: some.map((id) => asBrowsers(`/blog/${id}`)),
            connections: 32,
          })
        // The first reader of all has the references formatted, which are stored.
        await read(ids)
        await archive.touch()
        await read(ids.splice(0, OTHERS))
        await idle(journal.pid)
        const costs: number[] = []
        for (let round = 0; round < rounds; round++) {
          const before = cpuSeconds(journal.pid)
          const { requests } = await read(ids.splice(0, each))
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
