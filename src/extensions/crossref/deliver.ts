import { sql, type Updateable } from 'kysely'
import type { DepositMessage } from '../../contract/api/deposits.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/rules/text/dates.ts'
import { administrators } from '../../journal/accounts/users/administrators.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { enqueue } from '../../platform/email/outbox.ts'
import type { BackgroundWork } from '../../platform/jobs/background.ts'
import { CLAIM_MS, claimRecord, isRecordDue, isRecordOff, rightRecords } from '../../platform/jobs/claim-record.ts'
import { watchClock } from '../../platform/jobs/clock-jumps.ts'
import { AHEAD_MS, later, waitMs } from '../../platform/jobs/retries.ts'
import { DEPOSIT_MOVES, type DepositMove } from '../../contract/rules/articles/deposits.ts'
import type { DepositRow } from '../../platform/database/extension-tables.ts'
import { type Crossref, CrossrefFailure } from './client.ts'
import { type Batch, depositXml } from './deposit-xml.ts'
import { reviewsXml } from './review-xml.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { CrossrefEmail } from './emails.ts'
import { isTextAwaited } from './references.ts'
import type { CrossrefResources } from './resources.ts'
import { depositedArticles, depositedReviews, nextTimestamp } from './queries.ts'

/** Two days. After that someone has to look at it. */
const ATTEMPTS_MAX = 12
/** When Crossref is asked for its answer, in minutes: it usually takes a few. */
const ASKING = [1, 2, 5, 15, 60, 3 * 60, 6 * 60]
/** Five days: Crossref has had its worst queues for one. */
const ASKED_MAX = 24

export interface Round {
  clock?: () => Date
  /** True if no further deposit should be started. */
  stopped?: () => boolean
  /** False while the end of a claim does not say that its process has died. */
  mayTakeOver?: () => boolean
}

/**
 * Sends the deposits that are due, and asks for the answers to those that have been sent. Each is claimed before, so
 * that several processes share the work and no two send the same. What may have arrived without being noted, after a
 * crash or without an answer, is asked about before it is sent again. Returns how many were moved on.
 */
export async function deliverDeposits(
  resources: CrossrefResources,
  { clock = () => new Date(), stopped = () => false, mayTakeOver = () => true }: Round = {},
): Promise<number> {
  const { crossref, database } = resources
  let moved = 0
  if (!crossref) return moved
  await rightRecords(database.db, OPEN_DEPOSITS, clock())
  while (!stopped()) {
    const claimed = await claimDeposit(database.db, clock(), mayTakeOver())
    if (!claimed) break
    try {
      if (await advance(resources, crossref, claimed, clock())) moved++
    } catch (error) {
      await retryLater(resources, claimed, error, clock())
      // The others would only fail as well.
      if (error instanceof CrossrefFailure && (error.away || error.credentials)) break
    }
  }
  return moved
}

/** Deposits in the background. */
export const depositWork = (resources: CrossrefResources): BackgroundWork => {
  const jumps = watchClock()
  const mayTakeOver = () => !jumps.jumpedWithin(CLAIM_MS)
  return {
    kind: 'deposits',
    run: (stopped) => deliverDeposits(resources, { stopped, mayTakeOver }),
    isDue: (at) => sql`(${isRecordDue(OPEN_DEPOSITS, at, mayTakeOver())} or ${isRecordOff(OPEN_DEPOSITS, at)})`,
  }
}

async function advance(resources: CrossrefResources, crossref: Crossref, deposit: Claimed, at: Date): Promise<boolean> {
  if (deposit.state === 'sent' || deposit.tried_at !== null) {
    const answer = await crossref.result(deposit.id)
    if (answer.state !== 'unknown') {
      const sent = deposit.state === 'sent' ? deposit : await markSent(resources, deposit, at)
      if (!sent) return false
      if (answer.state === 'completed') return recordAnswer(resources, sent, answer, at)
      await askLater(resources, sent, at)
      return false
    }
    if (deposit.state === 'sent') {
      await askLater(resources, deposit, at)
      return false
    }
  }
  return send(resources, crossref, deposit, at)
}

