import type { FastifyInstance } from 'fastify'
import { VARIANT_TYPES, variantNamed } from '../../../contract/rules/articles/pictures.ts'
import type { FileRow, ImageVariantRow } from '../../../platform/database/tables.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { namesTag } from '../../../platform/http/headers.ts'
import type { IdentifyCaller } from '../../../platform/http/identify-caller.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import type { StoredFile } from '../../../platform/storage/store.ts'
import { findVariant, renewVariants } from './image-variants.ts'
import { openIntact } from './intact.ts'
import { readableFile, type FileRequest, FILE_POLICY, sendFile, sendStored } from './serve-files.ts'
import type { FileResources } from './resources.ts'

/** A copy never changes, but an article may be archived: a reader's own browser keeps it for an hour. */
const PUBLIC = 'private, max-age=3600'

/**
 * `/images/{id}/{width}.{format}`: a smaller copy of an image, for those who may read the image. It is made
 * beforehand, never on request; while there is none, the image itself is sent.
 */
export function mountVariants(
  app: FastifyInstance,
  resources: FileResources,
  rates: RateLimits,
  identifyCaller: IdentifyCaller,
): void {
  const { database } = resources
  const options = { config: limited(rates, 'sending pictures', 'pictures') }

  app.get<FileRequest & { Params: { name: string } }>('/images/:id/:name', options, async (request, reply) => {
    const asked = variantNamed(request.params.name)
    if (!asked) throw notFound('File')
    const { file, isPublic } = await readableFile(resources, identifyCaller, request)
    if (!file.media_type.startsWith('image/')) throw notFound('File')
    const mediaType = VARIANT_TYPES[asked.format]
    const variant = await findVariant(database.db, file.id, asked.width, mediaType)
    const content = variant && (await openVariant(resources, file, variant))
    if (!content) {
      void reply.header('cache-control', 'private, no-store')
      return sendFile(resources, request, reply, file)
    }
    const etag = `"${variant.sha256}"`
    void reply.headers({
      'content-type': mediaType,
      'content-security-policy': FILE_POLICY,
      'cache-control': isPublic ? PUBLIC : 'private, no-store',
      ...{ etag, vary: 'authorization' },
    })
    if (!namesTag(request.headers['if-none-match'], etag)) return sendStored(request, reply, content)
    await content.close()
    return reply.code(304).send()
  })
}

/**
 * Undefined for a copy that cannot be sent. One that is missing or damaged is made again; any other error, such as too
 * many open files, says nothing about the copy, which stays.
 */
export async function openVariant(
  resources: FileResources,
  file: FileRow,
  variant: ImageVariantRow,
): Promise<StoredFile | undefined> {
  try {
    return await openIntact(resources, variant)
  } catch (error) {
    if (error instanceof DomainError) await renewVariants(resources, file.id)
    else resources.log.error({ err: error, fileId: variant.id }, 'a copy of an image could not be read')
    return undefined
  }
}
