import { extensionOf } from '../../../contract/rules/files/file-rules.ts'
import { publicTitle } from '../../../contract/rules/articles/notices.ts'
import { issnsInWords, titleOn } from '../../../contract/rules/articles/titles.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { journal } from '../../../contract/journal.ts'
import { Id } from '../../../contract/api/field-schemas.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { VersionFileRow } from '../../../platform/database/version-tables.ts'
import { notFound } from '../../../platform/errors.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { html, type Html } from '../../../platform/html/html.ts'
import type { PublicAnswer } from '../../../platform/http/cached-answer.ts'
import { listVolumesWithCounts } from '../../../journal/publication/volumes/queries.ts'
import { isShown } from '../../../journal/publication/volumes/shown.ts'

export interface StoredFileOf {
  id: string
  name: string
  mediaType: string
  bytes: number
  sha256: string
}

/** What is public of a volume, by article and in the order of its pages. */
export interface VolumeContent {
  id: string
  title: string
  /** On which its latest article was published: a volume that two titles share has the later one. Null: it is empty. */
  lastDay: string | null
  articles: {
    id: string
    slug: string
    publishedAt: string | null
    /** As plain text. */
    title: string
    doi: string | null
    pdf: StoredFileOf | null
    image: StoredFileOf | null
    /** The pictures of its figures, by their names in the text. */
    figures: (StoredFileOf & { figure: string })[]
    /** Files beside its text, by their places. */
    supplements: (StoredFileOf & { figure: string })[]
    /** What was public before, by number, with its files; none of a removed article. */
    former: FormerVersion[]
  }[]
}

export interface FormerVersion {
  number: number
  files: (StoredFileOf & { kind: VersionFileRow['kind']; figure: string })[]
}

export async function volumeContent(db: Db, id: string): Promise<VolumeContent> {
  const volume = Id.safeParse(id).success
    ? await db.selectFrom('volumes').select(['id', 'title']).where('id', '=', id).where(isShown).executeTakeFirst()
    : undefined
  if (!volume) throw notFound('Volume')
  const rows = await db
    .selectFrom('public_articles')
    .select(['id', 'slug', 'published_at', 'standing', 'title', 'doi', 'pdf_file_id', 'image_file_id'])
    .where('volume_id', '=', id)
    .orderBy('page_order')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const files = new Map((await filesOfVolume(db, id)).map((file) => [file.id, file]))
  const figures = Map.groupBy(await figuresOfVolume(db, id), ({ articleId }) => articleId)
  const supplements = Map.groupBy(await supplementsOfVolume(db, id), ({ articleId }) => articleId)
  const former = await formerVersions(db, id)
  return {
    ...volume,
    lastDay:
      rows
        .map(({ published_at }) => published_at && dayOf(published_at))
        .toSorted()
        .at(-1) ?? null,
    articles: rows.map(({ published_at: publishedAt, pdf_file_id, image_file_id, title, standing, ...article }) => ({
      ...article,
      publishedAt,
      title: plainTitle(publicTitle(title, standing)),
      pdf: files.get(pdf_file_id ?? '') ?? null,
      image: files.get(image_file_id ?? '') ?? null,
      figures: figures.get(article.id) ?? [],
      supplements: supplements.get(article.id) ?? [],
      former: former.get(article.id) ?? [],
    })),
  }
}

async function formerVersions(db: Db, volumeId: string): Promise<Map<string, FormerVersion[]>> {
  const versions = await db
    .selectFrom('article_versions as version')
    .innerJoin('public_articles', 'public_articles.id', 'version.article_id')
    .select(['version.article_id as articleId', 'version.number'])
    .where('public_articles.volume_id', '=', volumeId)
    .where('public_articles.standing', '<>', 'removed')
    .whereRef('version.number', '<', 'public_articles.public_version')
    .orderBy('version.number')
    .execute()
  const files = await db
    .selectFrom('article_version_files as kept')
    .innerJoin('public_articles', 'public_articles.id', 'kept.article_id')
    .innerJoin('files', 'files.id', 'kept.file_id')
    .select(['files.id', 'files.name', 'files.media_type as mediaType', 'files.bytes', 'files.sha256'])
    .select(['kept.article_id as articleId', 'kept.number', 'kept.kind', 'kept.name as figure'])
    .where('public_articles.volume_id', '=', volumeId)
    .orderBy('kept.name')
    .execute()
  const filesOf = Map.groupBy(files, ({ articleId, number }) => `${articleId} ${number}`)
  const found = versions.map(({ articleId, number }) => ({
    ...{ articleId, number },
    files: filesOf.get(`${articleId} ${number}`) ?? [],
  }))
  return Map.groupBy(found, ({ articleId }) => articleId)
}

export const fileOfFormer = ({ files }: FormerVersion, kind: VersionFileRow['kind']): StoredFileOf | undefined =>
  files.find((file) => file.kind === kind)

