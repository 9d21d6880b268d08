import type { Database } from '../src/server/database/connect.ts'

/** What the audit log holds about something, oldest first. */
export async function auditEntriesOf({ db }: Database, subject: string) {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('seq')
    .execute()
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests say with `expect` what they expect
  const read = (json: string | null): any => json && JSON.parse(json)
  return rows.map(({ before, after, ...entry }) => ({ ...entry, before: read(before), after: read(after) }))
}
