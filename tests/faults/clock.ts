import { setTimeout as pause } from 'node:timers/promises'
import { addTo, checkTables } from './driver/check.ts'
import { clockOffBy } from './driver/clock.ts'
import { anEditor, signUp, submit, upload } from './driver/manuscripts.ts'
import { Run } from './driver/run.ts'
import { BOTH, type Scenario } from './scenario.ts'

const HOUR = 3_600_000
/** A minute more than a day: whatever is limited to a day is beyond it. */
const DAY = 24 * HOUR + 60_000

/** The machine's clock is a day ahead, then right again, a day behind, and right again. */
export const clock: Scenario = {
  name: 'clock a day off',
  engines: BOTH,
  recoversInSeconds: 15,
  async run(setting) {
    const run = await Run.begin(setting)
    const { load, figures, workers } = run
    const { desk } = workers
    const works = setting.long ? 8_000 : 700

    const author = await signUp(desk, 'clock')
    const signedIn = await load.ask('POST', '/auth/login', () => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: author.email, password: 'Sunflower-42-authors' }),
    }))
    const { refreshToken } = signedIn.body as { refreshToken: string }
    const refresh = () =>
      load.ask('POST', '/auth/refresh', () => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken }),
      }))
    run.work()
    for (const [what, off] of [
      ['right', 0],
      ['ahead', DAY],
      ['right', 0],
      ['behind', -DAY],
      ['right', 0],
    ] as const) {
      // prettier-ignore
      // An author in the middle of a form has uploaded the manuscript already.
      const { url } = await upload(desk, author, `before-${what}.txt`, Buffer.from(`Seeds of ${what}.`))
      await load.close()
      await run.server.end()
      await run.start(off ? clockOffBy(off) : {})
      figures.faults += off ? 1 : 0
      // What is obsolete is removed soon after the start.
      await pause(300)
      await run.goOn()
      const refreshed = await refresh()
      if (refreshed.status !== 200)
        figures.missed.push(`a session is refused with the clock ${what}: ${refreshed.status}`)
      const claimed = await author.send('POST', '/posts', {
        ...{
          title: `An upload from before, ${what} ${figures.recovery.length}`,
          categoryId: desk.categoryId,
          files: [url],
        },
        ...{ abstract: '<p>Seeds.</p>', excerpt: 'Seeds.', keywords: 'seeds' },
        contributors: [
          { fullName: 'Ayesha Malik', email: 'm@faults.test', affiliation: 'Multan', role: 'Corresponding Author' },
        ],
      })
      if (claimed.status !== 201) figures.lost.push(`an upload from before the clock was ${what}: ${JSON.stringify(claimed.body)}`) // prettier-ignore
      await pause(works)
      await load.close()
      addTo(figures, await checkTables(run.place, workers.witness.news()))
      load.open()
      // A list that grows meanwhile moves an article to the next page: what is wrong is wrong each time.
      let problems = await listsInOrder(run)
      for (let again = 0; again < 5 && problems.length; again++) problems = await listsInOrder(run)
      figures.missed.push(...problems.map((problem) => `with the clock ${what}: ${problem}`))
    }
    await submit(desk, author, 'last')
    // Letters of the day that was ahead are due a day later, and are sent once.
    return run.finish({ laterMs: DAY + HOUR })
  },
}

/** Each article once, the newest first by the time that is shown. */
async function listsInOrder({ load }: Run): Promise<string[]> {
  const problems: string[] = []
  const editor = anEditor(load)
  for (const path of ['/posts/published', '/posts/all']) {
    const seen = new Set<string>()
    let before: string | null = null
    for (let page = 1; page < 50; page++) {
      type Listed = { data?: { id: string; createdAt: string; publishedAt: string | null }[] }
      const { status, body } = await editor.get<Listed>(`${path}?page=${page}&limit=50`)
      if (status !== 200) return [`${path} answers ${status}`]
      const posts = body.data ?? []
      for (const { id, createdAt } of posts) {
        if (seen.has(id)) problems.push(`${id} is twice in ${path}`)
        seen.add(id)
        if (path === '/posts/all' && before !== null && createdAt > before) problems.push(`${id} is out of order`)
        before = createdAt
      }
      if (posts.length < 50) break
    }
    if (!seen.size && path === '/posts/all') problems.push(`${path} is empty`)
  }
  return problems
}
