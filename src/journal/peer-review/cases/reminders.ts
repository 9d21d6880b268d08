import type { CaseFacts } from '../../../contract/rules/peer-review/case-facts.ts'
import { type DueStep, dueSteps, isStillDue, plannedSeries, stepKey } from '../../../contract/rules/peer-review/due.ts'
import type { Database, Db, Tx } from '../../../platform/database/connect.ts'
import { DomainError } from '../../../platform/errors.ts'
import { assignmentIn } from './assignments.ts'
import { changeCase, loadDecisions, lockCase, type LockedCase } from './case-rows.ts'
import { involvedIn, loadCases } from './load-cases.ts'
import { loadGrievances } from './grievances.ts'
import {
  type AboutCase,
  notifyAdministrators,
  notifyAuthor,
  notifyEditors,
  notifyOtherEditors,
  notifyReviewer,
  send,
} from './notify.ts'
import { isEditorOf } from './relation.ts'
import { lapseInvitation } from './respond.ts'
import { sql, type RawBuilder } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { dayOf, daysBetween } from '../../../contract/rules/peer-review/days.ts'
import type { AssignmentRow } from '../../../platform/database/review-tables.ts'
import { now } from '../../../platform/ids.ts'
import type { BackgroundWork } from '../../../platform/jobs/background.ts'
import type { Platform } from '../../../platform/platform.ts'
import { noteAllRecusedEditors } from './recused-editors.ts'
import { answersOf, openProposal, tellWaitingAuthors } from '../authorship/confirmations.ts'
import { remindOfInvoices } from '../../fees/invoices/reminders.ts'
import { tellOfWaivers } from '../../fees/tell.ts'
import { renewPublicFigures } from './public-figures.ts'

/** How many cases are looked at together. */
const CHUNK = 100

interface Reminding {
  clock?: () => Date
  /** True if no further case should be begun. */
  stopped?: () => boolean
  /** Called with what failed in one case; the others go on. */
  failed?: (error: unknown, articleId: string) => void
}

/**
 * Takes every step that is due in any case: emails are written to the outbox, unanswered invitations lapse. What is
 * due follows from the rows alone, so that nothing is lost while the program does not run, and each step is noted
 * in the transaction that takes it, so that none is taken twice. Returns how many were taken.
 */
export async function takeDueSteps(
  database: Database,
  { clock = () => new Date(), stopped = () => false, failed = rethrow }: Reminding = {},
): Promise<number> {
  const waiting = await casesThatWait(database.db)
  let taken = 0
  for (let at = 0; at < waiting.length; at += CHUNK) {
    for (const { facts, done } of await timedCases(database.db, waiting.slice(at, at + CHUNK), clock())) {
      if (stopped()) return taken
      if (!dueSteps(facts, done, clock()).length) continue
      try {
        taken += await database.transaction((tx) => takeSteps(tx, facts.articleId, clock()))
      } catch (error) {
        failed(error, facts.articleId)
      }
    }
  }
  return taken
}

const rethrow = (error: unknown): never => {
  throw error
}

/** The articles whose cases are open, or whose authors wait for an answer to an appeal or a complaint. */
async function casesThatWait(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('review_cases')
    .select('article_id')
    .where('closed_at', 'is', null)
    .union(db.selectFrom('grievances').select('article_id').where('answered_at', 'is', null))
    .orderBy('article_id')
    .execute()
  return rows.map(({ article_id }) => article_id)
}

/** Takes the steps that are due in one case, as it is once its lock is held. */
async function takeSteps(tx: Tx, articleId: string, now: Date): Promise<number> {
  const locked = await lockCase(tx, articleId).catch((error: unknown) => {
    // Deleted since it was listed.
    if (error instanceof DomainError && error.kind === 'not_found') return null
    throw error
  })
  if (!locked) return 0
  const at = now.toISOString()
  let taken = 0
  for (const { facts, done } of await timedCases(tx, [articleId], now)) {
    for (const step of dueSteps(facts, done, now)) {
      // An editor has reminded the person today: nobody is reminded twice a day.
      const toOne = step.act !== 'lapse' && (step.act.to === 'reviewer' || step.act.to === 'co-author')
      const isEnough = toOne && (await isRemindedByEditor(tx, step.subjectId, now))
      await note(tx, step, isEnough ? null : at)
      if (isEnough) continue
      await take(tx, locked, step, at)
      taken++
    }
  }
  return taken
}

/** The steps that were passed over are noted as well: a clock that goes back must not send them. */
const note = (tx: Tx, { subjectId, step, passed }: DueStep, at: string | null): Promise<unknown> =>
  tx
    .insertInto('review_reminders')
    .values([
      { subject_id: subjectId, step, sent_at: at },
      ...passed.map((each) => ({ subject_id: subjectId, step: each, sent_at: null })),
    ])
    .execute()

