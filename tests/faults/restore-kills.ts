import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '../support/random.ts'
import { openS3Server } from '../support/s3-server.ts'
import { inBucket } from './driver/bucket-files.ts'
import { addTo, checkIntegrity, checkTables } from './driver/check.ts'
import { newPlace } from './driver/place.ts'
import { Run } from './driver/run.ts'
import { beginServer, beginTask, kill, startServer } from './driver/server.ts'
import { BOTH, type Scenario } from './scenario.ts'

/** As `restore` names them on its standard error, in their order. */
const PHASES = ['Reading the backup', 'Files', 'Rows', 'Comparing tables', 'The index of the search']

/** SIGKILL in each phase of restoring a backup, files in a bucket on PostgreSQL and in the folder on SQLite. */
export const restoreKills: Scenario = {
  name: 'restoring killed in every phase',
  engines: BOTH,
  recoversInSeconds: 60,
  async run(setting) {
    const random = randomFrom(setting.seed)
    const s3 = setting.engine === 'postgres' ? await openS3Server() : null
    try {
      const run = await Run.begin(setting, s3 ? { files: inBucket(s3), settings: () => s3.environment } : {})
      const { figures, settings, place, workers } = run
      run.work()
      // Files, people and rounds of review are in the backup.
      while (workers.witness.all().filter(({ what }) => what === 'article').length < 6) await pause(50)
      const finished = await run.finish()
      const all = workers.witness.all()
      const backup = join(place.folder, 'backup.zip')
      const making = await beginTask(place, settings, 'backup', backup)
      if ((await making.ended) !== 0) throw new Error(`There is no backup: ${making.said().slice(-500)}`)

      for (let round = 0; round < (setting.long ? 3 : 1); round++) {
        for (const [at, phase] of PHASES.entries()) {
          const name = `restored-${round}-${at}`
          const there = await newPlace(setting, s3 ? { files: inBucket(s3, `${name}/`) } : {})
          const own = { ...settings, ...(s3 ? { S3_PREFIX: name } : {}) }
          const restoring = await beginTask(there, own, 'restore', backup)
          await restoring.says(new RegExp(phase))
          // In the first round when the phase begins, later within it or in the next one.
          await pause(round * 40 * random())
          await kill(restoring)
          figures.faults++
          const wasKilled = (await restoring.ended) > 128
          if (wasKilled) {
            const early = await beginServer(there, own)
            const code = await early.ended
            if (code === 0 || !early.said().includes('again with the same backup'))
              figures.missed.push(`killed in "${phase}", a start said: ${early.said().slice(-300)}`)
            const again = await beginTask(there, own, 'restore', backup)
            if ((await again.ended) !== 0)
              figures.missed.push(`killed in "${phase}", restoring again said: ${again.said().slice(-300)}`)
          }
          const server = await startServer(there, own)
          figures.recovery.push(server.openedAfterMs / 1000)
          addTo(figures, await checkTables(there, all))
          if ((await server.end()) !== 0) figures.missed.push(`it ended badly: ${server.said().slice(-300)}`)
          figures.missed.push(...(await checkIntegrity(there)))
          const verifying = await beginTask(there, own, 'verify-data')
          if ((await verifying.ended) !== 0)
            figures.missed.push(`killed in "${phase}", data are damaged: ${verifying.said().slice(-300)}`)
          if (!wasKilled) figures.notes.push(`in round ${round} "${phase}" was over before the kill`)
        }
      }
      return finished
    } finally {
      await s3?.close()
    }
  },
}