/** Sends a deposit as the article is now. */
async function send(resources: CrossrefResources, crossref: Crossref, deposit: Claimed, at: Date): Promise<boolean> {
  const { database, publicUrl, log } = resources
  // The reference list comes with the text, which is read soon after an article is published.
  if (deposit.kind === 'article' && (await isTextAwaited(database.db, deposit.article_id))) {
    await note(database.db, deposit, { claimed_until: null, next_try_at: later(at, MINUTE_MS) })
    return false
  }
  const content = await contentOf(database.db, publicUrl, deposit)
  if (!content) {
    await noteMove(database.db, deposit, 'supersede', {
      ...{ answered_at: at.toISOString(), claimed_until: null },
      last_error: 'The article is no longer public, so nothing was sent.',
    })
    log.info({ deposit: deposit.id }, 'a deposit was dropped: its article is not public any more')
    return false
  }
  // Noted first: if this process dies between sending and noting, the next one asks before it sends again.
  const tried = await database.transaction(async (tx) =>
    note(tx, deposit, {
      tried_at: at.toISOString(),
      timestamp: deposit.timestamp ?? (await nextTimestamp(tx, deposit.doi, at)),
    }),
  )
  if (!tried) return false
  await crossref.send(deposit.id, content({ id: deposit.id, timestamp: tried.timestamp! }))
  const sent = await markSent(resources, deposit, at)
  if (sent) await askLater(resources, sent, at)
  return sent !== null
}

/** What a deposit says now; null if it is about nothing that is public. */
async function contentOf(
  db: Db,
  publicUrl: string,
  { kind, subject_id, article_id }: Claimed,
): Promise<((batch: Omit<Batch, 'articles'>) => string) | null> {
  if (kind === 'review') {
    const reviews = await depositedReviews(db, publicUrl, [subject_id])
    return reviews.length ? (batch) => reviewsXml({ ...batch, reviews }) : null
  }
  const articles = await depositedArticles(db, publicUrl, [article_id])
  return articles.length ? (batch) => depositXml({ ...batch, articles }) : null
}

async function markSent({ database }: CrossrefResources, deposit: Claimed, at: Date): Promise<Claimed | null> {
  const sent = await noteMove(database.db, deposit, 'send', {
    ...{ sent_at: at.toISOString(), attempts: 0, last_error: null },
  })
  return sent ? { ...sent, claimed_until: deposit.claimed_until } : null
}

/** Notes when Crossref is asked again; after days without an answer the deposit has failed. */
async function askLater(resources: CrossrefResources, deposit: Claimed, at: Date): Promise<void> {
  const attempts = deposit.attempts + 1
  if (attempts > ASKED_MAX) {
    return giveUp(resources, deposit, 'Crossref has not reported a result for days.', at)
  }
  const wait = ASKING[Math.min(attempts, ASKING.length) - 1]!
  await note(resources.database.db, deposit, {
    ...{ attempts, claimed_until: null, last_error: null },
    next_try_at: later(at, wait * MINUTE_MS),
  })
}

/** Notes why an attempt failed, and when it is repeated, or that it has failed for good. */
async function retryLater(resources: CrossrefResources, deposit: Claimed, error: unknown, at: Date): Promise<void> {
  const { database, log } = resources
  const failure = error instanceof CrossrefFailure ? error : null
  if (!failure) log.error({ err: error, deposit: deposit.id }, 'a deposit could not be made')
  const reason = failure?.message ?? 'The deposit could not be made.'
  const attempts = deposit.attempts + 1
  const isHopeless = failure !== null && failure.isCertain && !failure.away
  // Without credentials nobody can ask about what was sent either.
  const isOver = deposit.state === 'waiting' ? isHopeless || attempts >= ATTEMPTS_MAX : attempts > ASKED_MAX
  if (isOver) return giveUp(resources, deposit, reason, at)
  await note(database.db, deposit, {
    ...{ attempts, claimed_until: null, last_error: reason },
    next_try_at: later(at, waitMs(attempts)),
    // What has surely not arrived is not asked about.
    ...(failure?.isCertain && deposit.state === 'waiting' ? { tried_at: null } : {}),
  })
}

