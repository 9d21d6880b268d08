import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/postgres-server.ts'
import { randomFrom } from '../support/random.ts'
import { Run } from './driver/run.ts'
import { rowsOf } from './driver/place.ts'
import { ADMIN, startServer } from './driver/server.ts'
import { BOTH, type Scenario } from './scenario.ts'

/** Two processes that know nothing of each other on the same data: both work, and either may be killed. */
export const twoProcesses: Scenario = {
  name: 'two processes on one folder',
  engines: BOTH,
  recoversInSeconds: 15,
  async run(setting) {
    const random = randomFrom(setting.seed)
    const run = await Run.begin(setting)
    const { load, figures, place, settings } = run
    const port = { PORT: String(await freePort()) }
    let second = await startServer(place, { ...settings, ...port })
    load.urls = [run.server.url, second.url]
    run.work(6)
    for (let kill = 0; kill < (setting.long ? 10 : 2); kill++) {
      await load.secondsToWrite(performance.now())
      await pause(300 + 500 * random())
      const killed = performance.now()
      figures.faults++
      if (kill % 2) {
        await run.server.kill()
        figures.recovery.push(await load.secondsToWrite(killed))
        await run.start()
      } else {
        await second.kill()
        figures.recovery.push(await load.secondsToWrite(killed))
        second = await startServer(place, { ...settings, ...port })
      }
    }
    await load.secondsToWrite(performance.now())
    await run.workers.stop()
    const code = await second.end()
    if (code !== 0) figures.missed.push(`the second process ended with ${code}`)
    const administrators = await rowsOf(place, `select id from users where email = '${ADMIN.email}'`)
    if (administrators.length !== 1) figures.duplicated.push(`${administrators.length} administrators`)
    return run.finish()
  },
}
