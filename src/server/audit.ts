import type { AuditPayloads } from '../contract/api/audit-payloads.ts'
import type { Action } from '../contract/domain/actions.ts'
import type { Tx } from './database/connect.ts'
import { newId, now } from './ids.ts'

/** Who did what to what, with the changed fields as `AuditPayloads` names them for the action. */
export type AuditEntry = {
  [A in Action]: {
    /** Null for actions by the system itself. */
    actorId: string | null
    action: A
    /** Id of the subject. */
    subject: string
  } & AuditPayloads[A]
}[Action]

/** Appends to the audit log, in the same transaction as the action itself. */
export async function writeAuditEntry(tx: Tx, { actorId, action, subject, before, after }: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({ id: newId(), at: now(), actor_id: actorId, action, subject, before: json(before), after: json(after) })
    .execute()
}

const SECRET = /password|token|secret/i

/** Masks secrets by field name, in case one is ever passed in. */
const json = (value: unknown): string | null =>
  value === undefined
    ? null
    : JSON.stringify(value, (name, inner: unknown) => (SECRET.test(name) && inner !== null ? '[masked]' : inner))
