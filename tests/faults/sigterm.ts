import { setTimeout as pause } from 'node:timers/promises'
import { RawUpload } from '../support/raw-upload.ts'
import { Run } from './driver/run.ts'
import { anEditor } from './driver/manuscripts.ts'
import { BOTH, type Scenario } from './scenario.ts'

/** How long the journal allows itself for open requests. */
const LIMIT_SECONDS = 25

/** SIGTERM under load: what is under way is answered, and the process ends in order. */
export const sigterm: Scenario = {
  name: 'ended under load',
  engines: BOTH,
  recoversInSeconds: 15,
  async run(setting) {
    const run = await Run.begin(setting)
    const { load, figures } = run
    run.work(6)
    const took: number[] = []
    for (let time = 0; time < (setting.long ? 10 : 2); time++) {
      await load.secondsToWrite(performance.now())
      // An upload whose last bytes come only after the signal.
      const editor = anEditor(load)
      await editor.signIn()
      const content = Buffer.alloc(300_000, `seed ${time}\n`)
      const upload = new RawUpload(run.place.port, editor, { name: 'a.csv', content }, 1000)
      await pause(150)
      const underWay = load.callsUnderWay()
      const signalled = performance.now()
      const ended = run.server.end()
      figures.faults++
      await pause(300)
      const answer = await upload.finish()
      if (answer?.status !== 201) figures.missed.push(`an upload under way was answered with ${answer?.status}`)
      const code = await ended
      took.push((performance.now() - signalled) / 1000)
      if (code !== 0) figures.missed.push(`it ended with ${code}`)
      if (took.at(-1)! > LIMIT_SECONDS) figures.missed.push(`it ended only after ${took.at(-1)} s`)
      await load.close()
      for (const call of underWay)
        if (!call.answered) figures.missed.push(`${call.what} was under way and got no answer`)
      await run.start()
      await run.goOn()
    }
    figures.notes.push(`ended ${Math.max(...took).toFixed(2)} s after the signal at most, with an upload under way`)
    return run.finish()
  },
}
