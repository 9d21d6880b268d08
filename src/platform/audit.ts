import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import type { AuditPayloads, TextDigest } from '../contract/api/audit-payloads.ts'
import type { Action } from '../contract/rules/accounts/actions.ts'
import type { Tx } from './database/connect.ts'
import { whileErasing } from './database/erasing.ts'
import type { Tables } from './database/tables.ts'
import { newId, now } from './ids.ts'
import { createHash } from 'node:crypto'

type What<A extends Action> = [action: A, subjectId: string]
/** What was done to what, with the changed fields as `AuditPayloads` names them for the action. */
export type AuditEntry = {
  [A in Action]: AuditPayloads[A] extends { before?: never; after?: never }
    ? What<A>
    : [...What<A>, changed: AuditPayloads[A]]
}[Action]

/** Appends to the audit log, in the same transaction as the action itself. Actions by the system have no actor. */
export async function writeAuditEntry(tx: Tx, actorId: string | null, ...entry: AuditEntry): Promise<void> {
  const [action, subject, changed] = entry
  const [before, after] = [json(changed?.before), json(changed?.after)]
  const row = { id: newId(), at: now(), actor_id: actorId, action, subject, before, after }
  await tx.insertInto('audit_entries').values(row).execute()
}

const SECRET = /password|token|secret/i

/** Masks secrets by field name, in case one is ever passed in. */
const json = (value: unknown): string | null =>
  value === undefined
    ? null
    : JSON.stringify(value, (name, inner: unknown) => (SECRET.test(name) && inner !== null ? '[masked]' : inner))

type Entry = Selectable<Tables['audit_entries']>
const AT_ONCE = 500

/**
 * Replaces texts in the payloads of those entries that `which` selects: `erased` gets an entry, the field's name and its
 * text, and answers what is kept in its place. Entries, their order and all else in them stay; the database sees to it.
 */
export function eraseInAuditLog(
  tx: Tx,
  which: (where: ExpressionBuilder<Tables, 'audit_entries'>) => Expression<SqlBool>,
  erased: (entry: Entry, field: string, value: string) => string,
): Promise<void> {
  return whileErasing(tx, async () => {
    for (let seq = 0; ;) {
      const entries = await tx
        .selectFrom('audit_entries')
        .selectAll()
        .where('seq', '>', seq)
        .where(which)
        .orderBy('seq')
        .limit(AT_ONCE)
        .execute()
      for (const entry of entries) {
        const kept = (payload: string | null) =>
          payload && JSON.stringify(replaced(JSON.parse(payload), '', (field, value) => erased(entry, field, value)))
        const [before, after] = [kept(entry.before), kept(entry.after)]
        if (before === entry.before && after === entry.after) continue
        await tx.updateTable('audit_entries').set({ before, after }).where('seq', '=', entry.seq).execute()
      }
      if (entries.length < AT_ONCE) return
      seq = entries.at(-1)!.seq
    }
  })
}

/** The same value with its texts replaced, at any depth; texts in lists go by the list's name. */
function replaced(value: unknown, field: string, by: (field: string, text: string) => string): unknown {
  if (typeof value === 'string') return by(field, value)
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, field, by))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, name, by)]))
}

/** The audit log's record of a long text: its length, and a hash that identifies it. */
export const textDigest = (text: string): TextDigest => ({
  characters: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
})
