import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import { figureImages } from '../files/figures.ts'
import { openIntact } from '../files/intact.ts'
import { hasRoom } from '../files/room.ts'
import type { FileResources } from '../files/resources.ts'
import { finishJob, JobFailure, type Job } from '../../../platform/jobs/queue.ts'
import { runDueJobs, type JobHandler } from '../../../platform/jobs/run.ts'
import { replaceReferences, saveFullText, saveJatsText, loadSource } from './stored-text.ts'
import { FullTextOutline } from '../../../contract/api/full-texts.ts'
import type { Reference } from '../../../contract/rules/articles/reference.ts'
import type { Workers, WorkerTask } from '../../../platform/workers/workers.ts'
import type { FigureImage, RenderedText } from '../../documents/jats/html/render.ts'

/** Derives everything from the file of a full text: a file may be damaged, or the machine may have a bad day. */
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
  const source = await loadSource(database.db, articleId)
  const images = await figureImages(database.db, articleId)
  const answer = source
    ? await textDeriver(resources.workers)(await buffer((await openIntact(resources, source)).read()), images)
    : { text: null, references: [], jats: null }
  if (!answer) throw new JobFailure('The process that renders gave no answer.')
  if ('problem' in answer) throw new JobFailure(`The file could not be rendered: ${answer.problem}`)
  const unknown = answer.text?.unknown ?? {}
  if (Object.keys(unknown).length) log.warn({ articleId, unknown }, 'a text has elements that are shown as plain text')
  return database.transaction(async (tx) => {
    // Deleted, or given another file, while it was rendered.
    if ((await loadSource(tx, articleId))?.id !== source?.id) return false
    await saveFullText(tx, articleId, answer.text)
    await finishJob(tx, job)
    await replaceReferences(tx, articleId, answer.references)
    if (source && answer.jats) await saveJatsText(tx, source.id, answer.jats)
    const isPublic = await tx.selectFrom('public_articles').select('id').where('id', '=', articleId).executeTakeFirst()
    if (isPublic) await touchPublicSite(tx)
    return true
  })
}

/** What is derived from a JATS file: its page, if it has a text, its references, and its valid form. */
export interface DerivedText {
  text: RenderedText | null
  references: Reference[]
  /** A `JatsText` as JSON, compressed with gzip; null if it could not be made valid. */
  jats: Uint8Array | null
}

/** Or why nothing could be, for the person who can mend the file. */
export type DeriveAnswer = DerivedText | { problem: string }

/** A book of 3 MB of XML takes 5 seconds and 400 MB. */
export const DERIVE_TASK: WorkerTask = {
  module: join(import.meta.dirname, 'derive-task.ts'),
  timeoutMs: 60_000,
  isReused: true,
  largeFrom: 1_000_000,
}

/** Derives from a JATS file outside this process; `images` are its figures, by `figureName`. */
export type DeriveText = (xml: Uint8Array, images: Record<string, FigureImage>) => Promise<DeriveAnswer | undefined>

/** Large files take seconds, and any may be damaged: undefined if the process failed, or took too long or too much. */
export const textDeriver =
  (workers: Workers, task = DERIVE_TASK): DeriveText =>
  async (xml, images) => {
    const answer = await workers.ask(task, { content: xml, asked: images, isBackground: true })
    return isAnswer(answer) ? answer : undefined
  }

// The process has read what a stranger may have sent, so the form of its answers is checked.

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isAnswer(answer: unknown): answer is DeriveAnswer {
  if (!isObject(answer)) return false
  if ('problem' in answer) return typeof answer.problem === 'string'
  return (
    (answer.text === null || isText(answer.text)) &&
    Array.isArray(answer.references) &&
    (answer.jats === null || answer.jats instanceof Uint8Array)
  )
}

const isText = (text: unknown): boolean =>
  isObject(text) &&
  Array.isArray(text.parts) &&
  text.parts.length > 0 &&
  text.parts.every((part) => typeof part === 'string') &&
  Array.isArray(text.passages) &&
  isObject(text.unknown) &&
  FullTextOutline.safeParse(text.outline).success
