import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { DomainError } from '../../platform/errors.ts'
import type { PublicCache } from '../../platform/http/public-cache.ts'
import { limited, type RateLimits } from '../../platform/http/rate-limits.ts'
import { DURATIONS, type RequestCounts } from '../../platform/http/request-counts.ts'
import { inTime } from '../../platform/time-limit.ts'
import { emailFacts, factsOfExtensions, loadQueues } from './facts.ts'
import { OtherProcesses } from '../../platform/other-processes.ts'
import type { MonitoringResources } from './operation.ts'

const DATABASE_MS = 2_000
/** Scrapes that come at once share what is read from the database. */
const SHARED_MS = 1_000

type Labels = Record<string, string>
interface Value {
  value: number
  labels: Labels
  metricName?: string
}
interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  aggregator: 'sum' | 'first'
  values: Value[]
}
const metric = (type: Metric['type'], name: string, help: string, values: Value[]): Metric => ({
  ...{ name: `journal_${name}`, help, type, aggregator: 'sum' as const, values },
})
const one = (value: number, labels: Labels = {}): Value[] => [{ value, labels }]

export interface MetricsParts {
  token: string
  counts: RequestCounts
  cache: PublicCache
}

/**
 * `GET /api/metrics`, for Prometheus, with the token alone. What is of one process has its number as a label, and all
 * processes of this server are in each answer, whichever is asked; what is of the whole journal comes from the database.
 */
export async function mountMetrics(
  app: FastifyInstance,
  resources: MonitoringResources,
  rates: RateLimits,
  { token, counts, cache }: MetricsParts,
): Promise<void> {
  // Loaded only by journals that are measured.
  const { default: prometheus } = await import('prom-client')
  const registry = new prometheus.Registry()
  registry.setDefaultLabels({ process: process.env.JOURNAL_PROCESS ?? '1' })
  prometheus.collectDefaultMetrics({ register: registry })
  const ofProcess = () => processMetrics(resources, counts, cache)
  for (const { name } of ofProcess()) {
    const named = { name, get: async () => ofProcess().find((each) => each.name === name)! }
    registry.registerMetric(named as never)
  }
  const others = new OtherProcesses(() => registry.getMetricsAsJSON())
  let ofJournal = { at: -Infinity, metrics: Promise.resolve<Metric[]>([]) }
  const journalMetricsOnce = () => {
    const now = performance.now()
    if (now - ofJournal.at > SHARED_MS) ofJournal = { at: now, metrics: journalMetrics(resources) }
    return ofJournal.metrics
  }
  const isRight = tokenCheck(token)
  app.get(
    `${API_PREFIX}/metrics`,
    { logLevel: 'warn', config: limited(rates, 'measuring', 'metrics') },
    async ({ headers }, reply) => {
      if (!isRight(headers.authorization)) throw new DomainError('unauthenticated', 'The metrics need a token.')
      const [own, more, ofAll] = await Promise.all([registry.getMetricsAsJSON(), others.ask(), journalMetricsOnce()])
      const all = prometheus.AggregatorRegistry.aggregate([own, ...more, ofAll] as never)
      return reply
        .header('cache-control', 'no-store')
        .type(prometheus.Registry.PROMETHEUS_CONTENT_TYPE)
        .send(await all.metrics())
    },
  )
}

/** Compares digests, so that neither the time nor the length tells anything about the token. */
function tokenCheck(token: string): (authorization: string | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(`Bearer ${token}`)
  return (authorization = '') => timingSafeEqual(digest(authorization), wanted)
}

