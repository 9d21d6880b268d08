import { setTimeout as pause } from 'node:timers/promises'
import { Run } from './driver/run.ts'
import { MAY_MOUNT, MOUNTING_LEFT_OUT, SmallDisk } from './driver/small-disk.ts'
import { BOTH, type Scenario } from './scenario.ts'

/** Of the disk, the journal keeps so much free of uploads. */
const RESERVE_MB = 64
const DISK_MB = 138

/** The disk with the data folder is filled while people work, and freed again. */
export const diskFull: Scenario = {
  name: 'disk full',
  engines: BOTH,
  recoversInSeconds: 10,
  leftOut: () => (MAY_MOUNT ? null : MOUNTING_LEFT_OUT),
  async run(setting) {
    const disk = new SmallDisk(setting.folder, DISK_MB)
    try {
      const run = await Run.begin(setting, {
        dataDir: disk.folder,
        settings: () => ({ DISK_RESERVE_MB: String(RESERVE_MB) }),
      })
      const { load, figures } = run
      run.work()
      for (const left of setting.long ? [0, 4_096, 20_000, 70_000, 300_000, 2_000_000] : [0, 70_000]) {
        await load.secondsToWrite(performance.now())
        await pause(200)
        const refusedBefore = load.answered.get(507) ?? 0
        load.faultBegins(507)
        disk.fill(left)
        figures.faults++
        for (let waited = 0; (load.answered.get(507) ?? 0) === refusedBefore; waited++) {
          if (waited === 1000) throw new Error('Nobody was told that the disk is full.')
          await pause(10)
        }
        await pause(setting.long ? 1_500 : 300)
        for (const path of ['/', '/api/posts/published', '/api/categories']) {
          const { status } = await fetch(run.server.url + path)
          if (status !== 200) figures.wrongAnswers.push(`GET ${path} on a full disk: ${status}`)
        }
        disk.free()
        load.faultEnds()
        figures.recovery.push(await load.secondsToWrite(performance.now()))
        await load.close()
        load.recovered()
        load.open()
      }
      figures.notes.push(`${load.answered.get(507)} calls were answered 507`)
      return await run.finish()
    } finally {
      disk.unmount()
    }
  },
}
