import { FROM_DISK, record, type Recorded } from '../answers.ts'
import { startJournal } from '../journal.ts'
import { attempt, judged, times, type Bench, type Finding, type Group } from '../line.ts'
import { type Asked, figure, median, newestArticle, ratio } from '../load.ts'
import { startBare, startNginx, type Other } from '../others.ts'
import { cpuSeconds, idle } from '../usage.ts'

export const ARTICLES = 500
const CONNECTIONS = 32
const GZIP = { 'accept-encoding': 'gzip' }

interface Kept {
  line: string
  path: (article: string) => string
  /** Asked with the tag of the answer, so that the answer is 304. */
  unchanged?: true
  /** The journal reads it from the disk on each request: so does a second bare Node. */
  stream?: true
  goal: string
  holds: (ours: number, ratioToBare: number) => boolean
}

const TWICE = { goal: '≤ 2 × bare', holds: (_: number, ratioToBare: number) => ratioToBare <= 2 }

const KEPT: Kept[] = [
  { line: 'article page, kept', path: (id) => `/blog/${id}`, ...TWICE },
  { line: 'home, kept', path: () => '/', ...TWICE },
  { line: '/blog page 1, kept', path: () => '/blog', ...TWICE },
  { line: '/blog page 40, kept', path: () => '/blog?page=40', ...TWICE },
  { line: 'JSON list, kept', path: () => '/api/posts/published', ...TWICE },
  { line: 'article page, 304', path: (id) => `/blog/${id}`, unchanged: true, ...TWICE },
  {
    line: 'PDF of 1 MiB',
    path: (id) => `/blog/${id}.pdf`,
    stream: true,
    goal: '≤ 0.16',
    holds: (ours) => ours <= 0.16,
  },
]

/** Answers that are kept, or not made at all: beside a bare Node and nginx, which send the same bytes. */
export const kept: Group = {
  name: 'kept',
  title: 'Pages that are kept',
  how: `CPU seconds per 1,000 requests, ${CONNECTIONS} connections, ${ARTICLES} articles. The servers take turns; each figure is the median of the rounds, the ratio that of each round with the smallest and the largest. Each server sends the same gzip bytes and headers.`,
  columns: ['nginx', 'bare Node', 'ours', 'ours / bare'],
  lines: KEPT.map(({ line }) => line),
  measure: async function* (bench) {
    const journal = await startJournal(await bench.archive(ARTICLES))
    const folder = bench.folder()
    const article = await newestArticle(journal.url)
    const wanted = KEPT.filter(({ line }) => bench.wants(line))
    const answers: (Recorded & { bytes: number })[] = []
    for (const [index, { path }] of wanted.entries()) {
      answers.push(await record(journal.url, path(article), GZIP, folder, index))
    }
    const bare = await startBare(answers, folder)
    const nginx = await startNginx(answers, folder)
    try {
      for (const [index, line] of wanted.entries()) {
        const [answer, path] = [answers[index]!, line.path(article)]
        const ours = { url: journal.url, pid: journal.pid, path }
        const servers = {
          nginx: nginx && { ...nginx, path: answer.path },
          bare: { ...bare, path: answer.path },
          fromDisk: line.stream ? { ...bare, path: answer.path + FROM_DISK } : null,
          ours,
        }
        yield await attempt(line.line, line.goal, () => measure(bench, line, answer.bytes, servers))
      }
    } finally {
      await Promise.all([journal.stop(), bare.stop(), nginx?.stop()])
    }
  },
}

type Server = Pick<Other, 'url' | 'pid'> & { path: string }

async function measure(
  bench: Bench,
  { unchanged, holds }: Kept,
  bytes: number,
  servers: { nginx: Server | null; bare: Server; fromDisk: Server | null; ours: Server },
): Promise<Finding> {
  const run = async (server: Server, seconds: number) => {
    const asked: Asked = { path: server.path, headers: GZIP }
    if (unchanged) {
      // nginx has a tag of its own.
      const { headers } = await fetch(server.url + server.path, { headers: GZIP })
      Object.assign(asked, { headers: { ...GZIP, 'if-none-match': headers.get('etag')! }, status: 304 })
    }
    const before = cpuSeconds(server.pid)
    const loaded = await bench.load({ origin: server.url, requests: [asked], connections: CONNECTIONS, seconds })
    const cost = (1000 * (cpuSeconds(server.pid) - before)) / loaded.requests
    const expected = unchanged ? 0 : bytes
    if (loaded.bytesEach !== expected) {
      throw new Error(`${server.url}${server.path} sent ${loaded.bytesEach} bytes instead of ${expected}.`)
    }
    return { cost, requests: loaded.requests }
  }
  const there = Object.entries(servers).flatMap(([name, server]) => (server ? [{ name, server }] : []))
  // What is compiled, or compressed once more, when a page turns out to be read often, is not part of a round.
  for (const { server } of there) {
    await run(server, times(bench, 1.5, 0.7))
    await idle(server.pid)
  }
  const costs: Record<string, number[]> = {}
  const onPostgres: number[] = []
  for (let round = 0; round < times(bench, 5, 3); round++) {
    for (const { name, server } of there) {
      const before = bench.postgresPid === null ? 0 : cpuSeconds(bench.postgresPid)
      const { cost, requests } = await run(server, times(bench, 1.2, 0.5))
      ;(costs[name] ??= []).push(cost)
      if (name === 'ours' && bench.postgresPid !== null) {
        onPostgres.push((1000 * (cpuSeconds(bench.postgresPid) - before)) / requests)
      }
    }
  }
  const notes = [
    costs.fromDisk && `bare Node reading from the disk: ${figure(median(costs.fromDisk))}`,
    onPostgres.length > 0 && `and ${figure(median(onPostgres))} in PostgreSQL`,
  ].filter(Boolean)
  const ratios = costs.ours!.map((ours, round) => ours / costs.bare![round]!)
  return {
    figures: {
      nginx: costs.nginx ? figure(median(costs.nginx)) : 'not installed',
      'bare Node': figure(median(costs.bare!)),
      ours: figure(median(costs.ours!)),
      'ours / bare': ratio(ratios),
    },
    holds: judged(holds(median(costs.ours!), median(ratios))),
    ...(notes.length ? { note: notes.join('; ') } : {}),
    values: { ...costs, ratios },
  }
}