/** Records Crossref's answer. Returns whether the deposit was still waiting for it. */
async function recordAnswer(
  { database }: CrossrefResources,
  deposit: Claimed,
  { records, failures, submissionId }: Diagnostic,
  at: Date,
): Promise<boolean> {
  const has = (status: DepositMessage['status']) => records.some((record) => record.status === status)
  const isRefused = has('Failure') || failures > 0 || !records.length
  const messages = records.map(({ status, message }): DepositMessage => ({ status, message }))
  const changes = {
    ...{ answered_at: at.toISOString(), claimed_until: null, last_error: null, submission_id: submissionId },
    messages: JSON.stringify(messages),
  }
  return database.transaction(async (tx) => {
    const move = isRefused ? 'refuse' : has('Warning') ? 'warn' : 'accept'
    const noted = await noteMove(tx, deposit, move, changes)
    if (noted && isRefused) await notifyOfFailure(tx, deposit)
    return noted !== undefined
  })
}

/** Ends a deposit that cannot be sent. */
async function giveUp({ database }: CrossrefResources, deposit: Claimed, reason: string, at: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const changes = { answered_at: at.toISOString(), claimed_until: null, last_error: reason }
    if (await noteMove(tx, deposit, 'giveUp', changes)) await notifyOfFailure(tx, deposit)
  })
}

/** How long one email about a failure stands for all that follow: the page that it links lists them. */
const QUIET_MS = 24 * HOUR_MS

/** Notifies every administrator that a deposit needs a person, at most once a day. */
async function notifyOfFailure(tx: Tx, { article_id }: Claimed): Promise<void> {
  const recent = await tx
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'deposit-failed')
    .where('created_at', '>', later(new Date(), -QUIET_MS))
    .where('created_at', '<=', later(new Date(), AHEAD_MS))
    .limit(1)
    .executeTakeFirst()
  if (recent) return
  const article = await tx.selectFrom('articles').select('title').where('id', '=', article_id).executeTakeFirst()
  if (!article) return
  for (const { name, email } of await administrators(tx)) {
    const data = { articleId: article_id, title: article.title, name }
    await enqueue<CrossrefEmail>(tx, { kind: 'deposit-failed', recipient: email, data })
  }
}

type Claimed = DepositRow & { claimed_until: string }

/** Those to send or to ask about, as the index of open deposits has them. */
const OPEN_DEPOSITS = { table: 'deposits', open: sql`state in ('waiting', 'sent')`, tried: sql`1 = 1` } as const

export const claimDeposit = (db: Db, at: Date, mayTakeOver = true): Promise<Claimed | null> =>
  claimRecord<DepositRow>(db, { ...OPEN_DEPOSITS, order: sql`next_try_at, id` }, at, mayTakeOver)

/**
 * Changes a deposit, if this process still has its claim and it has not been superseded meanwhile; undefined
 * otherwise.
 */
const note = (
  db: Db,
  { id, claimed_until, state }: Claimed,
  changes: Updateable<DepositRow>,
): Promise<DepositRow | undefined> =>
  db
    .updateTable('deposits')
    .set(changes)
    .where('id', '=', id)
    .where('claimed_until', '=', claimed_until)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst()

/** The same for a move to another state. */
function noteMove(
  db: Db,
  deposit: Claimed,
  move: DepositMove,
  changes: Updateable<DepositRow>,
): Promise<DepositRow | undefined> {
  const { from, to } = DEPOSIT_MOVES[move]
  if (!(from as readonly string[]).includes(deposit.state)) {
    throw new Error(`A deposit that is ${deposit.state} cannot be moved by ${move}`)
  }
  return note(db, deposit, { ...changes, state: to })
}
