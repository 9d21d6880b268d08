import { canUndo, undoableSince } from '../../contract/rules/site/undo.ts'
import type { BulkKind } from '../../platform/database/bulk-tables.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { newId, now } from '../../platform/ids.ts'

/** So many ids are named in one statement. */
export const IDS_AT_ONCE = 500

/** Writes down what undoing a change has to know, in the transaction of the change. `at`: when it was made. */
export async function keepChange(
  tx: Tx,
  { kind, subjectId, before, at = now() }: { kind: BulkKind; subjectId: string; before: object; at?: string },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('bulk_changes')
    .values({ id, kind, subject_id: subjectId, before: JSON.stringify(before), at, undone_at: null })
    .execute()
  return id
}

/** Writes down more of a change that is under way, or less of one that is being undone. False if it has been undone. */
export async function keepMore(tx: Tx, id: string, before: object): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bulk_changes')
    .set({ before: JSON.stringify(before) })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A change that was kept. `before` is what its kind has written. */
export interface KeptChange<Before> {
  id: string
  at: string
  undoneAt: string | null
  before: Before
}

/** The last change of a kind of one subject, undone or not. */
export async function lastChange<Before>(
  db: Db,
  kind: BulkKind,
  subjectId: string,
): Promise<KeptChange<Before> | undefined> {
  const row = await changes(db, kind)
    .where('subject_id', '=', subjectId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && kept<Before>(row)
}

/** The last one that has not been undone. */
export async function lastStanding<Before>(
  db: Db,
  kind: BulkKind,
  subjectId: string,
): Promise<KeptChange<Before> | undefined> {
  const row = await changes(db, kind)
    .where('subject_id', '=', subjectId)
    .where('undone_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && kept<Before>(row)
}

/** The changes of one subject that can be undone, newest first; at most `limit`. */
export async function undoableChanges<Before>(
  db: Db,
  kind: BulkKind,
  subjectId: string,
  limit: number,
): Promise<KeptChange<Before>[]> {
  const rows = await changes(db, kind)
    .where('subject_id', '=', subjectId)
    .where('undone_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => kept<Before>(row)).filter(isUndoable)
}

/** Locks a change: of two who undo it the second waits. Undefined if it has been undone. */
export async function lockChange<Before>(tx: Tx, id: string): Promise<KeptChange<Before> | undefined> {
  const row = await tx
    .updateTable('bulk_changes')
    .set(({ ref }) => ({ at: ref('at') }))
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && kept<Before>(row)
}

/** Locks a change and all others of the same subject that can be undone; this one is not among them if it has been undone. */
export async function lockStanding<Before>(
  tx: Tx,
  kind: BulkKind,
  { id, subjectId }: { id: string; subjectId: string },
): Promise<KeptChange<Before>[]> {
  const rows = await tx
    .updateTable('bulk_changes')
    .set(({ ref }) => ({ at: ref('at') }))
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('undone_at', 'is', null)
    .where(({ or, eb }) => or([eb('id', '=', id), eb('at', '>', undoableSince(new Date()))]))
    .returningAll()
    .execute()
  return rows.map((row) => kept<Before>(row))
}

/** A change by its id, with whose or of what it is. */
export async function changeOf<Before>(
  db: Db,
  kind: BulkKind,
  id: string,
): Promise<(KeptChange<Before> & { subjectId: string | null }) | undefined> {
  const row = await changes(db, kind).where('id', '=', id).executeTakeFirst()
  return row && { ...kept<Before>(row), subjectId: row.subject_id }
}

export const isUndoable = ({ at, undoneAt }: Pick<KeptChange<unknown>, 'at' | 'undoneAt'>): boolean =>
  undoneAt === null && canUndo(at, new Date())

export async function markUndone(tx: Tx, id: string, at = now()): Promise<void> {
  await tx.updateTable('bulk_changes').set({ undone_at: at }).where('id', '=', id).execute()
}

const changes = (db: Db, kind: BulkKind) => db.selectFrom('bulk_changes').selectAll().where('kind', '=', kind)

const kept = <Before>(row: {
  id: string
  at: string
  undone_at: string | null
  before: string
}): KeptChange<Before> => ({
  ...{ id: row.id, at: row.at, undoneAt: row.undone_at },
  before: JSON.parse(row.before) as Before,
})