const isRemindedByEditor = async (tx: Tx, subjectId: string, now: Date): Promise<boolean> =>
  (await tx
    .selectFrom('review_reminders')
    .select('step')
    .where('subject_id', '=', subjectId)
    .where('step', 'like', `${BY_EDITOR} ${dayOf(now.toISOString())} %`)
    .executeTakeFirst()) !== undefined

async function take(tx: Tx, locked: LockedCase, { subject, subjectId, step, act }: DueStep, at: string): Promise<void> {
  const articleId = locked.article.id
  if (act === 'lapse') return lapseInvitation(tx, await assignmentIn(tx, locked, subjectId), at)
  const about: AboutCase = { articleId, [subject]: subjectId, step }
  if (act.to === 'editors') return void (await notifyEditors(tx, act.email, about))
  if (act.to === 'handler') return notifyHandler(tx, locked, act.email, about)
  if (act.to === 'co-author') return remindAuthor(tx, articleId, { contributorId: subjectId, step, ...act })
  if (act.to === 'author') {
    if (act.email === 'author-delay') await changeCase(tx, articleId, { delay_told_at: at })
    return notifyAuthor(tx, act.email, about)
  }
  const assignment = await tx
    .selectFrom('review_assignments')
    .select(['id', 'article_id', 'email'])
    .where('id', '=', subjectId)
    .executeTakeFirstOrThrow()
  return notifyReviewer(tx, act.email, assignment, { step })
}

/** To someone who is asked about a list of authors, at the address to which they were written. */
async function remindAuthor(
  tx: Tx,
  articleId: string,
  { contributorId, step, isProposed }: { contributorId: string; step: string; isProposed: boolean },
): Promise<void> {
  const proposalId = isProposed ? (await openProposal(tx, articleId))?.id : undefined
  const list = await answersOf(tx, articleId, proposalId)
  const one = list && [...list.answers, ...list.removed].find(({ contributor_id }) => contributor_id === contributorId)
  const about = { articleId, contributorId, step, ...(proposalId === undefined ? {} : { proposalId }) }
  if (one) await send(tx, 'co-author-reminder', one.email, about)
}

/** An editor's own reminder of an author: the timetable's of the same day is passed over. */
export async function remindAuthorByEditor(tx: Tx, articleId: string, contributorId: string): Promise<void> {
  const at = now()
  const step = `${BY_EDITOR} ${dayOf(at)} +0`
  await tx.insertInto('review_reminders').values({ subject_id: contributorId, step, sent_at: at }).execute()
  await remindAuthor(tx, articleId, { contributorId, step, isProposed: false })
}

/** To the editor who handles an appeal or a complaint; while nobody does, to those who may answer it, if there are any. */
async function notifyHandler(
  tx: Tx,
  { theCase }: LockedCase,
  kind: 'editor-appeal-due',
  about: AboutCase,
): Promise<void> {
  const handler = await tx
    .selectFrom('grievances')
    .innerJoin('users', 'users.id', 'grievances.handler_id')
    .select(['users.id', 'users.email', 'users.role'])
    .where('grievances.id', '=', about.grievanceId ?? '')
    .executeTakeFirst()
  // They may have been recused since, or may no longer be an editor.
  if (handler && (await isEditorOf(tx, { userId: handler.id, role: handler.role }, about.articleId))) {
    return send(tx, kind, handler.email, about)
  }
  const grievance = (await loadGrievances(tx, about.articleId)).find(({ id }) => id === about.grievanceId)
  const involved = grievance ? involvedIn(grievance, theCase, await loadDecisions(tx, about.articleId)) : []
  if (!(await notifyOtherEditors(tx, kind, about, new Set(involved)))) await notifyAdministrators(tx, kind, about)
}

/** The step of an email of the timetable's kind that an editor has sent: another date, or a reminder. */
export const ANOTHER_DATE = 'another date'
const BY_EDITOR = 'by an editor'
export const isByEditor = (step = ''): boolean => step === ANOTHER_DATE || step.startsWith(BY_EDITOR)

/** The steps that remind a reviewer or an author, as they begin. */
const REMIND_PEOPLE = ['invitation', 'report', 'authorship', BY_EDITOR]

/** When the person of each of these assignments, or places in a list of authors, was last reminded. */
export async function remindersOf(db: Db, subjects: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('review_reminders')
    .select(['subject_id', ({ fn }) => fn.max('sent_at').as('sent_at')])
    .where('subject_id', 'in', subjects)
    .where('sent_at', 'is not', null)
    .where((where) => where.or(REMIND_PEOPLE.map((name) => where('step', 'like', `${name} %`))))
    .groupBy('subject_id')
    .execute()
  return new Map(rows.flatMap(({ subject_id, sent_at }) => (sent_at === null ? [] : [[subject_id, sent_at]])))
}

