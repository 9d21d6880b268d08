import { sql, type SelectQueryBuilder } from 'kysely'
import type { Article, PublicArticle } from '../../contract/api/articles.ts'
import { pageMeta, type Paged } from '../../contract/domain/page-numbers.ts'
import type { Actor } from '../../contract/domain/policy.ts'
import type { Db } from '../database/connect.ts'
import type { ArticleRow, Tables } from '../database/tables.ts'
import { SHORT_COLUMNS } from './content-columns.ts'
import { contributorsOf } from './contributor-rows.ts'
import { presentArticle, presentPublicArticle, type LoadedArticle } from './present.ts'

export interface Page {
  page: number
  limit: number
}

/** The source of public lists: the view that alone defines 'public'. */
const publicOnes = (db: Db) => db.selectFrom('public_articles as articles')
const allOnes = (db: Db) => db.selectFrom('articles')

/**
 * The columns that lists need. An abstract may be a megabyte long, so it is selected only if a card has to
 * show its beginning because there is no excerpt.
 */
export const LISTED = [
  ...SHORT_COLUMNS,
  ...(['id', 'slug', 'abstract_cleaner', 'image_file_id', 'pdf_file_id', 'submitter_id', 'comments'] as const),
  ...(['source_journal', 'source_publisher', 'origin', 'version', 'created_at', 'updated_at'] as const),
  ...(['published_at', 'approved_at', 'archived_at', 'corrected_at'] as const),
  sql<string>`case when articles.excerpt = '' then articles.abstract else '' end`.as('abstract'),
] as const

export interface PublicFilter {
  categoryId?: string
  volumeId?: string
}

/**
 * Public articles, newest first; those of a volume by first page, then newest first. The id is the
 * tie-breaker.
 */
export async function listPublicArticles(db: Db, filter: PublicFilter, page: Page): Promise<Paged<PublicArticle>> {
  let query = publicOnes(db)
  if (filter.categoryId !== undefined) query = query.where('articles.category_id', '=', filter.categoryId)
  if (filter.volumeId !== undefined) query = query.where('articles.volume_id', '=', filter.volumeId)
  const total = await count(query)
  if (filter.volumeId !== undefined) query = query.orderBy('articles.page_order')
  const rows = await query
    .select(LISTED)
    .orderBy('articles.published_at', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute()
  const loaded = await loadArticles(db, rows)
  return { data: loaded.map(presentPublicArticle), meta: pageMeta(page.page, page.limit, total) }
}

/** A person's own submissions, in every state, newest first. */
export async function listArticlesOf(db: Db, submitter: Actor, page: Page): Promise<Paged<Article>> {
  const query = allOnes(db).where('articles.submitter_id', '=', submitter.userId)
  const total = await count(query)
  const rows = await query
    .select(LISTED)
    .orderBy('articles.created_at', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute()
  const loaded = await loadArticles(db, rows, { withFiles: true })
  return {
    data: loaded.map((article) => presentArticle(article, submitter)),
    meta: pageMeta(page.page, page.limit, total),
  }
}

export async function findPublicArticle(db: Db, id: string): Promise<LoadedArticle | null> {
  const row = await publicOnes(db).selectAll('articles').where('articles.id', '=', id).executeTakeFirst()
  return row ? (await loadArticles(db, [row]))[0]! : null
}

export async function findArticle(db: Db, id: string): Promise<LoadedArticle | null> {
  const row = await allOnes(db).selectAll('articles').where('articles.id', '=', id).executeTakeFirst()
  return row ? (await loadArticles(db, [row], { withFiles: true }))[0]! : null
}

type ArticleQuery = SelectQueryBuilder<Tables & { articles: ArticleRow }, 'articles', object>

async function count(query: unknown): Promise<number> {
  const row = await (query as ArticleQuery)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Adds the related rows to articles, with one query per table. */
export async function loadArticles(db: Db, rows: ArticleRow[], { withFiles = false } = {}): Promise<LoadedArticle[]> {
  if (!rows.length) return []
  const ids = rows.map((row) => row.id)
  const idsOf = (key: 'category_id' | 'volume_id' | 'submitter_id') => [
    ...new Set(rows.map((row) => row[key]).filter((id): id is string => id !== null)),
  ]
  const imageIds = rows.flatMap((row) => row.image_file_id ?? [])
  const pdfIds = withFiles ? rows.flatMap((row) => row.pdf_file_id ?? []) : []
  const [categories, volumes, submitters, contributors, files, pdfs, images] = [
    await db.selectFrom('categories').select(['id', 'name']).where('id', 'in', idsOf('category_id')).execute(),
    await inChunks(idsOf('volume_id'), (some) =>
      db.selectFrom('volumes').select(['id', 'title']).where('id', 'in', some).execute(),
    ),
    await inChunks(idsOf('submitter_id'), (some) =>
      db.selectFrom('users').selectAll().where('id', 'in', some).execute(),
    ),
    await contributorsOf(db, ids),
    withFiles ? await filesOf(db, ids) : [],
    await inChunks(pdfIds, (some) =>
      db.selectFrom('files').select(['id', 'findings']).where('id', 'in', some).execute(),
    ),
    await inChunks(imageIds, (some) =>
      db.selectFrom('files').select(['id', 'width', 'height']).where('id', 'in', some).execute(),
    ),
  ]
  const categoryById = new Map(categories.map((category) => [category.id, category]))
  const volumeById = new Map(volumes.map((volume) => [volume.id, volume]))
  const submitterById = new Map(submitters.map((user) => [user.id, user]))
  const contributorsById = Map.groupBy(contributors, (contributor) => contributor.articleId)
  const findingsOfPdf = new Map(pdfs.map(({ id, findings }) => [id, findings]))
  const sizeOfImage = new Map(
    images.flatMap(({ id, width, height }) => (width && height ? [[id, { width, height }]] : [])),
  )
  const filesById = Map.groupBy(files, (file) => file.article_id)
  return rows.map((row) => ({
    row,
    category: categoryById.get(row.category_id)!,
    volume: row.volume_id === null ? null : (volumeById.get(row.volume_id) ?? null),
    submitter: row.submitter_id === null ? null : (submitterById.get(row.submitter_id) ?? null),
    contributors: contributorsById.get(row.id) ?? [],
    files: filesById.get(row.id) ?? [],
    imageSize: sizeOfImage.get(row.image_file_id ?? '') ?? null,
    pdfFindings: findingsOfPdf.get(row.pdf_file_id ?? '') ?? null,
  }))
}

/** No query if there are no ids. */
const inChunks = async <T>(ids: string[], ask: (ids: string[]) => Promise<T[]>): Promise<T[]> =>
  ids.length ? ask(ids) : []

const filesOf = (db: Db, articleIds: string[]) =>
  db
    .selectFrom('article_files')
    .innerJoin('files', 'files.id', 'article_files.file_id')
    .select(['article_files.article_id', 'files.id', 'files.name', 'files.findings'])
    .where('article_files.article_id', 'in', articleIds)
    .where('article_files.kind', '=', 'manuscript')
    .orderBy('article_files.position')
    .execute()
