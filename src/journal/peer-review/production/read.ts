import type { z } from 'zod'
import { ADMINISTRATORS_ONLY, isAdministrator } from '../../../contract/rules/accounts/access.ts'
import type { production, ProducedArticle, ProducedLine } from '../../../contract/api/production.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Paged } from '../../../contract/rules/site/page-numbers.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, inOrderOf, type Order } from '../../../platform/database/list-pages.ts'
import { notFound, refuse } from '../../../platform/errors.ts'
import { headsThatHold, searchWords } from '../../../platform/search-engine/matches.ts'
import { loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { presentProofs } from '../case/present-proofs.ts'
import { loadManuscripts, loadSupplements, presentFile } from '../case/read-report-files.ts'
import { loadVersions } from '../cases/case-rows.ts'
import { queriesOfEach } from '../cases/proof-queries.ts'
import { isRecused } from '../recusal.ts'
import { producedFor, type Viewer } from '../who-sees.ts'

type Asked = z.output<(typeof production.list)['input']>

/** Matches of a search beyond these are not looked at. */
const MATCHES_MAX = 100_000

const NEWEST: Order = [
  ['review_cases.received_on', 'desc'],
  ['review_cases.article_id', 'desc'],
]

const articlesFor = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('review_cases')
    .innerJoin('articles', 'articles.id', 'review_cases.article_id')
    .where('review_cases.article_id', 'in', producedFor(viewer))

/** At most six queries, whatever the page size. */
export async function listProduced(
  db: Db,
  viewer: Viewer,
  { page, limit, state, q }: Asked,
): Promise<Paged<ProducedLine>> {
  let found = articlesFor(db, viewer)
  if (state !== undefined) found = found.where('articles.published_at', state === 'open' ? 'is' : 'is not', null)
  if (q !== undefined) {
    const words = searchWords(plainTitle(q))
    found = found.where((where) =>
      where.or([
        where('review_cases.number', '=', q.trim()),
        ...(words.length
          ? [
              where(
                'review_cases.article_id',
                'in',
                db
                  .selectFrom(headsThatHold(db, { words }, MATCHES_MAX).as('found'))
                  .innerJoin('article_heads as head', 'head.no', 'found.no')
                  .select('head.article_id'),
              ),
            ]
          : []),
      ]),
    )
  }
  const { total } = await found.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow()
  const { ids, meta } = await idsOnPage(
    found.select('review_cases.article_id as id'),
    NEWEST,
    { page, limit },
    Number(total),
  )
  const rows = await factsOf(db, ids)
  const proofs = await db
    .selectFrom('proofs')
    .select(['id', 'article_id', 'sent_at', 'due_on', 'answer'])
    .where('article_id', 'in', ['', ...ids])
    .orderBy('sent_at')
    .orderBy('id')
    .execute()
  const last = new Map(proofs.map((proof) => [proof.article_id, proof]))
  const queries = await queriesOfEach(db, [...last.values()].map(({ id }) => id)) // prettier-ignore
  return {
    data: inOrderOf(ids, rows, ({ articleId }) => articleId).map((row) => {
      const proof = last.get(row.articleId)
      const waiting = (queries.get(proof?.id ?? '') ?? []).filter(({ answer, isSettled }) => answer && !isSettled)
      return {
        ...row,
        proof: proof
          ? { sentAt: proof.sent_at, dueOn: proof.due_on, answer: proof.answer, unsettled: waiting.length }
          : null,
      }
    }),
    meta,
  }
}

async function factsOf(db: Db, ids: readonly string[]): Promise<Omit<ProducedLine, 'proof'>[]> {
  const rows = await db
    .selectFrom('review_cases')
    .innerJoin('articles', 'articles.id', 'review_cases.article_id')
    .innerJoin('categories', 'categories.id', 'articles.category_id')
    .leftJoin('scheduled_articles as waiting', 'waiting.article_id', 'articles.id')
    .leftJoin('volumes', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb('volumes.id', '=', fn.coalesce(ref('waiting.volume_id'), ref('articles.volume_id'))),
      ),
    )
    .select(['articles.id as articleId', 'review_cases.number', 'articles.title', 'categories.name as category'])
    .select(['articles.published_at as publishedAt', 'volumes.title as volume'])
    // What readers get of it is made in the background.
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('article_files')
          .select('article_files.file_id')
          .whereRef('article_files.article_id', '=', 'articles.id')
          .where('article_files.kind', '=', 'source'),
      ).as('text'),
    )
    .where('articles.id', 'in', ['', ...ids])
    .execute()
  return rows.map(({ text, ...row }) => ({ ...row, hasText: Boolean(text) }))
}

/** What is not accepted for good is not there, nor what the viewer wrote or reviews; a recused administrator gets what an author gets. */
export async function readProduced(db: Db, viewer: Viewer, id: string): Promise<ProducedArticle> {
  const seen = await articlesFor(db, viewer)
    .select('articles.version')
    .where('review_cases.article_id', '=', id)
    .executeTakeFirst()
  if (!seen) {
    if (isAdministrator(viewer) && (await isRecused(db, viewer.userId, id))) refuse(ADMINISTRATORS_ONLY)
    throw notFound('Article')
  }
  const [facts] = await factsOf(db, [id])
  const newest = (await loadVersions(db, id)).at(-1)?.id ?? null
  const files = (await loadManuscripts(db, id)).filter(({ version_id }) => version_id === newest)
  const proofs = await db
    .selectFrom('proofs')
    .selectAll()
    .where('article_id', '=', id)
    .orderBy('sent_at')
    .orderBy('id')
    .execute()
  return {
    ...facts!,
    version: seen.version,
    authors: (await loadAuthors(db, [id])).map(({ fullName }) => fullName),
    files: [...files, ...(await loadSupplements(db, id))].map(presentFile),
    proofs: await presentProofs(db, proofs),
  }
}
