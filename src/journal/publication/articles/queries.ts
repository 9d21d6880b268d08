import { sql } from 'kysely'
import type { Article, PublicArticle } from '../../../contract/api/articles.ts'
import { NO_MATERIAL } from '../../../contract/rules/articles/declared-material.ts'
import { RESEARCH_ARTICLE } from '../../../contract/rules/articles/notices.ts'
import type { Paged } from '../../../contract/rules/site/page-numbers.ts'
import type { Actor } from '../../../contract/rules/accounts/access.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { idsOnPage, inOrderOf, type Order, type Page } from '../../../platform/database/list-pages.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { loadSuggestions } from '../../peer-review/reviewers/suggestions.ts'
import { hasNotices, notesOf } from '../notices/queries.ts'
import { SHORT_COLUMNS } from './content-columns.ts'
import { isOfNewestVersion, loadReviews } from '../../peer-review/cases/of-articles.ts'
import { isAuthor, loadAuthors, loadContributors } from './contributor-rows.ts'
import { hasMaterial, loadMaterial, mayHaveMaterial } from './declared-material.ts'
import { loadWorks, NO_WORKS } from './declared-works.ts'
import { BY_PLACE, hasPlaces, placedArticles } from '../volumes/places.ts'
import { loadAnswers } from './statement-answers.ts'
import { presentArticle, presentPublicArticle, type LoadedArticle } from './present.ts'

/** The source of public lists: the view that alone defines 'public'. */
const publicOnes = (db: Db) => db.selectFrom('public_articles as articles')
const allOnes = (db: Db) => db.selectFrom('articles')

/**
 * The columns that lists need. An abstract may be a megabyte long, so it is selected only if a card has to
 * show its beginning because there is no excerpt.
 */
export const LISTED = [
  ...SHORT_COLUMNS,
  ...([
    'id',
    'slug',
    'type',
    'standing',
    'public_version',
    'abstract_cleaner',
    'image_file_id',
    'pdf_file_id',
    'names_locked',
    'asked_statements',
    'submitter_id',
    'comments',
  ] as const),
  ...(['source_journal', 'source_publisher', 'origin', 'version', 'created_at', 'updated_at'] as const),
  ...(['published_at', 'approved_at', 'archived_at', 'closed_at', 'corrected_at', 'peer_review'] as const),
  sql<string>`case when articles.excerpt = '' then articles.abstract else '' end`.as('abstract'),
] as const

/** All public articles, or those of a category or of a volume. */
export type PublicFilter = { categoryId?: string; volumeId?: never } | { categoryId?: never; volumeId: string }

const NEWEST_PUBLISHED: Order = [
  ['published_at', 'desc'],
  ['id', 'desc'],
]
const BY_PAGES: Order = [['page_order', 'asc'], ...NEWEST_PUBLISHED]
const NEWEST_CREATED: Order = [
  ['created_at', 'desc'],
  ['id', 'desc'],
]

/**
 * Public articles, newest first; those of a volume as editors have placed them, then by first page, then newest first. The id
 * is the tie-breaker.
 */
export async function listPublicArticles(db: Db, filter: PublicFilter, page: Page): Promise<Paged<PublicArticle>> {
  const { categoryId, volumeId } = filter
  if (volumeId !== undefined && (await hasPlaces(db, volumeId))) {
    const placed = placedArticles(db, volumeId).select('articles.id')
    const { ids, meta } = await idsOnPage(placed, BY_PLACE, page, await countPublic(db, filter))
    return { data: await loadPublicArticles(db, ids), meta }
  }
  let query = publicOnes(db).select('articles.id')
  if (categoryId !== undefined) query = query.where('articles.category_id', '=', categoryId)
  if (volumeId !== undefined) query = query.where('articles.volume_id', '=', volumeId)
  const order = volumeId === undefined ? NEWEST_PUBLISHED : BY_PAGES
  const { ids, meta } = await idsOnPage(query, order, page, await countPublic(db, filter))
  return { data: await loadPublicArticles(db, ids), meta }
}

