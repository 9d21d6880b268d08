import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '../support/random.ts'
import { together, type Figures } from './driver/figures.ts'
import { Run } from './driver/run.ts'
import { beginServer, kill } from './driver/server.ts'
import { BOTH, type Scenario, type Setting } from './scenario.ts'

/** Whether a kill comes while people work, while only the background does, or also while the next process starts. */
const MOMENTS = ['at work', 'at work', 'at work', 'at rest', 'at work', 'at a start'] as const

/** SIGKILL at random times while authors, editors and reviewers work. */
export const kills: Scenario = {
  name: 'killed at random',
  engines: BOTH,
  recoversInSeconds: 15,
  async run(setting) {
    // In the long form three journals beside each other, which wait most of the time.
    const journals = setting.long ? [0, 1, 2] : [0]
    return together(await Promise.all(journals.map((at) => killed({ ...setting, seed: setting.seed + at }))))
  },
}

async function killed(setting: Setting): Promise<Figures> {
  const random = randomFrom(setting.seed)
  const run = await Run.begin(setting)
  const { load, figures, place, settings } = run
  run.work()
  const moments = setting.long ? Array.from({ length: 24 }, (_, at) => MOMENTS[at % 6]!) : MOMENTS.slice(3)
  for (const moment of moments) {
    // Something is acknowledged by every process.
    await load.secondsToWrite(performance.now())
    await pause(50 + 800 * random())
    if (moment === 'at rest') {
      await load.close()
      await pause(250 * random())
    }
    await run.server.kill()
    await load.close()
    figures.faults++
    if (moment === 'at a start') {
      const starting = await beginServer(place, settings)
      await pause(900 * random())
      await kill(starting)
      figures.faults++
    }
    await run.start()
    await run.goOn()
  }
  return run.finish()
}
