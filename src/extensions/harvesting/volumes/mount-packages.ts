import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { journal } from '../../../../journal.config.ts'
import { extensionOf } from '../../../contract/rules/files/file-rules.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { presentPublicArticle } from '../../../journal/publication/articles/present.ts'
import { findPublicArticles } from '../../../journal/publication/articles/queries.ts'
import { openIntact } from '../../../journal/publication/files/intact.ts'
import { articleFileName, contentDisposition } from '../../../journal/publication/files/names.ts'
import { namesTag } from '../../../platform/http/headers.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import { type ZipEntry, zipStream } from '../../../platform/http/zip-stream.ts'
import type { Platform } from '../../../platform/platform.ts'
import { csv } from '../csv.ts'
import { jatsOf, type JatsTexts } from '../jats-texts.ts'
import { type StoredFileOf, volumeContent, type VolumeContent } from './volume-content.ts'

type Pack = (volume: VolumeContent) => ZipEntry[]

/**
 * A volume as one file: `/volume/{id}.zip` with its articles as JATS for libraries and indexes, `/volume/{id}.bag.zip`
 * with all its files for archives. Both are made while they are sent, and hold only what is public.
 */
export function mountPackages(app: FastifyInstance, resources: Platform, rates: RateLimits, texts: JatsTexts): void {
  const packing = { resources, texts }
  const { database } = resources
  const options = { config: limited(rates, 'packing', 'packages') }
  const mount = (extension: string, pack: Pack) =>
    app.get(`${paths.volume(':id')}.${extension}`, options, async (request, reply) => {
      const { id } = request.params as { id: string }
      // Until anything public changes, the same files are packed.
      const etag = `W/"${await database.readSiteVersion()}-${extension}"`
      const volume = await volumeContent(database.db, id)
      const name = `${journal.abbreviation.toLowerCase()}-${volume.title}.${extension}`.replace(/\s+/g, '-')
      void reply.headers({
        etag,
        'cache-control': 'no-cache',
        'content-type': 'application/zip',
        'content-disposition': contentDisposition('attachment', name),
      })
      return sendZip(request, reply, etag, () => pack(volume))
    })
  mount('zip', (volume) => jatsPackage(packing, volume))
  mount('bag.zip', (volume) => bagPackage(packing, volume, new Date()))
}

async function sendZip(
  { method, headers, log }: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  pack: () => ZipEntry[],
) {
  if (namesTag(headers['if-none-match'], etag)) return reply.code(304).send()
  if (method === 'HEAD') return reply.send(Readable.from([]))
  const zip = await zipStream(pack())
  zip.on('error', (error) => log.error({ err: error }, 'a volume could not be packed'))
  return reply.send(zip)
}

type Article = VolumeContent['articles'][number]
interface Packing {
  resources: Platform
  texts: JatsTexts
}
/** The checksum of a file that has been packed. */
interface Packed {
  path: string
  bytes: number
  sha256: string
}

/** The articles of a volume as JATS XML, one file each, and a table of them. */
function jatsPackage(packing: Packing, volume: VolumeContent): ZipEntry[] {
  const packed: Packed[] = []
  return [
    ...volume.articles.map((article) => xmlEntry(packing, article, articleFileName(article.slug, 'xml'), packed)),
    textEntry('manifest.csv', () => tableOf(packing, volume, packed, ({ slug }) => articleFileName(slug, 'xml'))),
  ]
}

/**
 * A volume as a bag (BagIt 1.0, RFC 8493), for keeping: every article's XML, PDF, image and figures, a table of them, and
 * checksums of all.
 */
