import { buffer } from 'node:stream/consumers'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { figureImages } from '../files/figures.ts'
import { openIntact } from '../files/intact.ts'
import { hasRoom } from '../files/room.ts'
import type { FileResources } from '../files/resources.ts'
import { textRenderer } from './renderer.ts'
import { replaceReferences } from '../../documents/replace-references.ts'
import { finishJob, JobFailure, type Job } from '../../../platform/jobs/claim.ts'
import { runDueJobs, type JobHandler } from '../../../platform/jobs/run.ts'
import { keepFullText } from './keep.ts'
import { sourceOf } from './source.ts'

/** Renders full texts: a file may be damaged, or the machine may have a bad day. */
export const fullTextJobs = (resources: FileResources): JobHandler => ({
  kind: 'texts',
  pausesMs: [10 * MINUTE_MS, 10 * MINUTE_MS],
  leaseMs: 10 * MINUTE_MS,
  mayBegin: () => hasRoom(resources),
  run: (job) => renderText(resources, job),
})

/** Renders the texts that are due, one after the other; returns how many were settled. */
export const renderDueTexts = (resources: FileResources, stopped = () => false): Promise<number> =>
  runDueJobs(resources, fullTextJobs(resources), { stopped })

async function renderText(resources: FileResources, job: Job): Promise<boolean> {
  const articleId = job.subject
  const { database, log } = resources
  const source = await sourceOf(database.db, articleId)
  const images = await figureImages(database.db, articleId)
  const answer = source
    ? await textRenderer(resources.workers)(await buffer((await openIntact(resources, source)).read()), images)
    : { text: null, references: [] }
  if (!answer) throw new JobFailure('The process that renders gave no answer.')
  if ('problem' in answer) throw new JobFailure(`The file could not be rendered: ${answer.problem}`)
  const unknown = answer.text?.unknown ?? {}
  if (Object.keys(unknown).length) log.warn({ articleId, unknown }, 'a text has elements that are shown as plain text')
  return database.transaction(async (tx) => {
    // Deleted, or given another file, while it was rendered.
    if ((await sourceOf(tx, articleId))?.id !== source?.id) return false
    await keepFullText(tx, articleId, answer.text)
    await finishJob(tx, job)
    await replaceReferences(tx, articleId, answer.references)
    const isPublic = await tx.selectFrom('public_articles').select('id').where('id', '=', articleId).executeTakeFirst()
    if (isPublic) await touchPublicSite(tx)
    return true
  })
}
