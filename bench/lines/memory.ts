import type { Archive } from '../archive.ts'
import { startJournal, type Journal } from '../journal.ts'
import { attempt, judged, times, type Bench, type Group } from '../line.ts'
import { asBrowsers, publicIds, readPages } from '../load.ts'
import { idle, pssMiB } from '../usage.ts'

const GOAL_MIB = 150
const SMALL = 500
const WHOLE = 2_918

interface Step {
  line: string
  articles: number
  /** What the journal is asked before its memory is read. */
  read: (bench: Bench, journal: Journal) => Promise<void>
}

const articlePages = async (journal: Journal, count: number) =>
  (await publicIds(journal.url, count)).map((id) => asBrowsers(`/blog/${id}`))
const listPages = (articles: number) =>
  Array.from({ length: Math.floor((articles * 0.88) / 6) }, (_, index) => asBrowsers(`/blog?page=${index + 1}`))

/** Taken one after the other from one journal for each archive. */
const STEPS: Step[] = [
  { line: 'after the start', articles: SMALL, read: async () => {} },
  {
    line: 'after kept pages',
    articles: SMALL,
    read: async (bench, journal) => {
      const requests = readPages(await publicIds(journal.url, 20))
      await bench.load({ origin: journal.url, requests, connections: 32, seconds: times(bench, 8, 3) })
    },
  },
  {
    line: 'after 500 rendered pages',
    articles: SMALL,
    read: async (bench, journal) => {
      const requests = [...(await articlePages(journal, SMALL)), ...listPages(SMALL)].slice(0, 500)
      await bench.load({ origin: journal.url, requests, connections: 32 })
    },
  },
  {
    line: 'every page of 2,918 articles, twice',
    articles: WHOLE,
    read: async (bench, journal) => {
      const requests = [...(await articlePages(journal, WHOLE)), ...listPages(WHOLE)]
      const some = requests.slice(0, times(bench, requests.length, 800))
      for (let round = 0; round < 2; round++) {
        await bench.load({ origin: journal.url, requests: some, connections: 32 })
      }
    },
  },
]

export const memory: Group = {
  name: 'memory',
  title: 'Memory',
  how: 'MiB of the journal’s processes (PSS), the largest of a reading each quarter of a second, and what is held once it is idle again. With --quick the last line reads 800 pages.',
  columns: ['largest', 'held'],
  lines: STEPS.map(({ line }) => line),
  measure: async function* (bench) {
    for (const articles of [SMALL, WHOLE]) {
      const steps = STEPS.filter((step) => step.articles === articles)
      if (!steps.some(({ line }) => bench.wants(line))) continue
      const archive: Archive = await bench.archive(articles)
      const journal = await startJournal(archive)
      try {
        for (const { line, read } of steps) {
          yield await attempt(line, `≤ ${GOAL_MIB}`, async () => {
            let largest = pssMiB(journal.pid)
            const watch = setInterval(() => (largest = Math.max(largest, pssMiB(journal.pid))), 250)
            await read(bench, journal).finally(() => clearInterval(watch))
            largest = Math.max(largest, pssMiB(journal.pid))
            await idle(journal.pid)
            const held = pssMiB(journal.pid)
            return {
              figures: { largest: largest.toFixed(0), held: held.toFixed(0) },
              holds: judged(largest <= GOAL_MIB),
              values: { largest, held },
            }
          })
        }
      } finally {
        await journal.stop()
      }
    }
  },
}
