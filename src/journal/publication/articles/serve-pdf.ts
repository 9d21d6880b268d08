import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '../../../contract/rules/site/paths.ts'
import { Id } from '../../../contract/api/field-schemas.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { slugWithStanding } from '../../../contract/rules/articles/notices.ts'
import type { FileResources } from '../files/resources.ts'
import { pdfToSend } from './marked-pdf.ts'
import { articleGone } from './tombstones.ts'
import { namesTag, linkHeader } from '../../../platform/http/headers.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import type { Platform } from '../../../platform/platform.ts'
import { byteRange } from '../files/byte-range.ts'
import { openIntact } from '../files/intact.ts'
import { articleFileName, contentDisposition } from '../files/names.ts'

// A PDF runs none of our scripts; built-in PDF viewers set styles of their own.
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/**
 * `/blog/{id}.pdf`: the final PDF of a public article, next to its page and ending in .pdf as Google Scholar
 * requires. Whether it is public is checked on each request, and the bytes are streamed.
 */
export function mountArticlePdfs(app: FastifyInstance, resources: FileResources, rates: RateLimits): void {
  const options = { config: limited(rates, 'sending files', 'files') }
  app.get(`${paths.articles}/:id.pdf`, options, async (request, reply) => {
    const { id } = request.params as { id: string }
    const { db } = resources.database
    const pdf = Id.safeParse(id).success ? await findPublicPdf(db, id) : undefined
    if (!pdf) throw await articleGone(db, id, 'PDF')
    const { slug, title, standing, published_at, ...stored } = pdf
    const sent = await pdfToSend(resources, { id, title, standing }, stored)
    return sendArticleFile(request, reply, resources, sent, {
      name: articleFileName(slugWithStanding(slug, standing), 'pdf', published_at),
      mediaType: 'application/pdf',
      link: linkHeader([{ rel: 'collection', href: resources.publicUrl + paths.article(id), type: 'text/html' }]),
    })
  })
}

interface SentAs {
  name: string
  mediaType: string
  link: string
  /** Files that are no pages of an article are saved. */
  shown?: 'inline' | 'attachment'
}

/** Sends a stored file of a public article whole, in the range that was asked for, or as unchanged. */
export async function sendArticleFile(
  request: FastifyRequest,
  reply: FastifyReply,
  resources: Platform,
  stored: Pick<FileRow, 'id' | 'bytes' | 'sha256'>,
  { name, mediaType, link, shown = 'inline' }: SentAs,
): Promise<FastifyReply> {
  const etag = `"${stored.sha256}"`
  const always = {
    etag,
    'cache-control': 'no-cache',
    'accept-ranges': 'bytes',
    'content-security-policy': PDF_POLICY,
    link,
  }
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).headers(always).send()
  const range = byteRange(rangeAsked(request, etag), stored.bytes)
  if (range === 'unsatisfiable') {
    return reply.code(416).headers(always).header('content-range', `bytes */${stored.bytes}`).send()
  }
  const file = await openIntact(resources, stored)
  void reply.headers({
    ...always,
    'content-type': mediaType,
    'content-disposition': contentDisposition(shown, name),
  })
  if (request.method === 'HEAD') {
    await file.close()
    // An empty stream keeps the Content-Length of GET.
    return reply.header('content-length', stored.bytes).send(Readable.from([]))
  }
  if (range === 'whole') return reply.header('content-length', stored.bytes).send(file.read())
  const { first, last } = range
  return reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${stored.bytes}`)
    .header('content-length', last - first + 1)
    .send(file.read(range))
}

const findPublicPdf = (db: Db, articleId: string) =>
  db
    .selectFrom('public_articles')
    .innerJoin('files', 'files.id', 'public_articles.pdf_file_id')
    .select([
      'public_articles.slug',
      'public_articles.title',
      'public_articles.standing',
      'public_articles.published_at',
    ])
    .select(['files.id', 'files.bytes', 'files.sha256'])
    .where('public_articles.id', '=', articleId)
    .executeTakeFirst()

/** The requested range, unless it continues a file that has changed since. HEAD ignores ranges. */
const rangeAsked = ({ method, headers }: FastifyRequest, etag: string): string | undefined =>
  method === 'GET' && (headers['if-range'] ?? etag) === etag ? headers.range : undefined