const filesOfVolume = (db: Db, volumeId: string): Promise<StoredFileOf[]> =>
  db
    .selectFrom('public_articles')
    .innerJoin('files', (join) =>
      join.on(({ eb, ref, or }) =>
        or([
          eb('files.id', '=', ref('public_articles.pdf_file_id')),
          eb('files.id', '=', ref('public_articles.image_file_id')),
        ]),
      ),
    )
    .select(['files.id', 'files.name', 'files.media_type as mediaType', 'files.bytes', 'files.sha256'])
    .where('public_articles.volume_id', '=', volumeId)
    .execute()

const figuresOfVolume = (db: Db, volumeId: string) =>
  db
    .selectFrom('article_figures')
    .innerJoin('public_articles', 'public_articles.id', 'article_figures.article_id')
    .innerJoin('files', 'files.id', 'article_figures.file_id')
    .select(['files.id', 'files.name', 'files.media_type as mediaType', 'files.bytes', 'files.sha256'])
    .select(['article_figures.article_id as articleId', 'article_figures.name as figure'])
    .where('public_articles.volume_id', '=', volumeId)
    .orderBy('article_figures.position')
    .execute()

/** The words that the archives' crawlers look for. */
export const LOCKSS_PERMISSION = 'LOCKSS system has permission to collect, preserve, and serve this Archival Unit.'
export const CLOCKSS_PERMISSION = 'CLOCKSS system has permission to ingest, preserve, and serve this Archival Unit.'

/** The manifests of all volumes that have articles. */
export async function archivesPage(db: Db): Promise<PublicAnswer> {
  const volumes = (await listVolumesWithCounts(db)).filter(({ count }) => count > 0)
  return page(
    'Preservation',
    html`<p>Each volume has a page with permission for LOCKSS and CLOCKSS and links to all its files.</p>
      <ul>
        ${volumes.map(({ id, title }) => html`<li><a href="${paths.lockssVolume(id)}">${title}</a></li>`)}
      </ul>`,
  )
}

/** The manifest of a volume: the permission, and a link to each file of each of its articles. */
export async function volumeManifest(db: Db, id: string): Promise<PublicAnswer> {
  const { title, articles, lastDay } = await volumeContent(db, id)
  return page(
    title,
    html`<p>${LOCKSS_PERMISSION}</p>
      <p>${CLOCKSS_PERMISSION}</p>
      <ul>
        <li><a href="${paths.volume(id)}">${title}</a></li>
        <li><a href="${paths.volumeJats(id)}">All articles of this volume as JATS XML</a></li>
        <li><a href="${paths.volumeBag(id)}">All files of this volume (BagIt)</a></li>
      </ul>
      <ol>
        ${articles.map(
          (article) =>
            html`<li>
              <a href="${paths.article(article.id)}">${article.title}</a>
              <a href="${paths.articleJats(article.id)}">XML</a>
              ${
                article.pdf &&
                html`<a href="${paths.articlePdf(article.id)}">PDF</a>
                  <a href="${paths.articleOriginalPdf(article.id)}">PDF without marks</a>`
              }
              ${article.supplements.map(
                ({ id, name, figure }) =>
                  html`<a href="${paths.articleSupplement(article.id, `${id}.${extensionOf(name)}`)}"
                    >Supplement ${figure}</a
                  >`,
              )}
              ${article.former.length > 0 && html`<a href="${paths.articleStatus(article.id)}">Hashes of all files</a>`}
              ${article.former.map((version) => formerLinks(article.id, version))}
            </li>`,
        )}
      </ol>`,
    lastDay,
  )
}

function formerLinks(id: string, version: FormerVersion): Html {
  const { number } = version
  return html`<a href="${paths.articleVersion(id, number)}">Version ${number}</a>
    ${fileOfFormer(version, 'source') && html`<a href="${paths.versionXml(id, number)}">XML of version ${number}</a>`}
    ${
      fileOfFormer(version, 'pdf') &&
      html`<a href="${paths.versionPdf(id, number)}">PDF of version ${number}</a>
        <a href="${paths.versionOriginalPdf(id, number)}">PDF of version ${number} without marks</a>`
    }`
}

function page(title: string, content: Html, on: string | null = null): PublicAnswer {
  const of = titleOn(on, journal())
  const issns = issnsInWords(of)
  const body = html`<!doctype html>
    <html lang="${journal().language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} – ${of.name}</title>
      </head>
      <body>
        <h1>${of.name}: ${title}</h1>
        <p>${journal().publisher.name}${issns && `, ${issns}`}</p>
        ${content}
      </body>
    </html>`
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: body.source }
}

async function supplementsOfVolume(db: Db, volumeId: string) {
  const rows = await db
    .selectFrom('supplements')
    .innerJoin('public_articles', 'public_articles.id', 'supplements.article_id')
    .innerJoin('files', 'files.id', 'supplements.file_id')
    .select(['files.id', 'files.name', 'files.media_type as mediaType', 'files.bytes', 'files.sha256'])
    .select(['supplements.article_id as articleId', 'supplements.position'])
    .where('public_articles.volume_id', '=', volumeId)
    .where('public_articles.standing', '<>', 'removed')
    .orderBy('supplements.position')
    .execute()
  return rows.map(({ position, ...file }) => ({ ...file, figure: String(position + 1) }))
}
