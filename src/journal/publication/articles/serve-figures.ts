import type { FastifyInstance } from 'fastify'
import { Id } from '../../../contract/api/field-schemas.ts'
import {
  FIGURE_WIDTH,
  figureVersion,
  VARIANT_FORMATS,
  VARIANT_TYPES,
  VARIANT_WIDTHS,
  type VariantFormat,
  variantWidths,
} from '../../../contract/rules/articles/pictures.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { findVariant } from '../files/image-variants.ts'
import { openIntact } from '../files/intact.ts'
import { contentDisposition } from '../files/names.ts'
import type { FileResources } from '../files/resources.ts'
import { FILE_POLICY, sendStored } from '../files/serve-files.ts'
import { openVariant } from '../files/serve-variants.ts'
import { namesTag } from '../../../platform/http/headers.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import type { StoredFile } from '../../../platform/storage/store.ts'
import { articleGone } from './tombstones.ts'

/**
 * An address that names the content never changes. A reader's own browser may keep the picture for good, caches that
 * others share may not: the article may be archived.
 */
const FOR_GOOD = 'private, max-age=31536000, immutable'

interface FigureRequest {
  Params: { id: string; name: string }
  Querystring: { v?: string; w?: string }
}

/**
 * `/blog/{id}/figures/{name}`: the picture of a figure of a public article. Within a page a smaller copy in the best
 * format that the browser takes, by `w` at most so wide; opened by itself, the picture as it was given.
 */
export function mountFigures(app: FastifyInstance, resources: FileResources, rates: RateLimits): void {
  const { db } = resources.database
  const options = { config: limited(rates, 'sending pictures', 'pictures') }

  app.get<FigureRequest>(paths.articleFigure(':id', ':name'), options, async (request, reply) => {
    const { id, name } = request.params
    const figure = Id.safeParse(id).success ? await findPublicFigure(db, id, name, request.query.v) : undefined
    if (!figure) throw await articleGone(db, id, 'Figure')
    const { accept } = request.headers
    const sought = accept?.includes('text/html') ? undefined : wantedCopy(figure, accept, request.query.w)
    const variant = sought && (await findVariant(db, figure.id, sought.width, VARIANT_TYPES[sought.format]))
    const copy = variant && (await openVariant(resources, figure, variant))
    const sent = copy ? variant : figure
    const etag = `"${sent.sha256}"`
    // Copies that have still to be made must not be missed for good.
    const isFinal = request.query.v === figureVersion(figure.sha256) && (copy !== undefined || !sought)
    void reply.headers({
      'content-type': sent.media_type,
      'content-security-policy': FILE_POLICY,
      'content-disposition': contentDisposition('inline', copy ? `${name}.${sought!.format}` : figure.name),
      'cache-control': isFinal ? FOR_GOOD : 'no-cache',
      ...{ etag, vary: 'accept' },
    })
    if (namesTag(request.headers['if-none-match'], etag)) {
      await copy?.close()
      return reply.code(304).send()
    }
    const content: StoredFile = copy ?? (await openIntact(resources, figure))
    return sendStored(request, reply, content)
  })
}

/** The picture of the article as it is; or, where the address names other bytes, of an earlier version. */
async function findPublicFigure(
  db: Db,
  articleId: string,
  name: string,
  version: string | undefined,
): Promise<FileRow | undefined> {
  const current = await db
    .selectFrom('public_articles')
    .innerJoin('article_figures', 'article_figures.article_id', 'public_articles.id')
    .innerJoin('files', 'files.id', 'article_figures.file_id')
    .selectAll('files')
    .where('public_articles.id', '=', articleId)
    .where('article_figures.name', '=', name)
    .executeTakeFirst()
  if (version === undefined || (current && figureVersion(current.sha256) === version)) return current
  const former = await db
    .selectFrom('public_articles')
    .innerJoin('article_version_files as kept', 'kept.article_id', 'public_articles.id')
    .innerJoin('files', 'files.id', 'kept.file_id')
    .selectAll('files')
    .where('public_articles.id', '=', articleId)
    .where('public_articles.standing', '<>', 'removed')
    .where('kept.kind', '=', 'figure')
    .where('kept.name', '=', name)
    .execute()
  return former.find(({ sha256 }) => figureVersion(sha256) === version) ?? current
}

/** A copy narrower than this part of what was asked for would look blurred: the picture itself is small then. */
const SHARP_ENOUGH = 0.7

/** The copy to send instead of the picture; undefined if the picture itself is best. */
function wantedCopy(
  { media_type, width, height }: FileRow,
  accept = '',
  w: string | undefined,
): { width: number; format: VariantFormat } | undefined {
  const format = VARIANT_FORMATS.find((each) => accept.includes(VARIANT_TYPES[each]))
  if (!format || !width || !height || media_type === 'image/gif') return undefined
  const asked = Math.min(width, VARIANT_WIDTHS.find((each) => String(each) === w) ?? FIGURE_WIDTH)
  const widest = variantWidths({ width, height }).findLast((each) => each <= asked)
  return widest && widest >= SHARP_ENOUGH * asked ? { width: widest, format } : undefined
}
