import { paths } from '../../contract/rules/site/paths.ts'
import type { KindsOfEmail } from '../../platform/email/kinds.ts'
import type { NewEmail } from '../../platform/email/outbox.ts'
import { address, titled } from '../../platform/email/values.ts'

interface CrossrefEmails {
  'deposit-failed': { articleId: string; title: string; name: string }
}

export type CrossrefEmail = NewEmail<CrossrefEmails>

export const crossrefEmails: KindsOfEmail<CrossrefEmails> = {
  'deposit-failed': {
    values: {
      title: ({ title }) => titled(title),
      link: (_data, publicUrl) => address(`${publicUrl}${paths.adminDeposits}?state=attention`),
    },
    example: {
      articleId: 'leaf-rolling-in-pearl-millet',
      title: 'Leaf rolling in pearl millet, <i>Pennisetum glaucum</i>',
      name: 'Samina Farooqi',
    },
  },
}
