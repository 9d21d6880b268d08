import { sql, type Updateable } from 'kysely'
import { MINUTE_MS } from '../../contract/rules/text/dates.ts'
import type { Database, Db } from '../database/connect.ts'
import { noteEnqueued } from '../database/enqueued.ts'
import type { OutboxRow } from '../database/tables.ts'
import { now } from '../ids.ts'
import type { BackgroundWork } from '../jobs/background.ts'
import { CLAIM_MS, claimRecord, isRecordDue, isRecordOff, rightRecords } from '../jobs/claim-record.ts'
import { watchClock } from '../jobs/clock-jumps.ts'
import { later, LONGEST_WAIT_MS, waitMs } from '../jobs/retries.ts'
import { EmailFailure, type Mailer } from './mailer.ts'
import { loadAbout, ERASED, renderEmail, templateOf, type About } from './render.ts'
import type { EmailResources } from './resources.ts'
import { putBackIfSample } from './samples.ts'
import type { EmailTemplate } from './templates.ts'
import { giveTurns, isDelayed } from './turns.ts'

/** How often one email is tried while the mail server itself cannot be used. */
const PROBE_MS = 3 * MINUTE_MS

export interface DeliveryOptions {
  clock?: () => Date
  /** True if no further email should be started. */
  stopped?: () => boolean
  /** Called when the mail server itself could not be used. */
  away?: (at: Date) => void
  /** What each email is sent within: the journal may change while many are. */
  each?: (work: () => Promise<boolean>) => Promise<boolean>
  /** False while the end of a claim does not say that its process has died. */
  mayTakeOver?: () => boolean
}

/**
 * Sends the emails that are due one by one, urgent ones first and the others in turns (`turns.ts`). Each is claimed
 * before and marked after sending, so that several processes share the work. An email is never given up: failures are
 * retried, and after a crash between sending and marking it is sent again under the same Message-ID. That the server itself
 * cannot be used is no failure of the email, which waits no longer for it than the others. Returns how many were sent.
 */
export async function deliverDue(
  resources: EmailResources,
  {
    clock = () => new Date(),
    stopped = () => false,
    away = () => {},
    each = (work) => work(),
    mayTakeOver = () => true,
  }: DeliveryOptions = {},
): Promise<number> {
  const { mailer, database } = resources
  let sent = 0
  if (!mailer) return sent
  await rightRecords(database.db, WAITING, clock())
  while (!stopped()) {
    const claimed = await claimEmail(database, clock(), mayTakeOver())
    if (!claimed) break
    if (await putBackIfSample(database.db, claimed)) continue
    if (await isDelayed(database, claimed, clock())) continue
    try {
      if (await each(() => send(resources, mailer, claimed, clock()))) sent++
    } catch (error) {
      await retryLater(resources, claimed, error, clock())
      if (error instanceof EmailFailure && error.away) {
        away(clock())
        break
      }
    }
  }
  return sent
}

interface Claimed extends OutboxRow {
  claimed_until: string
}

/** Those that have a turn; `giveTurns` gives one to each that is due. */
const SENT_IN_TURNS = { table: 'outbox', open: sql`sent_at is null and turn is not null` } as const

/** All that wait. Letters that can be undone have a time of their own; others are due when they are written. */
const WAITING = {
  table: 'outbox',
  open: sql`sent_at is null`,
  tried: sql`(last_error is not null or delayed_at is not null or next_try_at = created_at)`,
} as const

async function claimEmail(database: Database, at: Date, mayTakeOver: boolean): Promise<Claimed | null> {
  await giveTurns(database, at)
  return claimRecord<OutboxRow>(database.db, { ...SENT_IN_TURNS, order: sql`turn, next_try_at, id` }, at, mayTakeOver)
}

/**
 * Sends emails in the background. While the mail server cannot be used, one email is tried every few minutes, and the
 * first that is sent is followed by all that wait.
 */
export const emailWork = (resources: EmailResources, each?: DeliveryOptions['each']): BackgroundWork => {
  let probeAt = 0
  const jumps = watchClock()
  const mayTakeOver = () => !jumps.jumpedWithin(CLAIM_MS)
  return {
    kind: 'emails',
    run: (stopped) => {
      probeAt = 0
      return deliverDue(resources, {
        ...{ stopped, mayTakeOver },
        ...(each && { each }),
        away: (at) => (probeAt = at.getTime() + PROBE_MS),
      })
    },
    isDue: (at) => {
      const takesOver = mayTakeOver()
      // One that is further off was noted with a clock that was ahead.
      const untilProbe = probeAt - at.getTime()
      if (untilProbe > 0 && untilProbe <= PROBE_MS) return sql`1 = 0`
      return sql`(${isRecordDue(SENT_IN_TURNS, at, takesOver)} or exists (
    select 1 from outbox where sent_at is null and turn is null and next_try_at <= ${at.toISOString()})
    or ${isRecordOff(WAITING, at)})`
    },
  }
}

