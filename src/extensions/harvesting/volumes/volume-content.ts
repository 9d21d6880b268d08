import { Id } from '../../../contract/api/field-schemas.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/errors.ts'

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
  articles: {
    id: string
    slug: string
    /** As plain text. */
    title: string
    doi: string | null
    pdf: StoredFileOf | null
    image: StoredFileOf | null
    /** The pictures of its figures, by their names in the text. */
    figures: (StoredFileOf & { figure: string })[]
  }[]
}

export async function volumeContent(db: Db, id: string): Promise<VolumeContent> {
  const volume = Id.safeParse(id).success
    ? await db.selectFrom('volumes').select(['id', 'title']).where('id', '=', id).executeTakeFirst()
    : undefined
  if (!volume) throw notFound('Volume')
  const rows = await db
    .selectFrom('public_articles')
    .select(['id', 'slug', 'title', 'doi', 'pdf_file_id', 'image_file_id'])
    .where('volume_id', '=', id)
    .orderBy('page_order')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const files = new Map((await filesOfVolume(db, id)).map((file) => [file.id, file]))
  const figures = Map.groupBy(await figuresOfVolume(db, id), ({ articleId }) => articleId)
  return {
    ...volume,
    articles: rows.map(({ pdf_file_id, image_file_id, title, ...article }) => ({
      ...article,
      title: plainTitle(title),
      pdf: files.get(pdf_file_id ?? '') ?? null,
      image: files.get(image_file_id ?? '') ?? null,
      figures: figures.get(article.id) ?? [],
    })),
  }
}

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
