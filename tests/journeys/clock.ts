/** Time for journeys: the server is another process with a clock of its own, so the past is moved instead. */
import { sql } from 'kysely'
import type { RunningJournal } from './support.ts'

/** When things have happened in peer review. Days that people were given stay. */
const MOMENTS = {
  review_cases: ['screened_at', 'created_at'],
  manuscript_versions: ['submitted_at'],
  review_rounds: ['opened_at', 'closed_at'],
  review_assignments: ['invited_at', 'replied_at', 'submitted_at', 'closed_at', 'created_at'],
  review_reports: ['submitted_at'],
  decisions: ['decided_at'],
  outbox: ['next_try_at'],
} as const

/** Makes all that has happened in peer review happen so many minutes earlier: letters that waited are due. */
export const minutesLater = ({ database }: RunningJournal, minutes: number): Promise<void> =>
  database.transaction(async (tx) => {
    // Reports and decisions are only added: the rule is lifted for a moment, which no other connection sees.
    const { rows: rules } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
      where type = 'trigger' and name in ('review_reports_no_update', 'decisions_no_update')`.execute(tx)
    for (const { name } of rules) await sql`drop trigger ${sql.ref(name)}`.execute(tx)
    for (const [table, columns] of Object.entries(MOMENTS)) {
      for (const column of columns) {
        await sql`update ${sql.table(table)}
          set ${sql.ref(column)} = strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.ref(column)}, ${`-${minutes} minutes`})
          where ${sql.ref(column)} is not null`.execute(tx)
      }
    }
    for (const rule of rules) await sql.raw(rule.sql).execute(tx)
  })
