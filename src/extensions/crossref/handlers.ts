import type { deposits } from '../../contract/api/deposits.ts'
import { DEPOSIT_MOVES, UNSUCCESSFUL } from '../../contract/rules/articles/deposits/states.ts'
import { doiSettings } from '../../contract/rules/articles/doi-pattern.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import type { Caller, Handlers } from '../../platform/call.ts'
import { retrying, type Tx } from '../../platform/database/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { now } from '../../platform/ids.ts'
import { recusedArticles } from '../../journal/peer-review/recusal.ts'
import { depositFile } from './deposit-file.ts'
import { countUnregistered, depositsWith, listDeposits } from './queries.ts'
import { requestDeposit } from './request-deposit.ts'
import type { CrossrefResources } from './resources.ts'

/** Violated if a DOI or a deposit is made by somebody else at the same time. */
const INDEXES = ['articles_doi', 'deposits_doi']
/** Enough for a wrong password that nobody noticed for a year. */
const AGAIN_MAX = 200

export const depositHandlers: Handlers<{ deposits: typeof deposits }, CrossrefResources>['deposits'] = {
  list: async ({ database, crossref }, asked) => ({
    ...(await listDeposits(database.db, asked)),
    prefix: doiSettings().prefix || null,
    host: crossref?.host ?? null,
    unregistered: await countUnregistered(database.db),
  }),

  deposit: ({ database, caller }, { id }) =>
    retrying(INDEXES, () =>
      database.transaction(async (tx) => {
        await requestDeposit(tx, caller, id)
        const { id: made } = await tx
          .selectFrom('deposits')
          .select('id')
          .where('article_id', '=', id)
          .orderBy('created_at', 'desc')
          .where('state', '=', 'waiting')
          .executeTakeFirstOrThrow()
        return (await depositsWith(tx, [made]))[0]!
      }),
    ),

  depositFailed: async ({ database, caller }) => {
    const failed = await database.db
      .selectFrom('deposits')
      .innerJoin('public_articles', 'public_articles.id', 'deposits.article_id')
      .select('deposits.article_id')
      .distinct()
      .where('deposits.state', 'in', UNSUCCESSFUL)
      .where('deposits.article_id', 'not in', recusedArticles(caller.userId))
      .limit(AGAIN_MAX)
      .execute()
    for (const { article_id } of failed) await database.transaction((tx) => requestDeposit(tx, caller, article_id))
    return { deposits: failed.length }
  },

  file: (resources, { articleId }) => depositFile(resources, articleId),

  record: ({ database, caller }, { ids }) =>
    database.transaction(async (tx) => ({ recorded: await recordDeposits(tx, caller, ids) })),
}

/** Records deposits that were taken to Crossref by hand; those that cannot be any more are passed over. */
async function recordDeposits(tx: Tx, caller: Caller, ids: readonly string[]): Promise<number> {
  const { from, to } = DEPOSIT_MOVES.record
  const known = await tx.selectFrom('deposits').select('id').where('id', 'in', ids).execute()
  if (!known.length) throw notFound('Deposit')
  const recorded = await tx
    .updateTable('deposits')
    .set({
      ...{ state: to, answered_at: now(), claimed_until: null, last_error: null },
      messages: JSON.stringify([{ status: 'Success', message: 'Recorded by an editor.' }]),
    })
    .where('id', 'in', ids)
    .where('state', 'in', from)
    .returning(['article_id', 'doi'])
    .execute()
  for (const { article_id, doi } of recorded) {
    await writeAuditEntry(tx, {
      actorId: caller.userId,
      action: 'article.record-deposit',
      subject: article_id,
      after: { doi },
    })
  }
  return recorded.length
}