/** An editor's own reminder of an invitation or a report: the timetable's of the same day is passed over. */
export async function remindByEditor(tx: Tx, assignment: AssignmentRow): Promise<void> {
  const at = now()
  const late = assignment.due_on === null ? 0 : Math.max(0, daysBetween(assignment.due_on, at))
  const step = `${BY_EDITOR} ${dayOf(at)} +${late}`
  await tx.insertInto('review_reminders').values({ subject_id: assignment.id, step, sent_at: at }).execute()
  await notifyReviewer(tx, assignment.state === 'agreed' ? 'reviewer-report-due' : 'reviewer-reminder', assignment, {
    step,
  })
}

/** True for a reminder that has not been sent yet and has become pointless meanwhile: it is dropped. */
export async function isPointless(db: Db, about: AboutCase, now: Date): Promise<boolean> {
  const { articleId, assignmentId, decisionId, proofId, grievanceId, contributorId, step } = about
  if (step === undefined) return false
  const subjectIds = [articleId, assignmentId, decisionId, proofId, grievanceId, contributorId].filter(
    (id) => id !== undefined,
  )
  const [found] = await timedCases(db, [articleId], now)
  return !found || !isStillDue(found.facts, found.done, { subjectIds, step }, now)
}

/** A case with the keys of the steps that have been sent or passed over. */
interface TimedCase {
  facts: CaseFacts
  done: ReadonlySet<string>
}

/** Reads cases by the ids of their articles: six queries, whatever their number. */
async function timedCases(db: Db, articleIds: readonly string[], now: Date): Promise<TimedCase[]> {
  const cases = (await loadCases(db, articleIds)).map(({ facts }) => facts)
  const done = await doneSteps(db, cases, now)
  return cases.map((facts) => ({ facts, done }))
}

async function doneSteps(db: Db, cases: readonly CaseFacts[], now: Date): Promise<ReadonlySet<string>> {
  const steps = cases.flatMap((facts) => plannedSeries(facts, now)).flat()
  const subjects = [...new Set(steps.map(({ subjectId }) => subjectId))]
  const rows = subjects.length
    ? await db
        .selectFrom('review_reminders')
        .select(['subject_id', 'step'])
        .where('subject_id', 'in', subjects)
        .execute()
    : []
  return new Set(rows.map(({ subject_id, step }) => stepKey({ subjectId: subject_id, step })))
}

/** How soon cases are looked at again of which a step has failed. */
const RETRY_MS = 5 * MINUTE_MS

/**
 * What this process has seen of the cases: until the next day, or a further entry in the audit log, nothing new can be
 * due. Every hour all cases are looked at nevertheless.
 */
export class SeenCases {
  #seen: { day: string; entry: number; at: number } | undefined
  #failedAt = -Infinity

  /** A condition that holds if something may be due. */
  mayBeDue(now: Date): RawBuilder<boolean> {
    const seen = this.#seen
    if (now.getTime() >= this.#failedAt && now.getTime() - this.#failedAt < RETRY_MS) return sql`1 = 0`
    const isFresh = seen?.day === dayOf(now) && Math.abs(now.getTime() - seen.at) < HOUR_MS
    return isFresh ? sql`exists (select 1 from audit_entries where seq > ${seen.entry})` : sql`1 = 1`
  }

  finished(entry: number, now: Date): void {
    this.#seen = { day: dayOf(now), entry, at: now.getTime() }
  }

  failed(now: Date): void {
    this.#failedAt = now.getTime()
  }
}

interface Reminding {
  seen?: SeenCases
  stopped?: () => boolean
  clock?: () => Date
}

/** Takes what is due in all cases, and remembers what it has seen of them. */
export async function remind(
  { database, log }: Pick<Platform, 'database' | 'log'>,
  { seen = new SeenCases(), stopped = () => false, clock = () => new Date() }: Reminding = {},
): Promise<void> {
  const entry = await lastEntry(database.db)
  let isComplete = true
  await takeDueSteps(database, {
    clock,
    stopped,
    failed: (error, articleId) => {
      isComplete = false
      log.error({ err: error, articleId }, 'what is due in a case could not be done')
    },
  })
  await noteAllRecusedEditors(database, { stopped })
  await tellWaitingAuthors(database)
  await tellOfWaivers(database, clock())
  await remindOfInvoices(database, clock(), stopped)
  await renewPublicFigures(database, clock())
  if (!isComplete) seen.failed(clock())
  else if (!stopped()) seen.finished(entry, clock())
}

async function lastEntry(db: Db): Promise<number> {
  const { entry } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.max<number | null>('seq').as('entry'))
    .executeTakeFirstOrThrow()
  return entry ?? 0
}

/** Reminds in the background. */
export function reminderWork(resources: Pick<Platform, 'database' | 'log'>): BackgroundWork {
  const seen = new SeenCases()
  const run = (stopped: () => boolean) => remind(resources, { seen, stopped })
  return { kind: 'reminders', run, isDue: (at) => seen.mayBeDue(at) }
}
