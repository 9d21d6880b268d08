import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openS3Server } from '../support/s3-server.ts'
import { inBucket } from './driver/bucket-files.ts'
import { rowsOf } from './driver/place.ts'
import { openProxy, type Trouble } from './driver/proxy.ts'
import { Run } from './driver/run.ts'
import { BOTH, type Scenario } from './scenario.ts'

const SHORT: [Trouble, number][] = [
  ['reset', 0.5],
  ['stalls', 1.5],
]
const LONG: [Trouble, number][] = [
  ['cut', 2],
  ['reset', 2],
  ['stalls', 3],
  ['stalls', 25],
  ['drips', 15],
]
/** Two attempts of three seconds to connect and five of silence each, and the checks around them. */
const SLOWEST_ANSWER_MS = 25_000

/** The S3-compatible store for files stops answering while people work. */
export const bucketStalls: Scenario = {
  name: 'storage times out',
  engines: BOTH,
  recoversInSeconds: 25,
  async run(setting) {
    const s3 = await openS3Server()
    const proxy = await openProxy({ host: '127.0.0.1', port: s3.port })
    try {
      const environment = { ...s3.environment, S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` }
      const run = await Run.begin(setting, { files: inBucket(s3), settings: () => environment })
      const { load, figures, place } = run
      run.work()
      for (const [trouble, lasts] of setting.long ? LONG : SHORT) {
        await load.secondsToWrite(performance.now())
        await pause(300)
        load.faultBegins(503)
        proxy.become(trouble)
        figures.faults++
        const until = performance.now() + lasts * 1000
        while (performance.now() < until) {
          for (const path of ['/', '/api/posts/published', '/api/health']) {
            const began = performance.now()
            const { status } = await fetch(run.server.url + path)
            if (status !== 200) figures.wrongAnswers.push(`GET ${path} without the store: ${status}`)
            if (performance.now() - began > 2_000) figures.missed.push(`GET ${path} waited for the store`)
          }
          await pause(100)
        }
        proxy.become('passes')
        load.faultEnds()
        figures.recovery.push(await load.secondsToWrite(performance.now()))
        await load.close()
        load.recovered()
        load.open()
      }
      const unanswered = load.answered.get(0) ?? 0
      if (unanswered) figures.missed.push(`${unanswered} calls got no answer at all`)
      if (setting.long && !load.answered.get(503)) figures.missed.push('nobody was told that the store is away')
      if (load.slowestMs > SLOWEST_ANSWER_MS) figures.missed.push(`an answer took ${Math.round(load.slowestMs)} ms`)
      figures.notes.push(`${load.answered.get(503) ?? 0} calls were answered 503, the slowest answer took ${(load.slowestMs / 1000).toFixed(1)} s`) // prettier-ignore

      await run.workers.stop()
      const incoming = join(place.dataDir, 'files', 'incoming')
      // Work in the background may still be storing a picture.
      for (let waited = 0; waited < 100 && readdirSync(incoming).length; waited++) await pause(100)
      const left = readdirSync(incoming)
      if (left.length) figures.missed.push(`${left.length} files on their way were left behind`)
      const reserved = Number((await rowsOf(place, 'select count(*) as n from upload_reservations'))[0]!.n)
      if (reserved) figures.missed.push(`room for ${reserved} uploads is still reserved`)
      if (proxy.connections() > 60) figures.missed.push(`${proxy.connections()} connections to the store are open`)
      return await run.finish()
    } finally {
      await proxy.close()
      await s3.close()
    }
  },
}