function bagPackage(packing: Packing, volume: VolumeContent, today: Date): ZipEntry[] {
  const root = `${journal.abbreviation.toLowerCase()}-volume-${volume.id}/`
  const payload: Packed[] = []
  const tags: Packed[] = []
  const folder = ({ slug }: Article) => `data/${slug}/`
  const inRoot = (entry: ZipEntry): ZipEntry => ({ ...entry, path: root + entry.path })
  const tag = (name: string, text: () => string) => textEntry(name, text, tags)
  return [
    tag('bagit.txt', () => 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'),
    ...volume.articles.flatMap((article) => [
      xmlEntry(packing, article, `${folder(article)}article.xml`, payload),
      ...(article.pdf ? [fileEntry(packing, article.pdf, `${folder(article)}article.pdf`, payload)] : []),
      ...(article.image
        ? [fileEntry(packing, article.image, `${folder(article)}image.${extensionOf(article.image.name)}`, payload)]
        : []),
      ...article.figures.map((file) =>
        fileEntry(
          packing,
          file,
          `${folder(article)}figures/${encodeURIComponent(file.figure)}.${extensionOf(file.name)}`,
          payload,
        ),
      ),
    ]),
    textEntry(
      'data/manifest.csv',
      () => tableOf(packing, volume, [...payload], (article) => `${folder(article)}article.xml`),
      payload,
    ),
    tag('bag-info.txt', () => bagInfo(volume, payload, packing.resources.publicUrl, today)),
    tag('manifest-sha256.txt', () => checksums(payload)),
    textEntry('tagmanifest-sha256.txt', () => checksums(tags)),
  ].map(inRoot)
}

/** The XML of an article, made when it is reached: one that is hidden meanwhile is not given away. */
const xmlEntry = ({ resources, texts }: Packing, { id }: Article, path: string, packed: Packed[]): ZipEntry => ({
  path,
  compress: true,
  open: async () => {
    const [found] = await findPublicArticles(resources.database.db, [id])
    if (!found) throw new Error(`The article ${id} was hidden while its volume was packed.`)
    const text = await texts.of(id)
    return noted(Buffer.from(jatsOf(presentPublicArticle(found), resources.publicUrl, text)), path, packed)
  },
})

/** A stored file, whose checksum has been verified before it is sent. */
const fileEntry = ({ resources }: Packing, file: StoredFileOf, path: string, packed: Packed[]): ZipEntry => ({
  path,
  compress: false,
  open: async () => {
    const stored = await openIntact(resources, file)
    packed.push({ path, bytes: file.bytes, sha256: file.sha256 })
    return stored.read()
  },
})

const textEntry = (path: string, text: () => string, packed: Packed[] = []): ZipEntry => ({
  path,
  compress: true,
  open: async () => noted(Buffer.from(text()), path, packed),
})

function noted(content: Buffer, path: string, packed: Packed[]): Buffer {
  packed.push({ path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
  return content
}

const checksums = (packed: readonly Packed[]): string =>
  packed.map(({ path, sha256 }) => `${sha256}  ${inManifest(path)}\n`).join('')
/** As BagIt wants it: what would end or begin something is encoded. */
const inManifest = (path: string): string => path.replace(/[%\r\n]/g, encodeURIComponent)

function bagInfo(volume: VolumeContent, payload: readonly Packed[], publicUrl: string, today: Date): string {
  const bytes = payload.reduce((sum, each) => sum + each.bytes, 0)
  const lines: [string, string][] = [
    ['Source-Organization', journal.publisher.name],
    ['Organization-Address', journal.publisher.address],
    ['Contact-Email', journal.contact.supportEmail],
    ['External-Description', `${journal.name}, ${volume.title}: the published articles as JATS XML, PDF and images`],
    ['External-Identifier', publicUrl + paths.volume(volume.id)],
    ['Bagging-Date', today.toISOString().slice(0, 10)],
    ['Payload-Oxum', `${bytes}.${payload.length}`],
  ]
  return lines.map(([label, value]) => `${label}: ${value.replace(/\s+/g, ' ')}\n`).join('')
}

function tableOf(
  { resources: { publicUrl } }: Packing,
  volume: VolumeContent,
  packed: readonly Packed[],
  xmlOf: (article: Article) => string,
): string {
  const byPath = new Map(packed.map((each) => [each.path, each]))
  return csv([
    ['file', 'sha256', 'id', 'doi', 'title', 'url'],
    ...volume.articles.map((article) => [
      xmlOf(article),
      byPath.get(xmlOf(article))?.sha256 ?? '',
      article.id,
      article.doi ?? '',
      article.title,
      publicUrl + paths.article(article.id),
    ]),
  ])
}
