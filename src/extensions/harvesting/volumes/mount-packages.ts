import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { titleOn } from '../../../contract/rules/articles/titles.ts'
import { journal } from '../../../contract/journal.ts'
import { extensionOf } from '../../../contract/rules/files/file-rules.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { presentPublicArticle } from '../../../journal/publication/articles/present.ts'
import { findPublicArticles } from '../../../journal/publication/articles/queries.ts'
import { openIntact } from '../../../journal/publication/files/intact.ts'
import { articleFileName, contentDisposition, journalInNames } from '../../../journal/publication/files/names.ts'
import { namesTag } from '../../../platform/http/headers.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import { type ZipEntry, zipStream } from '../../../platform/http/zip-stream.ts'
import type { Platform } from '../../../platform/platform.ts'
import { csv } from '../../../contract/rules/text/csv.ts'
import { jatsOf, type JatsTexts } from '../jats-texts.ts'
import { loadHistory, recordOfVersion } from '../../../journal/publication/versions/read-versions.ts'
import { fileOfFormer, type StoredFileOf, volumeContent, type VolumeContent } from './volume-content.ts'

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
      const name = `${journalInNames(volume.lastDay)}-${volume.title}.${extension}`.replace(/\s+/g, '-')
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
/** Where the XML of an article is, or of an earlier version of it. */
type NameOf = (article: Article, number?: number) => string
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

/** The articles of a volume as JATS XML, one file each, earlier versions as they were, and a table of them. */
function jatsPackage(packing: Packing, volume: VolumeContent): ZipEntry[] {
  const packed: Packed[] = []
  const nameOf: NameOf = ({ slug, publishedAt }, number) =>
    articleFileName(number === undefined ? slug : `${slug}-version-${number}`, 'xml', publishedAt)
  return [
    ...volume.articles.flatMap((article) => [
      xmlEntry(packing, article, nameOf(article), packed),
      ...article.former.flatMap((version) => {
        const source = fileOfFormer(version, 'source')
        return source ? [fileEntry(packing, source, nameOf(article, version.number), packed)] : []
      }),
    ]),
    textEntry('manifest.csv', () => tableOf(packing, volume, packed, nameOf)),
  ]
}

/**
 * A volume as a bag (BagIt 1.0, RFC 8493), for keeping: every article's XML, PDF, image, figures and supplements, the record and files of
 * each earlier version, a table of them, and checksums of all. Files are as they were given to the journal.
 */
function bagPackage(packing: Packing, volume: VolumeContent, today: Date): ZipEntry[] {
  const root = `${journalInNames(volume.lastDay)}-volume-${volume.id}/`
  const payload: Packed[] = []
  const tags: Packed[] = []
  const folder: NameOf = ({ slug }, number) => `data/${slug}/${number === undefined ? '' : `versions/${number}/`}`
  const nameOf: NameOf = (article, number) => `${folder(article, number)}article.xml`
  const inRoot = (entry: ZipEntry): ZipEntry => ({ ...entry, path: root + entry.path })
  const tag = (name: string, text: () => string) => textEntry(name, text, tags)
  return [
    tag('bagit.txt', () => 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'),
    ...volume.articles.flatMap((article) => [
      xmlEntry(packing, article, nameOf(article), payload),
      ...(article.pdf ? [fileEntry(packing, article.pdf, `${folder(article)}article.pdf`, payload)] : []),
      ...(article.image
        ? [fileEntry(packing, article.image, `${folder(article)}${NAME_IN_BAG.image(article.image)}`, payload)]
        : []),
      ...article.figures.map((file) =>
        fileEntry(packing, file, `${folder(article)}${NAME_IN_BAG.figure(file)}`, payload),
      ),
      ...article.supplements.map((file) =>
        fileEntry(packing, file, `${folder(article)}${NAME_IN_BAG.supplement(file)}`, payload),
      ),
      ...article.former.flatMap(({ number, files }) => [
        recordEntry(packing, article, number, `${folder(article, number)}record.json`, payload),
        ...files.map((file) =>
          fileEntry(packing, file, `${folder(article, number)}${NAME_IN_BAG[file.kind](file)}`, payload),
        ),
      ]),
    ]),
    textEntry('data/manifest.csv', () => tableOf(packing, volume, [...payload], nameOf), payload),
    tag('bag-info.txt', () => bagInfo(volume, payload, packing.resources.publicUrl, today)),
    tag('manifest-sha256.txt', () => checksums(payload)),
    textEntry('tagmanifest-sha256.txt', () => checksums(tags)),
  ].map(inRoot)
}

const NAME_IN_BAG = {
  pdf: () => 'article.pdf',
  source: () => 'article.xml',
  image: ({ name }: { name: string }) => `image.${extensionOf(name)}`,
  figure: ({ name, figure }: { name: string; figure: string }) =>
    `figures/${encodeURIComponent(figure)}.${extensionOf(name)}`,
  supplement: ({ name, figure }: { name: string; figure: string }) => `supplements/${figure}.${extensionOf(name)}`,
}

/** The record of an earlier version, as at its address. */
const recordEntry = (
  { resources }: Packing,
  { id }: Article,
  number: number,
  path: string,
  packed: Packed[],
): ZipEntry => ({
  path,
  compress: true,
  open: async () => {
    const { db } = resources.database
    const record = await recordOfVersion(db, await loadHistory(db, id), number)
    return noted(Buffer.from(JSON.stringify(record)), path, packed)
  },
})

/** The XML of an article, made when it is reached: one that is hidden meanwhile is not given away. */
const xmlEntry = ({ resources, texts }: Packing, { id }: Article, path: string, packed: Packed[]): ZipEntry => ({
  path,
  compress: true,
  open: async () => {
    const [found] = await findPublicArticles(resources.database.db, [id])
    if (!found) throw new Error(`The article ${id} was hidden while its volume was packed.`)
    const text = await texts.of(id)
    const xml = await jatsOf(resources.database.db, presentPublicArticle(found), resources.publicUrl, text)
    return noted(Buffer.from(xml), path, packed)
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
    ['Source-Organization', journal().publisher.name],
    ['Organization-Address', journal().publisher.address],
    ['Contact-Email', journal().contact.supportEmail],
    [
      'External-Description',
      `${titleOn(volume.lastDay, journal()).name}, ${volume.title}: the published articles and their earlier versions as JATS XML, PDF and images`,
    ],
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
  xmlOf: NameOf,
): string {
  const byPath = new Map(packed.map((each) => [each.path, each]))
  const row = (article: Article, file: string, path: string) => {
    const sha256 = byPath.get(file)?.sha256
    return [file, sha256 ?? '', article.id, article.doi ?? '', article.title, publicUrl + path]
  }
  return csv([
    ['file', 'sha256', 'id', 'doi', 'title', 'url'],
    ...volume.articles.flatMap((article) => [
      row(article, xmlOf(article), paths.article(article.id)),
      ...article.former.flatMap(({ number }) => {
        const file = xmlOf(article, number)
        return byPath.has(file) ? [row(article, file, paths.articleVersion(article.id, number))] : []
      }),
    ]),
  ])
}
