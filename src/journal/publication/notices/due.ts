import { sql } from 'kysely'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { NoticeRow } from '../../../platform/database/notice-tables.ts'
import { DomainError, type DomainErrorKind } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { enqueueJob } from '../../../platform/jobs/queue.ts'
import { runDueJobs, type JobHandler } from '../../../platform/jobs/run.ts'
import { retrying } from '../../../platform/database/connect.ts'
import { APPROVAL_INDEXES } from '../articles/approve.ts'
import type { FullTextResources } from '../articles/full-text/draft.ts'
import { seenText } from '../articles/full-text/seen-text.ts'
import { SUBMISSION_INDEXES } from '../articles/submit.ts'
import { withStored } from '../files/stored-files.ts'
import { remindAuthors } from './answers.ts'
import { giveBackNotice } from './commands.ts'
import { makeReady } from './ready.ts'
import { correctionOf, releaseNotice } from './release.ts'
import { findNotice, idsAbout, lockNotice } from './rows.ts'
import { tellOfConcern, tellSigners } from './tell.ts'
import { stepsOf, type NoticeStep } from './timetable.ts'

export type NoticeResources = FullTextResources & { readonly publicUrl: string }

/** Publishes signed notices, and writes the emails that time brings: one job for each notice, until nothing is ahead of it. */
export const noticeJobs = (resources: NoticeResources): JobHandler => ({
  kind: 'notices',
  // A signed notice waits for a server that fails for half a day before it is given up.
  pausesMs: [1, 5, ...Array<number>(12).fill(60)].map((minutes) => minutes * MINUTE_MS),
  leaseMs: 10 * MINUTE_MS,
  run: ({ subject }) => lookAtNotice(resources, subject),
})

/** Does what is due for notices now; returns for how many something was done. */
export const lookAtDueNotices = (resources: NoticeResources, clock = () => new Date()): Promise<number> =>
  runDueJobs(
    resources,
    { ...noticeJobs(resources), run: ({ subject }) => lookAtNotice(resources, subject, clock) },
    { clock },
  )

/** Takes every step of a notice that is due, and has the next one taken when it will be. */
export async function lookAtNotice(resources: NoticeResources, id: string, clock = () => new Date()): Promise<boolean> {
  const at = clock().toISOString()
  const released = await release(resources, id, at)
  return (await resources.database.transaction((tx) => takeSteps(tx, id, at))) || released
}

/** Refusals that another attempt meets again. */
const LASTING: readonly DomainErrorKind[] = [
  'invalid',
  'conflict',
  'not_found',
  'forbidden',
  'gone',
  'unsupported_type',
]

async function release(resources: NoticeResources, id: string, at: string): Promise<boolean> {
  const { database, log, publicUrl } = resources
  const notice = await findNotice(database.db, id)
  if (notice?.state !== 'confirmed' || notice.release_at === null || notice.release_at > at) return false
  const about = await idsAbout(database.db, id)
  try {
    const drafter = { userId: notice.drafted_by, role: 'admin' as const, sessionId: '' }
    const correction = correctionOf(notice, about[0]!)
    const text = correction ? await seenText(resources, drafter, correction) : undefined
    const released = await withStored(resources, text?.pictures ?? [], (pictures, keep) =>
      retrying([...APPROVAL_INDEXES, ...SUBMISSION_INDEXES], () =>
        database.transaction((tx) => releaseNotice(tx, id, at, text && { text, pictures, keep, publicUrl })),
      ),
    )
    return released ?? false
  } catch (error) {
    if (!(error instanceof DomainError) || !LASTING.includes(error.kind)) throw error
    log.warn({ notice: id, reason: error.message }, 'a signed notice could not be published')
    await database.transaction((tx) => giveBackNotice(tx, id, about, error.message))
    return true
  }
}

async function takeSteps(tx: Tx, id: string, at: string): Promise<boolean> {
  const notice = await lockNotice(tx, id)
  if (!notice) return false
  const about = await idsAbout(tx, id)
  const steps = stepsOf(notice, { isClosed: await isClosed(tx, id), done: await doneSteps(tx, id) })
  const due = steps.filter((one) => one.at <= at && one.step !== 'release')
  const last = due.at(-1)
  if (last) await take(tx, notice, about, due, last)
  // Otherwise the job has been enqueued again, for the notice as it is by then.
  const [next] = steps.filter((one) => one.at > at)
  if (next && last?.step !== 'heard') await enqueueJob(tx, 'notices', id, { runAfter: next.at })
  return last !== undefined
}

/** Of several that are due, because the program did not run, the last one is taken; none is taken twice. */
async function take(
  tx: Tx,
  notice: NoticeRow,
  about: readonly string[],
  due: readonly NoticeStep[],
  { step }: NoticeStep,
): Promise<void> {
  if (step === 'heard') {
    await makeReady(tx, notice, about)
    return
  }
  const sentAt = now()
  await tx
    .insertInto('review_reminders')
    .values(due.map((one) => ({ subject_id: notice.id, step: one.step, sent_at: one.step === step ? sentAt : null })))
    .execute()
  if (notice.state === 'asked') await remindAuthors(tx, notice.id, about)
  else if (notice.state === 'ready') await tellSigners(tx, notice, about, { step: 'reminder' })
  else await tellOfConcern(tx, notice, about, step)
}

async function doneSteps(db: Db, id: string): Promise<Set<string>> {
  const rows = await db.selectFrom('review_reminders').select('step').where('subject_id', '=', id).execute()
  return new Set(rows.map(({ step }) => step))
}

const isClosed = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('notices')
    .select('id')
    .where('closes_id', '=', id)
    .where('state', '=', 'published')
    .executeTakeFirst()) !== undefined

/** Has every notice looked at of which time may bring something, should its job have been lost. */
export async function queueWaitingNotices(db: Db): Promise<void> {
  await sql`insert into jobs (kind, subject, run_after, created_at)
    select 'notices', id, '', ${now()} from notices
      where state in ('asked', 'ready', 'confirmed') or (state = 'published' and review_on is not null)
    on conflict (kind, subject) do nothing`.execute(db)
}
