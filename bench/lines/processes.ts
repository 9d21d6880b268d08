import { availableParallelism } from 'node:os'
import { readEnvironment } from '../../src/app/environment.ts'
import { startJournal } from '../journal.ts'
import { attempt, judged, notMeasured, times, type Bench, type Group } from '../line.ts'
import { asBrowsers, type Asked, figure, median, publicIds, ratio, readPages } from '../load.ts'

const ARTICLES = 2_918
const LEAST_RATIO = 1.7

interface Reading {
  line: string
  /** With fewer cores the driver, which fills one, takes what the second process could use. */
  coresNeeded: number
  read: (bench: Bench, ids: string[]) => { requests: Asked[]; seconds?: number }
}

const READINGS: Reading[] = [
  {
    line: 'rendered pages',
    coresNeeded: 2,
    read: (bench, ids) => ({
      requests: ids.splice(0, times(bench, 600, 300)).map((id) => asBrowsers(`/blog/${id}`)),
    }),
  },
  {
    line: 'kept pages',
    coresNeeded: 4,
    read: (bench, ids) => ({ requests: readPages(ids.slice(-20)), seconds: times(bench, 3, 1.5) }),
  },
]

export const processes: Group = {
  name: 'processes',
  title: 'Two processes',
  how: 'Requests per second with `WEB_CONCURRENCY` 1 and 2, 32 connections, each a journal of its own, by turns.',
  columns: ['one', 'two', 'ratio'],
  lines: READINGS.map(({ line }) => line),
  measure: async function* (bench) {
    const cores = availableParallelism()
    for (const reading of READINGS) {
      if (!bench.wants(reading.line)) continue
      yield await attempt(reading.line, `≥ ${LEAST_RATIO} × where cores are to spare`, async () => {
        if (!knowsProcesses()) return notMeasured('this journal is one process')
        const [one, two]: number[][] = [[], []]
        for (let round = 0; round < times(bench, 3, 1); round++) {
          one!.push(await perSecond(bench, reading, '1'))
          two!.push(await perSecond(bench, reading, '2'))
        }
        const ratios = two!.map((rate, round) => rate / one![round]!)
        return {
          figures: { one: figure(median(one!)), two: figure(median(two!)), ratio: ratio(ratios) },
          holds: cores < reading.coresNeeded ? 'not judged' : judged(median(ratios) >= LEAST_RATIO),
          note: `${cores} cores; the driver uses up to one`,
          values: { one: one!, two: two!, ratios },
        }
      })
    }
  },
}

async function perSecond(bench: Bench, { read }: Reading, WEB_CONCURRENCY: string): Promise<number> {
  const journal = await startJournal(await bench.archive(ARTICLES), { WEB_CONCURRENCY })
  try {
    const ids = await publicIds(journal.url, ARTICLES)
    const load = (job: ReturnType<Reading['read']>) => bench.load({ origin: journal.url, connections: 32, ...job })
    await load({ requests: ids.splice(0, 300).map((id) => asBrowsers(`/blog/${id}`)) })
    await load(read(bench, ids))
    return (await load(read(bench, ids))).perSecond
  } finally {
    await journal.stop()
  }
}

/** Whether the journal has this setting: it refuses a wrong value of those that it has. */
function knowsProcesses(): boolean {
  try {
    readEnvironment({ WEB_CONCURRENCY: 'several' })
    return false
  } catch {
    return true
  }
}
