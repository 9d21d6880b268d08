import type { FastifyInstance } from 'fastify'
import { Id } from '../../../contract/api/field-schemas.ts'
import { extensionOf } from '../../../contract/rules/files/file-rules.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { linkHeader } from '../../../platform/http/headers.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import { articleFileName } from '../files/names.ts'
import type { FileResources } from '../files/resources.ts'
import { sendArticleFile } from './serve-pdf.ts'
import { articleGone } from './tombstones.ts'

/**
 * `/blog/{id}/supplement/{file}.csv`: a file beside the text of a public article, for good: one that a correction has replaced
 * stays at its address as a part of its version. The reader's file has the article's name.
 */
export function mountSupplements(app: FastifyInstance, resources: FileResources, rates: RateLimits): void {
  const options = { config: limited(rates, 'sending files', 'files') }
  app.get(paths.articleSupplement(':id', ':file'), options, async (request, reply) => {
    const { id, file } = request.params as { id: string; file: string }
    const { db } = resources.database
    const fileId = file.split('.')[0]!
    const found =
      Id.safeParse(id).success && Id.safeParse(fileId).success ? await findPublicSupplement(db, id, fileId) : undefined
    if (!found) throw await articleGone(db, id, 'Supplement')
    const { slug, place, name, media_type, published_at, ...stored } = found
    return sendArticleFile(request, reply, resources, stored, {
      name: articleFileName(`${slug}-supplement-${place}`, extensionOf(name), published_at),
      mediaType: media_type,
      link: linkHeader([{ rel: 'collection', href: resources.publicUrl + paths.article(id), type: 'text/html' }]),
      shown: 'attachment',
    })
  })
}

async function findPublicSupplement(db: Db, articleId: string, fileId: string) {
  const found = await db
    .selectFrom('public_articles')
    .innerJoin('files', (join) => join.on('files.id', '=', fileId))
    .select([
      'public_articles.slug',
      'public_articles.published_at',
      'files.id',
      'files.name',
      'files.media_type',
      'files.bytes',
      'files.sha256',
    ])
    .select(({ selectFrom }) => [
      selectFrom('supplements')
        .select('position')
        .where('article_id', '=', articleId)
        .where('file_id', '=', fileId)
        .as('position'),
      selectFrom('article_version_files')
        .select('article_version_files.name')
        .where('article_id', '=', articleId)
        .where('file_id', '=', fileId)
        .where('kind', '=', 'supplement')
        .orderBy('number', 'desc')
        .limit(1)
        .as('former'),
    ])
    .where('public_articles.id', '=', articleId)
    .where('public_articles.standing', '<>', 'removed')
    .executeTakeFirst()
  if (!found) return undefined
  const { position, former, ...supplement } = found
  const place = position === null ? former : String(position + 1)
  return place === null ? undefined : { ...supplement, place }
}
