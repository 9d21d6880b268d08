import type { Database } from '../../src/platform/database/connect.ts'

/** The audit log entries about a record, oldest first. */
export async function loadAuditEntries({ db }: Database, subject: string) {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('seq')
    .execute()
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests check the shape with `expect`
  const read = (json: string | null): any => json && JSON.parse(json)
  return rows.map(({ before, after, ...entry }) => ({ ...entry, before: read(before), after: read(after) }))
}
