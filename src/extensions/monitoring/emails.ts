import { printedSize } from '../../contract/rules/health/facts.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import type { KindsOfEmail } from '../../platform/email/kinds.ts'
import type { NewEmail } from '../../platform/email/outbox.ts'
import { address, plain } from '../../platform/email/values.ts'

interface MonitoringEmails {
  'disk-low': { name: string; freeBytes: number; reserveBytes: number }
}

export type MonitoringEmail = NewEmail<MonitoringEmails>

export const monitoringEmails: KindsOfEmail<MonitoringEmails> = {
  'disk-low': {
    values: {
      free: ({ freeBytes }) => plain(printedSize(freeBytes)),
      reserve: ({ reserveBytes }) => plain(printedSize(reserveBytes)),
      link: (_data, publicUrl) => address(publicUrl + paths.adminState),
    },
    example: { name: 'Samina Farooqi', freeBytes: 1_100_000_000, reserveBytes: 512 * 1024 * 1024 },
  },
}
