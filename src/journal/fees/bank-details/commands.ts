import { BANK_DETAILS_CHANGED, SAME_BANK_DETAILS } from '../../../contract/api/bank-details.ts'
import { ADMINISTRATORS_ONLY } from '../../../contract/rules/accounts/access.ts'
import { ALONE_HOURS, BANK_DETAILS_WAIT, bankDetailsPolicy } from '../../../contract/rules/fees/bank-details.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import type { BankDetailsRow } from '../../../platform/database/fee-tables.ts'
import { DomainError, invalid, notFound, refuse } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { lockAdministrators } from '../../accounts/administration/administer.ts'
import { tellOfBankDetails } from './emails.ts'
import { editorsSince, othersThan } from './people.ts'
import { detailsInForce, factsOf, waitingDetails } from './rows.ts'

/** The managing editors are locked: one change of bank details after the other, and none while a role changes. */
async function lockForEditor({ engine }: Database, tx: Tx, { userId }: Caller): Promise<void> {
  // The caller's own role may have been revoked since the call came in.
  if (!(await lockAdministrators(engine, tx)).includes(userId)) refuse(ADMINISTRATORS_ONLY)
}

/** Proposes other bank details. The same proposal sent again is one. */
export async function proposeBankDetails(
  database: Database,
  tx: Tx,
  caller: Caller,
  { words, seen }: { words: string; seen: string | null },
): Promise<void> {
  await lockForEditor(database, tx, caller)
  await settleWaiting(tx)
  const waiting = await waitingDetails(tx)
  if (waiting?.proposed_by === caller.userId && waiting.words === words) return
  if (waiting) throw new DomainError('conflict', BANK_DETAILS_WAIT)
  const current = await detailsInForce(tx)
  if ((current?.id ?? null) !== seen) throw new DomainError('conflict', BANK_DETAILS_CHANGED)
  if (current?.words === words) throw invalid('words', SAME_BANK_DETAILS)
  const { last } = await tx
    .selectFrom('bank_details')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  const at = now()
  const others = await othersThan(tx, caller.userId, at)
  const row = {
    ...{ id: newId(), number: Number(last ?? 0) + 1, words, proposed_by: caller.userId, proposed_at: at },
    alone_until: others.length ? null : new Date(Date.parse(at) + ALONE_HOURS * HOUR_MS).toISOString(),
    ...{ hours_counted: 0, counted_at: at, confirmed_by: null, in_force_from: null, ended_by: null, ended_at: null },
    state: 'waiting' as const,
  }
  await tx.insertInto('bank_details').values(row).execute()
  await writeAuditEntry(tx, caller.userId, 'journal.propose-bank-details', row.id, { after: { number: row.number } })
  await tellOfBankDetails(tx, row, 'proposed')
}

/** Confirms what another managing editor has proposed. The same confirmation sent again changes nothing. */
export async function confirmBankDetails(database: Database, tx: Tx, caller: Caller, id: string): Promise<void> {
  await lockForEditor(database, tx, caller)
  const row = await findProposal(tx, id)
  if (row.state === 'confirmed' && row.confirmed_by === caller.userId) return
  refuse(bankDetailsPolicy.refusal(caller, 'confirm', await factsOf(tx, row, caller.userId)))
  await putInForce(tx, row, caller.userId)
}

/** Takes a proposal back, also one of another editor. */
export async function withdrawBankDetails(database: Database, tx: Tx, caller: Caller, id: string): Promise<void> {
  await lockForEditor(database, tx, caller)
  const row = await findProposal(tx, id)
  if (row.state === 'ended' && row.ended_by === caller.userId) return
  refuse(bankDetailsPolicy.refusal(caller, 'withdraw', await factsOf(tx, row, caller.userId)))
  await end(tx, row, caller.userId)
}

async function findProposal(tx: Tx, id: string): Promise<BankDetailsRow> {
  const row = await tx.selectFrom('bank_details').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Proposal')
  return row
}

async function putInForce(tx: Tx, row: BankDetailsRow, confirmedBy: string | null): Promise<void> {
  await tx
    .updateTable('bank_details')
    .set({ state: 'confirmed', confirmed_by: confirmedBy, in_force_from: now() })
    .where('id', '=', row.id)
    .execute()
  await writeAuditEntry(tx, confirmedBy, 'journal.confirm-bank-details', row.id, { after: { number: row.number } })
  await tellOfBankDetails(tx, row, 'in force')
}

async function end(tx: Tx, row: BankDetailsRow, endedBy: string | null): Promise<void> {
  await tx
    .updateTable('bank_details')
    .set({ state: 'ended', ended_by: endedBy, ended_at: now() })
    .where('id', '=', row.id)
    .execute()
  await writeAuditEntry(tx, endedBy, 'journal.end-bank-details', row.id, { after: { number: row.number } })
  await tellOfBankDetails(tx, row, endedBy === null ? 'ended' : 'withdrawn')
}

/** The journal may rest for a quarter of the time; a clock that jumps ahead brings no proposal into force. */
const HOURS_AT_WORK = (ALONE_HOURS * 3) / 4
/** The work in the background comes by each hour, in each process. */
const BETWEEN_COUNTS_MS = 45 * MINUTE_MS

/** What becomes of a proposal that waits by itself: its proposer has left, or its time has passed without a withdrawal. */
async function settleWaiting(tx: Tx): Promise<void> {
  const row = await waitingDetails(tx)
  if (!row) return
  if (!(await editorsSince(tx, row.id)).has(row.proposed_by)) return end(tx, row, null)
  if (row.alone_until === null || row.alone_until > now() || row.hours_counted < HOURS_AT_WORK) return
  await putInForce(tx, row, null)
}

/** The hourly work: counts the hour of a proposal that waits, and settles it if it is due. */
export function settleBankDetails(database: Database): Promise<void> {
  return database.transaction(async (tx) => {
    await lockAdministrators(database.engine, tx)
    const row = await waitingDetails(tx)
    if (!row) return
    const at = now()
    if (Math.abs(Date.parse(at) - Date.parse(row.counted_at ?? row.proposed_at)) >= BETWEEN_COUNTS_MS) {
      await tx
        .updateTable('bank_details')
        .set({ hours_counted: row.hours_counted + 1, counted_at: at })
        .where('id', '=', row.id)
        .execute()
    }
    await settleWaiting(tx)
  })
}
