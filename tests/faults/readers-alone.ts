import { setTimeout as pause } from 'node:timers/promises'
import { openS3Server } from '../support/s3-server.ts'
import { inBucket } from './driver/bucket-files.ts'
import { openProxy, type Proxy, type Trouble } from './driver/proxy.ts'
import { Run } from './driver/run.ts'
import type { Scenario } from './scenario.ts'

const SHORT: [Trouble, number][] = [
  ['reset', 1],
  ['stalls', 4],
]
const LONG: [Trouble, number][] = [
  ['cut', 3],
  ['reset', 3],
  ['stalls', 10],
  ['stalls', 25],
]
/** The first reader waits two seconds for a database that stalls. */
const SLOWEST_MS = 5_000

/** Nobody writes, readers read: PostgreSQL, the store for files, or both are away. */
export const readersAlone: Scenario = {
  name: 'database and store away while reading',
  engines: ['postgres'],
  recoversInSeconds: 15,
  async run(setting) {
    const { hostname, port } = new URL(setting.postgres!)
    const s3 = await openS3Server()
    const store = await openProxy({ host: '127.0.0.1', port: s3.port })
    const database = await openProxy({ host: hostname, port: Number(port) })
    try {
      const run = await Run.begin(setting, {
        files: inBucket(s3),
        settings: ({ databaseUrl }) => {
          const through = new URL(databaseUrl!)
          through.port = String(database.port)
          return { ...s3.environment, S3_ENDPOINT: `http://127.0.0.1:${store.port}`, DATABASE_URL: through.href }
        },
      })
      const { load, figures, workers } = run
      const ask = async (path: string) => {
        const began = performance.now()
        const answer = await fetch(run.server.url + path)
        const text = await answer.text()
        if (performance.now() - began > SLOWEST_MS)
          figures.missed.push(`GET ${path} took ${performance.now() - began} ms`)
        return { status: answer.status, text, age: answer.headers.get('age') }
      }
      const say = (what: string, found: unknown) =>
        figures.wrongAnswers.push(`${what}: ${JSON.stringify(found).slice(0, 200)}`)
      run.work()
      const approved = () => workers.witness.all().find(({ what }) => what === 'approval') as { id: string } | undefined
      while (!approved()) await pause(50)
      const { id } = approved()!
      const kept = [
        '/',
        '/blog',
        `/blog/${id}`,
        '/about',
        '/api/posts/published',
        `/api/posts/details/${id}`,
        '/feed.atom',
      ]
      let read = 0

      const without = async (parts: Proxy[], trouble: Trouble, lasts: number) => {
        await load.close()
        for (const path of kept) for (let time = 0; time < 2; time++) await ask(path)
        for (const part of parts) part.become(trouble)
        figures.faults++
        load.faultBegins(503)
        const isCached = parts.includes(database)
        for (const until = performance.now() + lasts * 1000; performance.now() < until; await pause(50)) {
          for (const path of kept) {
            const { status, age } = await ask(path)
            read++
            if (status !== 200 || (age !== null) !== isCached) say(`GET ${path}, ${trouble}`, { status, age })
          }
          const ready = await ask('/api/health/ready')
          if (ready.status !== 200 || !ready.text.includes('"degraded"')) say('the balancer was answered', ready)
        }
        for (const part of parts) part.become('passes')
        load.faultEnds()
        const began = performance.now()
        load.open()
        figures.recovery.push(await load.secondsToWrite(began))
        await load.close()
        load.recovered()
        for (let waited = 0; (await ask('/api/posts/published')).age !== null; waited++) {
          if (waited === 100) {
            figures.missed.push('what readers get is still taken for old')
            break
          }
          await pause(100)
        }
        load.open()
      }
      for (const [trouble, lasts] of setting.long ? LONG : SHORT) {
        for (const parts of [[database], [store], [database, store]]) await without(parts, trouble, lasts)
      }
      figures.notes.push(`${read} pages were read meanwhile`)
      return await run.finish()
    } finally {
      await database.close()
      await store.close()
      await s3.close()
    }
  },
}
