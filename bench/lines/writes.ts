import { AUTHOR_EMAIL } from '../articles.ts'
import { anApproval, approve, aSubmission, Caller, submit } from '../api.ts'
import { ADMIN_EMAIL, startJournal, type Journal } from '../journal.ts'
import { attempt, judged, reason, times, type Bench, type Group } from '../line.ts'
import { figure, median, publicIds, ratio, readPages } from '../load.ts'

const CONNECTIONS = 256
const WRITES_A_SECOND = 5
const MOST_RATIO = 3
const LINE = '5 writes a second, 256 readers'

export const writes: Group = {
  name: 'writes',
  title: 'Writes under reading',
  how: `Milliseconds. ${CONNECTIONS} connections read the home page, the first lists and 20 articles as fast as they are answered, in turns without and with ${WRITES_A_SECOND} writes a second: a submission and an approval by turns, whose files have been uploaded before. Any error fails the line. The ratio is that of the readers’ 99th percentiles.`,
  columns: ['p99, quiet', 'p99, with writes', 'ratio', 'a write (median)'],
  lines: [LINE],
  measure: async function* (bench) {
    const journal = await startJournal(await bench.archive(500))
    try {
      yield await attempt(LINE, `< ${MOST_RATIO} ×, no error`, () => measure(bench, journal))
    } finally {
      await journal.stop()
    }
  },
}

async function measure(bench: Bench, journal: Journal) {
  const seconds = times(bench, 8, 4)
  const rounds = times(bench, 3, 1)
  const [author, administrator] = [new Caller(journal.url, AUTHOR_EMAIL), new Caller(journal.url, ADMIN_EMAIL)]
  const requests = readPages(await publicIds(journal.url, 20))
  const read = () => bench.load({ origin: journal.url, requests, connections: CONNECTIONS, seconds })

  const each = Math.ceil((seconds * WRITES_A_SECOND * rounds) / 2)
  const [category] = await author.get<{ id: string }[]>('/categories')
  const submissions = await inTurn(each, () => aSubmission(author, category!.id))
  const approvals = await inTurn(each, () => anApproval(administrator))
  const { data } = await administrator.get<{ data: { id: string }[] }>('/posts/all?status=pending&limit=100')
  const pending = data.map(({ id }) => id)

  const writeOnce = async (number: number): Promise<void> => {
    if (number % 2) await approve(administrator, pending.shift()!, approvals.shift())
    else pending.push((await submit(author, submissions.shift())).id)
  }
  await read()
  const [quiet, busy, took]: number[][] = [[], [], []]
  const failures: unknown[] = []
  for (let round = 0; round < rounds; round++) {
    quiet!.push((await read()).p99)
    const under: Promise<void>[] = []
    const timer = setInterval(() => {
      if (under.length >= seconds * WRITES_A_SECOND) return
      const begun = performance.now()
      under.push(
        writeOnce(under.length).then(
          () => void took!.push(performance.now() - begun),
          (error: unknown) => void failures.push(error),
        ),
      )
    }, 1000 / WRITES_A_SECOND)
    busy!.push((await read().finally(() => clearInterval(timer))).p99)
    await Promise.all(under)
    if (failures.length) throw new Error(`${failures.length} writes failed: ${reason(failures[0])}`)
  }
  const ratios = busy!.map((p99, round) => p99 / quiet![round]!)
  return {
    figures: {
      'p99, quiet': figure(median(quiet!)),
      'p99, with writes': figure(median(busy!)),
      ratio: ratio(ratios),
      'a write (median)': figure(median(took!)),
    },
    holds: judged(median(ratios) < MOST_RATIO),
    note: `${took!.length} writes`,
    values: { quiet: quiet!, busy: busy!, ratios, took: took! },
  }
}

async function inTurn<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  while (all.length < count) all.push(await make())
  return all
}
