import { setTimeout as pause } from 'node:timers/promises'
import { Run } from './driver/run.ts'
import type { Scenario } from './scenario.ts'

/** What a refused sign-in may be answered: wrong, too often, or too many at once. */
const REFUSALS = [401, 429, 503]

/** Very many sign-ins at once, while others read and a balancer asks for the journal's health. */
export const signInBurst: Scenario = {
  name: 'a burst of sign-ins',
  engines: ['sqlite'],
  recoversInSeconds: 15,
  async run(setting) {
    const run = await Run.begin(setting)
    const { load, figures } = run
    const { url } = run.server
    run.work(2)

    const signIn = async (number: number) => {
      const answer = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `nobody-${number}@plants.test`, password: 'Sunflower-42' }),
      })
      await answer.arrayBuffer()
      if (!REFUSALS.includes(answer.status)) figures.missed.push(`a sign-in was answered ${answer.status}`)
      if (answer.status === 503 && !answer.headers.get('retry-after'))
        figures.missed.push('a sign-in was turned away without a time to come back')
      return answer.status
    }
    const burst = setting.long ? 1_000 : 300
    figures.faults += burst
    let isOver = false
    const answers = Promise.all(Array.from({ length: burst }, (_, number) => signIn(number))).finally(
      () => (isOver = true),
    )
    const healthAnswers: number[] = []
    while (!isOver) {
      const health = await fetch(`${url}/api/health/ready`)
      if (health.status !== 200) figures.missed.push(`the balancer was told: ${await health.text()}`)
      const page = await fetch(`${url}/blog`)
      await page.arrayBuffer()
      if (page.status !== 200) figures.wrongAnswers.push(`a reader got ${page.status}`)
      healthAnswers.push(health.status)
      await pause(20)
    }
    const turnedAway = (await answers).filter((status) => status === 503).length
    // If none is turned away, this is no burst, and shows nothing.
    if (turnedAway === 0) figures.missed.push('no sign-in was turned away')
    figures.recovery.push(await load.secondsToWrite(performance.now()))
    figures.notes.push(`${turnedAway} of ${burst} turned away; asked for its health ${healthAnswers.length} times`)
    return run.finish()
  },
}
