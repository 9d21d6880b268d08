import type { Action } from '../contract/domain/actions.ts'
import type { Tx } from './database/connect.ts'
import { newId, now } from './ids.ts'

export interface AuditEntry {
  /** Null for what the program does by itself. */
  actorId: string | null
  action: Action
  /** Id of what was acted on. */
  subject: string
  /** The fields that changed, without passwords or tokens. */
  before?: unknown
  after?: unknown
}

/** Appends to the audit log, in the transaction of the action itself. */
export async function writeAuditEntry(tx: Tx, { actorId, action, subject, before, after }: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({ id: newId(), at: now(), actor_id: actorId, action, subject, before: json(before), after: json(after) })
    .execute()
}

const SECRET = /password|token|secret/i

/** What nobody may read later is masked by its name, should it ever be handed in. */
const json = (value: unknown): string | null =>
  value === undefined
    ? null
    : JSON.stringify(value, (name, inner: unknown) => (SECRET.test(name) && inner !== null ? '[masked]' : inner))
