import type { Database, Db, Tx } from '../../platform/database/connect.ts'
import { enqueue } from '../../platform/email/outbox.ts'
import { isHeldNow } from '../accounts/duties/held.ts'
import { unrecusedAdministrators } from '../accounts/users/administrators.ts'
import { acceptedForGood } from '../peer-review/cases/accepted.ts'
import { conflictedArticles } from '../peer-review/recusal.ts'
import type { FeeEmail } from './fee-email.ts'
import { noteListReader } from './list-readers.ts'
import { isSealedFor, sealedWaivers } from './opening.ts'

/** Those who look after fees. */
const allOfficers = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'role'])
    .where('deleted_at', 'is', null)
    .where('id', 'in', db.selectFrom('duties').select('user_id').where('duty', '=', 'fees').where(isHeldNow()))
    .orderBy('id')
    .execute()

/** Without the authors and reviewers of this manuscript. */
const officersOf = (db: Db, articleId: string) =>
  allOfficers(db).then(async (officers) => {
    const isConflicted = ({ id }: { id: string }) =>
      db
        .selectFrom('articles')
        .select('id')
        .where('id', '=', articleId)
        .where('id', 'in', conflictedArticles(id))
        .executeTakeFirst()
    const free: typeof officers = []
    for (const officer of officers) if (!(await isConflicted(officer))) free.push(officer)
    return free
  })

/** Tells of requests, each reader once: officers that there is one, and editors when its manuscript is accepted for good. */
export async function tellOfWaivers(database: Database, at = new Date()): Promise<void> {
  await tellOfficers(database, at)
  const waiting = await database.db
    .selectFrom('waivers')
    .innerJoin('review_cases', 'review_cases.article_id', 'waivers.article_id')
    .select('waivers.article_id')
    .where('told_at', 'is', null)
    .where('outcome', 'is', null)
    // What was withdrawn after its acceptance has no fee.
    .where('stage', '<>', 'withdrawn')
    .where('waivers.article_id', 'in', acceptedForGood(at))
    .execute()
  for (const { article_id: articleId } of waiting) {
    await database.transaction(async (tx) => {
      if (!(await isFirst(tx, articleId, 'told_at', at))) return
      const readers = [...(await unrecusedAdministrators(tx, articleId)), ...(await officersOf(tx, articleId))]
      for (const email of new Set(readers.map(({ email }) => email))) {
        await enqueue<FeeEmail>(tx, { kind: 'fee-waiver-asked', recipient: email, data: { articleId } })
      }
    })
  }
}

async function noteListReaders(database: Database): Promise<void> {
  for (const { id, role } of await allOfficers(database.db))
    await database.transaction((tx) => noteListReader(tx, { userId: id, role }))
}

/** Only those who could not decide about the manuscript. */
async function tellOfficers(database: Database, at: Date): Promise<void> {
  // Whether or not there is anything to tell: other editors see who has no part in a decision.
  await noteListReaders(database)
  const untold = await sealedWaivers(database.db, at)
    .select('waivers.article_id')
    .where('officers_told_at', 'is', null)
    .execute()
  for (const { article_id: articleId } of untold) {
    await database.transaction(async (tx) => {
      if (!(await isFirst(tx, articleId, 'officers_told_at', at))) return
      for (const { id, email, role } of await officersOf(tx, articleId)) {
        const user = { userId: id, role }
        await noteListReader(tx, user)
        if (!(await isSealedFor(tx, user, articleId))) continue
        await enqueue<FeeEmail>(tx, { kind: 'fee-waiver-sealed', recipient: email, data: { articleId } })
      }
    })
  }
}

async function isFirst(tx: Tx, articleId: string, column: 'told_at' | 'officers_told_at', at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('waivers')
    .set({ [column]: at.toISOString() })
    .where('article_id', '=', articleId)
    .where(column, 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
