import { spawnSync } from 'node:child_process'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MAY_MOUNT } from './driver/small-disk.ts'
import { Run } from './driver/run.ts'
import { BOTH, type Scenario } from './scenario.ts'

interface Trouble {
  name: string
  begin(files: string): void
  end(files: string): void
}

/** What the command complained of, or an empty string. */
const complaintOf = (command: string, ...args: string[]): string => {
  const { status, stderr } = spawnSync(command, args)
  return status === 0 ? '' : `${command} ${args.join(' ')} failed: ${stderr.toString()}`
}
const must = (command: string, ...args: string[]) => {
  const complaint = complaintOf(command, ...args)
  if (complaint) throw new Error(complaint)
}

/** As when the disk for files is not mounted any more. */
const gone: Trouble = {
  name: 'gone',
  begin: (files) => renameSync(files, `${files}-aside`),
  end: (files) => renameSync(`${files}-aside`, files),
}
/** As Linux makes a disk after an error. */
const readOnly: Trouble = {
  name: 'read-only',
  begin: (files) => {
    // A file that is opened for writing between the two commands keeps the second from succeeding.
    for (let tries = 1; ; tries++) {
      must('mount', '--bind', files, files)
      const complaint = complaintOf('mount', '-o', 'remount,ro,bind', files)
      if (!complaint) return
      must('umount', '-l', files)
      if (tries === 100) throw new Error(complaint)
    }
  },
  end: (files) => must('umount', '-l', files),
}

/** The folder of files cannot be used while people work: pages go on, uploads are refused, nothing is lost. */
export const diskAway: Scenario = {
  name: 'folder of files away',
  engines: BOTH,
  recoversInSeconds: 10,
  async run(setting) {
    const run = await Run.begin(setting)
    const { load, figures, place } = run
    const files = join(place.dataDir, 'files')
    run.work()
    for (let round = 0; round < (setting.long ? 3 : 1); round++) {
      for (const trouble of [gone, ...(MAY_MOUNT ? [readOnly] : [])]) {
        await load.secondsToWrite(performance.now())
        await pause(200)
        load.faultBegins(503)
        const refusedBefore = load.answered.get(503) ?? 0
        trouble.begin(files)
        figures.faults++
        try {
          for (let waited = 0; (load.answered.get(503) ?? 0) === refusedBefore; waited++) {
            if (waited === 1000) throw new Error(`Nobody was told that the folder is ${trouble.name}.`)
            await pause(10)
          }
          for (const path of ['/', '/api/posts/published', '/api/health']) {
            const { status } = await fetch(run.server.url + path)
            if (status !== 200) figures.wrongAnswers.push(`GET ${path}, folder ${trouble.name}: ${status}`)
          }
          await pause(setting.long ? 1_500 : 200)
        } finally {
          trouble.end(files)
        }
        load.faultEnds()
        figures.recovery.push(await load.secondsToWrite(performance.now()))
        await load.close()
        load.recovered()
        load.open()
      }
    }
    figures.notes.push(`${load.answered.get(503)} calls were answered 503`)
    return run.finish()
  },
}