/** What this process counts and holds. */
function processMetrics(resources: MonitoringResources, counts: RequestCounts, cache: PublicCache): Metric[] {
  const { database, uploads, operation } = resources
  const { waits } = database
  const answers = (kind: 'hits' | 'misses'): Value[] =>
    Object.entries(cache.counts).map(([of, counted]) => ({ value: counted[kind], labels: { of } }))
  const work = (operation.background?.states() ?? []).map(({ kind, ...state }) => ({
    labels: { work: kind },
    ...state,
  }))
  return [
    metric(
      'histogram',
      'request_duration_seconds',
      'Time to answer, by route and class of status.',
      requestValues(counts),
    ),
    metric('counter', 'cache_hits_total', 'Requests that were answered from the cache.', answers('hits')),
    metric('counter', 'cache_misses_total', 'Requests whose answer had to be made first.', answers('misses')),
    metric('gauge', 'cache_bytes', 'What the cache holds.', one(cache.bytes)),
    metric('gauge', 'database_waiting', 'Work that waits for a connection.', one(waits.waiting())),
    metric(
      'counter',
      'database_waits_total',
      'Connections (PostgreSQL) or write locks (SQLite) taken.',
      one(waits.count),
    ),
    metric('counter', 'database_wait_seconds_total', 'Time spent waiting for them.', one(waits.seconds)),
    metric('counter', 'database_busy_total', 'Write locks of SQLite that were not got in time.', one(waits.busy)),
    metric('gauge', 'uploads_under_way', 'Uploads under way.', one(uploads.underWay.count)),
    metric(
      'gauge',
      'background_failures',
      'Runs of background work that have failed in a row.',
      work.map(({ labels, failures }) => ({ labels, value: failures })),
    ),
    metric(
      'gauge',
      'background_succeeded_timestamp_seconds',
      'When background work was last done, or none was due.',
      work.map(({ labels, succeededAt }) => ({ labels, value: (succeededAt ?? 0) / 1000 })),
    ),
    metric(
      'gauge',
      'version_info',
      'The version of the program.',
      one(1, { version: operation.version, node: process.version }),
    ),
  ]
}

function requestValues({ byRoute }: RequestCounts): Value[] {
  const name = 'journal_request_duration_seconds'
  return [...byRoute].flatMap(([route, ofRoute]) =>
    ofRoute.flatMap((counted, digit) => {
      if (!counted) return []
      const labels = { route, status: `${digit}xx` }
      let sum = 0
      const values: Value[] = DURATIONS.map((le, at) => ({
        ...{
          value: (sum += counted.classes[at]!),
          labels: { le: String(le), ...labels },
          metricName: `${name}_bucket`,
        },
      }))
      sum += counted.classes.at(-1)!
      values.push({ value: sum, labels: { le: '+Inf', ...labels }, metricName: `${name}_bucket` })
      values.push({ value: counted.seconds, labels, metricName: `${name}_sum` })
      values.push({ value: sum, labels, metricName: `${name}_count` })
      return values
    }),
  )
}

/** What is the same for all processes. What the database does not answer in time is left out; `database_up` is 0 then. */
async function journalMetrics(resources: MonitoringResources): Promise<Metric[]> {
  const { database, store, mailer, uploads } = resources
  const known = <T>(find: () => Promise<T>): Promise<T | null> => inTime(DATABASE_MS, find).catch(() => null)
  const [queues, emails, { backups }, free] = await Promise.all([
    known(() => loadQueues(database)),
    known(() => emailFacts(database.db, mailer !== null)),
    factsOfExtensions(resources, known),
    known(() => store.freeBytes()),
  ])
  const age = (at: string) => Math.max(0, (Date.now() - Date.parse(at)) / 1000)
  const metrics = [
    metric('gauge', 'database_up', 'Whether the database answered this request in time.', one(queues ? 1 : 0)),
  ]
  if (queues) {
    metrics.push(
      metric(
        'gauge',
        'queue_length',
        'Background work that waits.',
        queues.map(({ name, waiting }) => ({ value: waiting, labels: { work: name } })),
      ),
      metric(
        'gauge',
        'queue_given_up',
        'Background work that has been tried too often.',
        queues.map(({ name, givenUp }) => ({ value: givenUp, labels: { work: name } })),
      ),
    )
  }
  if (emails) {
    const oldest = emails.oldestAt ? age(emails.oldestAt) : 0
    metrics.push(
      metric(
        'gauge',
        'oldest_unsent_email_seconds',
        'Age of the oldest email that could have been sent; 0 if none.',
        one(oldest),
      ),
      metric('gauge', 'failing_emails', 'Emails that have been tried in vain.', one(emails.failing)),
    )
  }
  // Without a good backup there is no age: alert on its absence as well.
  if (backups?.newestGoodAt)
    metrics.push(
      metric('gauge', 'newest_backup_seconds', 'Age of the newest good backup.', one(age(backups.newestGoodAt))),
    )
  if (free !== null) {
    metrics.push(
      metric('gauge', 'disk_free_bytes', 'Free room on the disk of files.', one(free)),
      metric('gauge', 'disk_reserve_bytes', 'Below this no files are stored.', one(uploads.spareBytes)),
    )
  }
  return metrics
}