/** The newest public articles for feeds: what was invented is news to nobody. */
export async function listNews(
  db: Db,
  { categoryId }: { categoryId?: string | undefined },
  limit: number,
): Promise<PublicArticle[]> {
  let query = publicOnes(db).select('articles.id').where('articles.origin', '<>', 'sample')
  if (categoryId !== undefined) query = query.where('articles.category_id', '=', categoryId)
  const rows = await query
    .orderBy('articles.published_at', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(limit)
    .execute()
  return loadPublicArticles(
    db,
    rows.map(({ id }) => id),
  )
}

/** The newest public articles that are no notices, and neither retracted nor removed. */
export async function listSoundArticles(db: Db, page: Page): Promise<Paged<PublicArticle>> {
  const query = publicOnes(db)
    .select('articles.id')
    .where('articles.type', '=', RESEARCH_ARTICLE)
    .where('articles.standing', 'not in', ['retracted', 'removed'])
  // The few others are counted, not all of these.
  const others = await sql<{ total: number }>`select count(*) as total from (
    select article_id as id from notices where state = 'published'
    union select id from articles where standing in ('retracted', 'removed')) as others
    join public_articles on public_articles.id = others.id`.execute(db)
  const total = (await countPublic(db)) - Number(others.rows[0]!.total)
  const { ids, meta } = await idsOnPage(query, NEWEST_PUBLISHED, page, total)
  return { data: await loadPublicArticles(db, ids), meta }
}

/** Those of these articles that are public, in the order of the ids. */
export async function loadPublicArticles(db: Db, ids: readonly string[]): Promise<PublicArticle[]> {
  const rows = ids.length ? await publicOnes(db).select(LISTED).where('articles.id', 'in', ids).execute() : []
  return (await loadArticles(db, inOrderOf(ids, rows, idOf), { isListed: true })).map(presentPublicArticle)
}

/** A person's own submissions, in every state, newest first. */
export async function listArticles(db: Db, submitter: Actor, page: Page): Promise<Paged<Article>> {
  const query = allOnes(db).where('articles.submitter_id', '=', submitter.userId)
  const { total } = await query.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const { ids, meta } = await idsOnPage(query.select('articles.id'), NEWEST_CREATED, page, total)
  const data = await listedArticles(db, submitter, ids)
  return { data, meta }
}

/** Articles in the order of these ids, in every state, as their submitter and administrators see them in lists. */
export async function listedArticles(db: Db, viewer: Actor, ids: readonly string[]): Promise<Article[]> {
  const rows = ids.length ? await allOnes(db).select(LISTED).where('articles.id', 'in', ids).execute() : []
  const loaded = await loadArticles(db, inOrderOf(ids, rows, idOf), { withFiles: true, isListed: true })
  return loaded.map((article) => presentArticle(article, inListOf(viewer, article)))
}

/** Administrators see their own manuscripts as authors do; those they are recused from otherwise are never listed. */
const inListOf = (viewer: Actor, { row, review }: LoadedArticle): Actor =>
  review && row.submitter_id === viewer.userId ? { ...viewer, role: 'author' } : viewer

const idOf = ({ id }: ArticleRow): string => id

/** Only where one article is read. */
const pdfIsTypeset = sql<number>`(select count(*) from typeset_pdfs where file_id = articles.pdf_file_id)`.as(
  'pdf_is_typeset',
)

/** A column, so that articles without published reviews cost no query. */
const reviewsPublished =
  sql<number>`(select count(*) from published_reviews where article_id = articles.id and kind = 'report')`.as(
    'reviews_published',
  )

export async function findPublicArticle(db: Db, id: string): Promise<LoadedArticle | null> {
  const row = await publicOnes(db)
    .selectAll('articles')
    .select([pdfIsTypeset, hasNotices, reviewsPublished, hasMaterial])
    .where('articles.id', '=', id)
    .executeTakeFirst()
  return row ? (await loadArticles(db, [row]))[0]! : null
}

/** Those of these ids that are public, whole, in no order. */
export async function findPublicArticles(db: Db, ids: readonly string[]): Promise<LoadedArticle[]> {
  if (!ids.length) return []
  return loadArticles(
    db,
    await publicOnes(db)
      .selectAll('articles')
      .select([hasNotices, reviewsPublished, hasMaterial])
      .where('articles.id', 'in', ids)
      .execute(),
  )
}

export async function findArticle(db: Db, id: string): Promise<LoadedArticle | null> {
  const row = await allOnes(db)
    .selectAll('articles')
    .select([pdfIsTypeset, hasNotices, hasMaterial])
    .where('articles.id', '=', id)
    .executeTakeFirst()
  return row ? (await loadArticles(db, [row], { withFiles: true }))[0]! : null
}

/** The number of public articles, from the counts that the database keeps. */
export async function countPublic(db: Db, { categoryId, volumeId }: PublicFilter = {}): Promise<number> {
  const inVolume = () => db.selectFrom('volume_counts as kept').where('kept.volume_id', '=', volumeId!)
  const inCategory = () => db.selectFrom('category_counts as kept').where('kept.category_id', '=', categoryId!)
  const inAll = () => db.selectFrom('category_counts as kept')
  const kept = volumeId !== undefined ? inVolume() : categoryId !== undefined ? inCategory() : inAll()
  const { total } = await (kept as ReturnType<typeof inAll>)
    .select((select) => select.fn.sum<number | null>('kept.articles').as('total'))
    .where('kept.status', '=', 'published')
    .executeTakeFirstOrThrow()
  return total ?? 0
}

/** Adds the related rows to articles, with one query per table. `isListed`: without what lists do not show. */
export async function loadArticles(
  db: Db,
  rows: ArticleRow[],
  { withFiles = false, isListed = false } = {},
): Promise<LoadedArticle[]> {
  if (!rows.length) return []
  const ids = rows.map((row) => row.id)
  const idsOf = (key: 'category_id' | 'volume_id' | 'submitter_id') => [
    ...new Set(rows.map((row) => row[key]).filter((id): id is string => id !== null)),
  ]
  const imageIds = rows.flatMap((row) => row.image_file_id ?? [])
  const pdfIds = withFiles ? rows.flatMap((row) => row.pdf_file_id ?? []) : []
  const reviews = withFiles ? await loadReviews(db, ids) : new Map<string, never>()
  const [categories, volumes, submitters, contributors, suggestions, files, pdfs, images] = [
    await db.selectFrom('categories').select(['id', 'name']).where('id', 'in', idsOf('category_id')).execute(),
    await inChunks(idsOf('volume_id'), (some) =>
      db.selectFrom('volumes').select(['id', 'title']).where('id', 'in', some).execute(),
    ),
    await inChunks(idsOf('submitter_id'), (some) =>
      db.selectFrom('users').selectAll().where('id', 'in', some).execute(),
    ),
    withFiles ? await loadContributors(db, ids) : await loadAuthors(db, ids),
    withFiles ? await loadSuggestions(db, ids) : [],
    withFiles ? await loadFiles(db, ids) : [],
    await inChunks(pdfIds, (some) =>
      db.selectFrom('files').select(['id', 'findings']).where('id', 'in', some).execute(),
    ),
    await inChunks(imageIds, (some) =>
      db.selectFrom('files').select(['id', 'width', 'height']).where('id', 'in', some).execute(),
    ),
  ]
  // Only where whole articles are read: lists do not ask.
  const answers = withFiles
    ? Map.groupBy(await loadAnswers(db, ids), (row) => row.article_id)
    : new Map<string, never>()
  const works = await loadWorks(db, ids)
  const material = isListed
    ? null
    : await loadMaterial(
        db,
        rows.filter(mayHaveMaterial).map(({ id }) => id),
      )
  const noted = rows.filter((row) => Number((row as { has_notices?: number }).has_notices ?? 0) > 0)
  const { about, own } = await notesOf(
    db,
    noted.map(({ id }) => id),
  )
  const categoryById = new Map(categories.map((category) => [category.id, category]))
  const volumeById = new Map(volumes.map((volume) => [volume.id, volume]))
  const submitterById = new Map(submitters.map((user) => [user.id, user]))
  const contributorsById = Map.groupBy(contributors, (contributor) => contributor.articleId)
  const findingsOfPdf = new Map(pdfs.map(({ id, findings }) => [id, findings]))
  const sizeOfImage = new Map(
    images.flatMap(({ id, width, height }) => (width && height ? [[id, { width, height }]] : [])),
  )
  const suggestionsById = Map.groupBy(suggestions, ({ articleId }) => articleId)
  const filesById = Map.groupBy(files, (file) => file.article_id)
  return rows.map((row) => ({
    row,
    category: categoryById.get(row.category_id)!,
    volume: row.volume_id === null ? null : (volumeById.get(row.volume_id) ?? null),
    submitter: row.submitter_id === null ? null : (submitterById.get(row.submitter_id) ?? null),
    contributors: contributorsById.get(row.id) ?? [],
    authors: (contributorsById.get(row.id) ?? []).filter(isAuthor),
    answers: answers.get(row.id) ?? [],
    works: works.get(row.id) ?? NO_WORKS,
    ...(material ? { material: material.get(row.id) ?? NO_MATERIAL } : {}),
    suggestions: suggestionsById.get(row.id) ?? [],
    files: (filesById.get(row.id) ?? []).filter(({ kind }) => kind === 'manuscript'),
    pdfIsTypeset: Number((row as { pdf_is_typeset?: number }).pdf_is_typeset ?? 0) > 0,
    source: filesById.get(row.id)?.findLast(({ kind }) => kind === 'source') ?? null,
    imageSize: sizeOfImage.get(row.image_file_id ?? '') ?? null,
    pdfFindings: findingsOfPdf.get(row.pdf_file_id ?? '') ?? null,
    review: reviews.get(row.id) ?? null,
    ...('reviews_published' in row ? { reviewsPublished: Number(row.reviews_published) } : {}),
    ...('has_notices' in row ? { notices: about.get(row.id) ?? [], asNotice: own.get(row.id) ?? null } : {}),
  }))
}

/** No query if there are no ids. */
const inChunks = async <T>(ids: string[], ask: (ids: string[]) => Promise<T[]>): Promise<T[]> =>
  ids.length ? ask(ids) : []

const loadFiles = (db: Db, articleIds: string[]) =>
  db
    .selectFrom('article_files')
    .innerJoin('files', 'files.id', 'article_files.file_id')
    .select(['article_files.article_id', 'files.id', 'files.name', 'files.findings', 'article_files.kind'])
    .where('article_files.article_id', 'in', articleIds)
    .where(isOfNewestVersion)
    .orderBy('article_files.position')
    .execute()
