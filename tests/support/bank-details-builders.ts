import type { Database } from '../../src/platform/database/connect.ts'
import { newId, now } from '../../src/platform/ids.ts'
import { writeAuditEntry } from '../../src/platform/audit.ts'
import { aUser } from './builders.ts'

/** Nothing waits any more; the details that are in force, or null. */
export async function nothingWaits({ db }: Pick<Database, 'db'>): Promise<string | null> {
  await db.updateTable('bank_details').set({ state: 'ended', ended_at: now() }).where('state', '=', 'waiting').execute()
  const current = await db
    .selectFrom('bank_details')
    .select('id')
    .where('state', '=', 'confirmed')
    .orderBy('number', 'desc')
    .executeTakeFirst()
  return current?.id ?? null
}

/** Bank details that a managing editor has proposed, or one of their own. */
export async function proposedBankDetails(database: Database, by?: { id: string }): Promise<string> {
  await nothingWaits(database)
  const proposer = by ?? (await aUser(database, { role: 'admin' }))
  const [id, at] = [newId(), now()]
  await database.transaction(async (tx) => {
    const { last } = await tx
      .selectFrom('bank_details')
      .select(({ fn }) => fn.max('number').as('last'))
      .executeTakeFirstOrThrow()
    const number = Number(last ?? 0) + 1
    await tx
      .insertInto('bank_details')
      .values({
        ...{ id, number, words: `Bank ${id}`, proposed_by: proposer.id, proposed_at: at, alone_until: null },
        ...{ hours_counted: 0, counted_at: at, confirmed_by: null, in_force_from: null },
        ...{ ended_by: null, ended_at: null, state: 'waiting' },
      })
      .execute()
    await writeAuditEntry(tx, proposer.id, 'journal.propose-bank-details', id, { after: { number } })
  })
  return id
}