/** Has all emails that could not be sent tried again at once; returns how many. What waits for its own time goes on waiting. */
export async function sendEmailsNow(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('outbox')
      .set({ next_try_at: now(), turn: null })
      .where('sent_at', 'is', null)
      .where('last_error', 'is not', null)
      .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now())]))
      .executeTakeFirst()
    // Whether any failed or not: while the server is away, others wait that were not tried.
    noteEnqueued(tx, 'emails')
    return Number(numUpdatedRows)
  })
}

/** Sends a claimed email and marks it; false if it had become obsolete and was dropped. */
async function send(resources: EmailResources, mailer: Mailer, email: Claimed, at: Date): Promise<boolean> {
  const { database, emailTemplates, publicUrl, log } = resources
  const template = templateOf(emailTemplates, email.kind)
  const loaded = await loadAbout(database.db, template, email)
  const about = loaded && (await template.isPointless?.(database.db, loaded as never, at)) ? null : loaded
  const secretLink = about && (await secretLinkFor(resources, template, about, email, at))
  if (about === null || secretLink === null) {
    await database.db.deleteFrom('outbox').where('id', '=', email.id).where('sent_at', 'is', null).execute()
    log.info({ email: email.id, kind: email.kind }, 'an email was dropped: it has become obsolete')
    return false
  }
  const rendered = renderEmail(template, about, {
    publicUrl,
    at: email.created_at,
    ...(secretLink ? { secretLink } : {}),
  })
  await mailer.send({ id: email.id, recipient: email.recipient, ...rendered })
  await database.db
    .updateTable('outbox')
    .set({
      ...{ sent_at: at.toISOString(), attempts: email.attempts + 1, claimed_until: null, last_error: null },
      ...(template.isForgotten ? { recipient: ERASED, data: '{}' } : {}),
    })
    .where('id', '=', email.id)
    .execute()
  return true
}

/** The secret link of an email; undefined for kinds without one, null if the email has become obsolete. */
async function secretLinkFor(
  { database, publicUrl }: EmailResources,
  { secretLink: make }: EmailTemplate,
  about: About,
  { recipient }: OutboxRow,
  at: Date,
): Promise<string | null | undefined> {
  return make && database.transaction((tx) => make(tx, about as never, { recipient, publicUrl, at }))
}

/** Notes why an email was not sent, and when it is tried again. */
async function retryLater(resources: EmailResources, email: Claimed, error: unknown, at: Date): Promise<void> {
  const { database, emailTemplates, log } = resources
  const ours = error instanceof EmailFailure
  if (!ours) log.error({ err: error, email: email.id }, 'an email could not be made')
  else if (error.away) log.warn({ reason: error.message }, 'the mail server could not be used')
  const isAway = ours && error.away
  const wait = ours && error.refused ? LONGEST_WAIT_MS : waitMs(email.attempts + 1)
  const changes = {
    attempts: email.attempts + (isAway ? 0 : 1),
    last_error: ours ? error.message : 'The email could not be written.',
    next_try_at: later(at, isAway ? PROBE_MS : wait),
    turn: null,
    claimed_until: null,
  }
  if (ours && error.badAddress && email.refused_at === null) {
    const refused = { ...changes, refused_at: at.toISOString() }
    try {
      await database.transaction(async (tx) => {
        const row = await note(tx, email, refused)
        if (row) await emailTemplates.get(email.kind)?.refused?.(tx, row)
      })
      return
    } catch (failure) {
      // The refusal is noted without what follows from it, which the next one makes up for.
      log.error({ err: failure, email: email.id }, 'a refused address could not be reported')
    }
  }
  await note(database.db, email, changes)
}

/** Changes an email, if this process still has its claim. */
const note = (db: Db, { id, claimed_until }: Claimed, changes: Updateable<OutboxRow>): Promise<OutboxRow | undefined> =>
  db
    .updateTable('outbox')
    .set(changes)
    .where('id', '=', id)
    .where('claimed_until', '=', claimed_until)
    .where('sent_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
