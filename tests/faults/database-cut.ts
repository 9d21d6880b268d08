import { setTimeout as pause } from 'node:timers/promises'
import { openProxy, type Trouble } from './driver/proxy.ts'
import { Run } from './driver/run.ts'
import type { Scenario } from './scenario.ts'

/** How long each trouble lasts, in seconds: a stall long enough for the journal to give up and to answer 503. */
const SHORT: [Trouble, number][] = [
  ['cut', 0.4],
  ['reset', 0.4],
  ['stalls', 1],
]
const LONG: [Trouble, number][] = [
  ...([0.5, 1, 2, 3].flatMap((lasts) => [['cut', lasts], ['reset', lasts]]) as [Trouble, number][]), // prettier-ignore
  ['stalls', 1],
  ['stalls', 8],
  ['stalls', 20],
  ['drips', 5],
  ['drips', 20],
]
/**
 * The journal waits 5 s for a connection and 12 s for a statement; a call that makes several may take as long as answers
 * drip.
 */
const SLOWEST_ANSWER_MS = 25_000

/** PostgreSQL behind a network that is cut, stalls or drips while people work. */
export const databaseCut: Scenario = {
  name: 'database cut',
  engines: ['postgres'],
  recoversInSeconds: 15,
  async run(setting) {
    const { hostname, port } = new URL(setting.postgres!)
    const proxy = await openProxy({ host: hostname, port: Number(port) })
    const run = await Run.begin(setting, {
      settings: ({ databaseUrl }) => {
        const through = new URL(databaseUrl!)
        through.port = String(proxy.port)
        return { DATABASE_URL: through.href }
      },
    })
    const { load, figures } = run
    run.work(6)
    let refused = 0
    for (const [trouble, lasts] of setting.long ? LONG : SHORT) {
      await load.secondsToWrite(performance.now())
      await pause(150)
      const refusedBefore = load.answered.get(503) ?? 0
      load.faultBegins(503)
      proxy.become(trouble)
      figures.faults++
      await pause(lasts * 1000)
      proxy.become('passes')
      load.faultEnds()
      figures.recovery.push(await load.secondsToWrite(performance.now()))
      // Connections that the journal had given up are closed by now: from here on all is well.
      await load.close()
      load.recovered()
      load.open()
      refused += (load.answered.get(503) ?? 0) - refusedBefore
    }
    const unanswered = load.answered.get(0) ?? 0
    if (unanswered) figures.missed.push(`${unanswered} calls got no answer at all`)
    if (!refused) figures.missed.push('nobody was told that the database was away')
    if (load.slowestMs > SLOWEST_ANSWER_MS) figures.missed.push(`an answer took ${Math.round(load.slowestMs)} ms`)
    const connections = proxy.connections()
    if (connections > 20) figures.missed.push(`${connections} connections to the database are open`)
    figures.notes.push(
      `${refused} calls were answered 503, the slowest answer took ${(load.slowestMs / 1000).toFixed(1)} s`,
    )
    const finished = await run.finish()
    await proxy.close()
    return finished
  },
}
