import { printedSize } from '../../contract/rules/health/facts.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { counted } from '../../contract/rules/text/plain-text.ts'
import type { KindsOfEmail } from '../../platform/email/kinds.ts'
import type { NewEmail } from '../../platform/email/outbox.ts'
import { address, paragraphs, plain } from '../../platform/email/values.ts'

interface MonitoringEmails {
  'disk-low': { name: string; freeBytes: number; reserveBytes: number }
  'state-report': { name: string; findings: readonly { what: string; todo: string }[] }
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
  'state-report': {
    values: {
      count: ({ findings }) => plain(counted(findings.length, 'thing to do', 'things to do')),
      findings: ({ findings }) => paragraphs(findings.map(({ what, todo }) => `${what}\n${todo}`).join('\n\n')),
      link: (_data, publicUrl) => address(publicUrl + paths.adminState),
    },
    example: {
      name: 'Operator',
      findings: [
        {
          what: 'The newest tested backup of the journal is 4 days old.',
          todo: 'Make a backup by hand (npm run backup -- FILE), and look in the log of the server for the reason.',
        },
      ],
    },
  },
}
