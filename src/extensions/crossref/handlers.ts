import type { deposits } from '../../contract/api/deposits.ts'
import { accessRefusal } from '../../contract/rules/accounts/access.ts'
import { DEPOSIT_MOVES, UNSUCCESSFUL } from '../../contract/rules/articles/deposits.ts'
import { doiSettings } from '../../contract/rules/articles/doi.ts'
import { actingOn, recusedArticles } from '../../journal/peer-review/recusal.ts'
import { depositReviews } from '../../journal/peer-review/published/publish.ts'
import { articleGone } from '../../journal/publication/articles/tombstones.ts'
import { isPublic } from '../../journal/publication/articles/transitions.ts'
import { enqueueDeposit, registersDoi } from '../../journal/publication/dois/enqueue-deposit.ts'
import { mintSupplementDois } from '../../journal/publication/articles/supplements.ts'
import { doiFor } from '../../journal/publication/dois/mint-doi.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import type { Caller, Handlers } from '../../platform/call.ts'
import { retrying, type Tx } from '../../platform/database/connect.ts'
import { lockForUpdate } from '../../platform/database/lock-for-update.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'
import { DomainError, notFound, refuse } from '../../platform/errors.ts'
import { now } from '../../platform/ids.ts'
import { depositFile } from './deposit-file.ts'
import { asReleased } from '../../journal/publication/notices/preview.ts'
import { depositXml } from './deposit-xml.ts'
import { countUnregistered, depositedArticles, depositsWith, listDeposits } from './queries.ts'
import type { CrossrefResources } from './resources.ts'

/** Violated if a DOI or a deposit is made by someone else at the same time. */
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
          .where('subject_id', '=', id)
          .orderBy('created_at', 'desc')
          .where('state', '=', 'waiting')
          .executeTakeFirstOrThrow()
        return (await depositsWith(tx, [made]))[0]!
      }),
    ),

  ofNotice: async ({ database, caller, publicUrl }, { id }) => {
    const articles = await asReleased({ database }, caller, id, (tx, { own, about }) =>
      depositedArticles(tx, publicUrl, [own.row.id, ...about]),
    )
    // Sent by themselves, each with a timestamp of its own.
    const timestamp = now().replace(/\D/g, '')
    return { xml: articles.length ? depositXml({ id: 'preview', timestamp, articles }) : null }
  },

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
    await writeAuditEntry(tx, caller.userId, 'article.record-deposit', article_id, { after: { doi } })
  }
  return recorded.length
}

const NOT_PUBLIC = 'Only published articles can be deposited'
const NOT_REGISTERED_HERE = 'The DOI of this article is not registered by this journal'
const NO_PREFIX = 'The journal has no DOI prefix yet: please set it in journal.config.ts'

/** Deposits a public article once more. One that was published before the journal had a prefix gets its DOI first. */
async function requestDeposit(tx: Tx, caller: Caller, id: string): Promise<void> {
  const article = await lockForUpdate(tx, 'articles', id)
  if (!article) throw await articleGone(tx, id)
  refuse(accessRefusal('administrators', await actingOn(tx, caller, id)))
  if (!isPublic(article)) throw new DomainError('conflict', NOT_PUBLIC)
  const doi = await doiFor(tx, article, {
    ...{ volumeId: article.volume_id, issue: article.issue, at: article.published_at! },
  })
  if (doi === null && article.source_journal === null && article.origin !== 'sample') {
    throw new DomainError('conflict', NO_PREFIX)
  }
  if (!registersDoi({ ...article, doi })) throw new DomainError('conflict', NOT_REGISTERED_HERE)
  if (article.doi === null) {
    await tx.updateTable('articles').set({ doi }).where('id', '=', id).execute()
    await mintSupplementDois(tx, { id, doi })
    await touchPublicSite(tx)
  }
  await enqueueDeposit(tx, { ...article, doi }, 'editor')
  await depositReviews(tx, { ...article, doi }, 'editor')
  await writeAuditEntry(tx, caller.userId, 'article.deposit', id, { after: { doi } })
}
