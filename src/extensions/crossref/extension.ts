import { UNSUCCESSFUL } from '../../contract/rules/articles/deposits.ts'
import type { HealthFacts } from '../../contract/rules/health/facts.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { Extension } from '../extension.ts'
import { Crossref } from './client.ts'
import { depositWork } from './deliver.ts'
import { crossrefEmails } from './emails.ts'
import { depositHandlers } from './handlers.ts'
import type { CrossrefResources } from './resources.ts'

export const crossref: Extension<Pick<CrossrefResources, 'crossref'>, CrossrefResources> = {
  open: ({ crossref: account }) => ({ crossref: account && new Crossref(account) }),
  handlers: { deposits: depositHandlers },
  emails: crossrefEmails,
  background: (resources) => (resources.crossref ? [depositWork(resources)] : []),
  healthFacts: { deposits: ({ database }) => depositFacts(database.db) },
}

async function depositFacts(db: Db): Promise<NonNullable<HealthFacts['deposits']>> {
  const open = db.selectFrom('deposits').where('state', 'in', UNSUCCESSFUL)
  const { total } = await open.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const newest = await open.select('last_error').orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  return { unsuccessful: total, words: newest?.last_error ?? null }
}
