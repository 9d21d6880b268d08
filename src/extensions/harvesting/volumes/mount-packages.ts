import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { journal } from '../../../../journal.config.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { contentDisposition } from '../../../journal/publication/files/names.ts'
import { namesTag } from '../../../platform/http/header-lists.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { JatsTexts } from '../jats-texts.ts'
import { bagPackage, jatsPackage } from './packages.ts'
import { volumeContent, type VolumeContent } from './volume-content.ts'
import { zipStream, type ZipEntry } from '../../../platform/http/zip-stream.ts'

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
