import { renameSync, truncateSync, writeFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { approve, signUp, submit, upload } from './driver/manuscripts.ts'
import { Run } from './driver/run.ts'
import { BOTH, type Scenario } from './scenario.ts'

/** A stored file is missing, another is cut off: those two cannot be read, everything else can. */
export const damagedFiles: Scenario = {
  name: 'missing and truncated files',
  engines: BOTH,
  recoversInSeconds: 5,
  async run(setting) {
    const run = await Run.begin(setting)
    const { figures, place, workers, load } = run
    const { desk, witness } = workers
    const author = await signUp(desk, 'one')
    for (const story of ['whole', 'missing', 'truncated']) await approve(desk, await submit(desk, author, story))
    const approvals = witness.all().flatMap((one) => (one.what === 'approval' ? [one] : []))
    const pdfOf = (story: string) => approvals.find(({ title }) => title.endsWith(story))!
    const pathOf = (story: string) => join(place.dataDir, 'files', pdfOf(story).pdf.slice(0, 2), pdfOf(story).pdf)
    const asked = async (story: string) => (await fetch(`${run.server.url}/blog/${pdfOf(story).id}.pdf`)).status
    const expectAnswers = async (when: string, statuses: Record<string, number>) => {
      for (const [story, status] of Object.entries(statuses)) {
        const is = await asked(story)
        if (is !== status) figures.wrongAnswers.push(`${when}, the PDF that is ${story} answers ${is}, not ${status}`)
        const page = await fetch(`${run.server.url}/blog/${pdfOf(story).id}`)
        if (page.status !== 200) figures.wrongAnswers.push(`${when}, the page of the article with it: ${page.status}`)
      }
    }

    // After a restart too: what was found about a file is remembered by the process.
    for (const restarted of [false, true]) {
      await expectAnswers('before', { whole: 200, missing: 200, truncated: 200 })
      const bytes = readFileSync(pathOf('truncated'))
      renameSync(pathOf('missing'), `${place.folder}/aside`)
      truncateSync(pathOf('truncated'), bytes.length - 1)
      figures.faults += 2
      if (restarted) {
        await run.server.end()
        await run.start()
      }
      await expectAnswers('during', { whole: 200, missing: 503, truncated: 503 })
      await upload(desk, author, 'more.txt', Buffer.from('More seeds.'))
      await submit(desk, author, `during-${restarted}`)
      renameSync(`${place.folder}/aside`, pathOf('missing'))
      writeFileSync(pathOf('truncated'), bytes)
      const repaired = performance.now()
      await expectAnswers('afterwards', { whole: 200, missing: 200, truncated: 200 })
      figures.recovery.push((performance.now() - repaired) / 1000)
    }
    load.recovered()
    return run.finish()
  },
}
