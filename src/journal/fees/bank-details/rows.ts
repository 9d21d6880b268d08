import type { AllBankDetails, BankDetails } from '../../../contract/api/bank-details.ts'
import type { BankDetailsState, ProposalFacts } from '../../../contract/rules/fees/bank-details.ts'
import { FORMER_ACCOUNT } from '../../../contract/rules/accounts/users.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { BankDetailsRow } from '../../../platform/database/fee-tables.ts'
import { now } from '../../../platform/ids.ts'
import { editorsSince, longEditors, othersThan, samePeople } from './people.ts'

/** The newest that were confirmed: what a clock that went back says of their day changes nothing. */
const confirmed = (db: Db) =>
  db.selectFrom('bank_details').selectAll().where('state', '=', 'confirmed').orderBy('number', 'desc').limit(1)

export const detailsInForce = (db: Db): Promise<BankDetailsRow | undefined> => confirmed(db).executeTakeFirst()

export const waitingDetails = (db: Db): Promise<BankDetailsRow | undefined> =>
  db.selectFrom('bank_details').selectAll().where('state', '=', 'waiting').executeTakeFirst()

function stateOf(row: BankDetailsRow, current: BankDetailsRow | undefined): BankDetailsState {
  if (row.state === 'waiting') return 'waiting'
  if (row.state === 'confirmed') return row.id === current?.id ? 'in force' : 'former'
  return row.ended_by === null ? 'ended' : 'withdrawn'
}

/** What decides what someone may do with a proposal. */
export async function factsOf(db: Db, row: BankDetailsRow, userId: string): Promise<ProposalFacts> {
  const since = await editorsSince(db, row.id)
  return {
    isWaiting: row.state === 'waiting',
    proposerStays: since.has(row.proposed_by),
    isAlone: row.alone_until !== null,
    isYours: row.proposed_by === userId,
    wasEditorBefore: since.has(userId) && (await longEditors(db, row.proposed_at)).has(userId),
    isSamePerson: (await samePeople(db, row.proposed_by, [userId])).has(userId),
  }
}

export async function readBankDetails(db: Db, userId: string): Promise<AllBankDetails> {
  const rows = await db.selectFrom('bank_details').selectAll().orderBy('number', 'desc').execute()
  const current = rows.find(({ state }) => state === 'confirmed')
  const ids = rows.flatMap((row) => [row.proposed_by, row.confirmed_by ?? '', row.ended_by ?? ''])
  const people = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('id', 'in', ['', ...new Set(ids)])
    .where('deleted_at', 'is', null)
    .execute()
  const names = new Map(people.map(({ id, full_name }) => [id, full_name]))
  const nameOf = (id: string) => names.get(id) ?? FORMER_ACCOUNT
  const shown = (row: BankDetailsRow): BankDetails => ({
    ...{ id: row.id, words: row.words, state: stateOf(row, current) },
    ...{ proposedBy: nameOf(row.proposed_by), proposedAt: row.proposed_at },
    confirmedBy: row.confirmed_by === null ? null : nameOf(row.confirmed_by),
    inForceFrom: row.in_force_from,
    endedBy: row.ended_by === null ? null : nameOf(row.ended_by),
    endedAt: row.ended_at,
  })
  const waiting = rows.find(({ state }) => state === 'waiting')
  return {
    current: current ? shown(current) : null,
    waiting: waiting
      ? {
          ...shown(waiting),
          ...(await factsOf(db, waiting, userId)),
          takesEffectAt: waiting.alone_until,
          mayConfirm: await mayConfirm(db, waiting),
        }
      : null,
    earlier: rows.filter((row) => row !== current && row !== waiting).map(shown),
    canConfirm: (await othersThan(db, userId, now())).length > 0,
  }
}

async function mayConfirm(db: Db, { id, proposed_by, proposed_at, alone_until }: BankDetailsRow): Promise<string[]> {
  const since = await editorsSince(db, id)
  if (alone_until !== null || !since.has(proposed_by)) return []
  return (await othersThan(db, proposed_by, proposed_at)).flatMap((one) => (since.has(one.id) ? [one.name] : []))
}
