import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import type { Finding } from '../../contract/rules/health/facts.ts'
import { findingsOf, needing } from '../../contract/rules/health/findings.ts'
import type { Database } from '../../platform/database/connect.ts'
import { enqueue } from '../../platform/email/outbox.ts'
import type { BackgroundWork } from '../../platform/jobs/background.ts'
import type { MonitoringEmail } from './emails.ts'
import { loadHealthFacts } from './facts.ts'
import type { MonitoringResources } from './operation.ts'

/** Shorter than a day, so that the hour of the day does not drift. */
const PAUSE_MS = 23 * HOUR_MS

/** Emails the operator once a day what needs someone at the server, if the settings name an address. */
export const reportWork = (resources: MonitoringResources): BackgroundWork[] => {
  const { operatorEmail } = resources.operation.settings
  if (operatorEmail === null) return []
  const startedAt = Date.now()
  return [
    {
      kind: 'report',
      everyMs: HOUR_MS,
      run: async () => {
        // In its first hour a journal has not yet made its first backup.
        if (Date.now() - startedAt < HOUR_MS / 2) return
        await reportState(resources, operatorEmail)
      },
    },
  ]
}

/** Enqueues the email of today; false if nothing needs the operator, or another process has said so. */
export async function reportState(
  resources: MonitoringResources,
  recipient: string,
  at = new Date(),
): Promise<boolean> {
  const findings = needing(findingsOf(await loadHealthFacts(resources)))
  return findings.length > 0 && enqueueReport(resources.database, findings, recipient, at)
}

const enqueueReport = (database: Database, findings: readonly Finding[], recipient: string, at: Date) =>
  database.transaction(async (tx) => {
    const due = new Date(at.getTime() - PAUSE_MS).toISOString()
    const claimed = await tx
      .insertInto('warnings_sent')
      .values({ about: 'state of the journal', at: at.toISOString() })
      .onConflict((conflict) =>
        conflict.column('about').doUpdateSet({ at: at.toISOString() }).where('warnings_sent.at', '<', due),
      )
      .returning('about')
      .executeTakeFirst()
    if (!claimed) return false
    const told = findings.map(({ what, todo }) => ({ what, todo }))
    await enqueue<MonitoringEmail>(tx, { kind: 'state-report', recipient, data: { name: 'Operator', findings: told } })
    return true
  })
