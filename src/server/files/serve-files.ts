import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { FEATURED_IMAGE_TYPES } from '../../contract/domain/file-rules.ts'
import { Id } from '../../contract/api/field-schemas.ts'
import { callerOf } from '../http/caller.ts'
import { notFound } from '../domain-error.ts'
import type { Resources } from '../resources.ts'
import { openIntact } from './intact.ts'
import { contentDisposition } from './names.ts'
import { findReadableFile, isPublicImage } from './queries.ts'

const SHOWN_INLINE = new Set<string>(Object.values(FEATURED_IMAGE_TYPES))

/**
 * `/files/{id}/{name}`: featured images of public articles for everybody; every other file for its
 * uploader and administrators, by token or by a short-lived key. Others learn nothing: 404. The name
 * is for the reader's disk; it is not looked at, so it may be as long as it likes.
 */
export function mountFiles(app: FastifyInstance, resources: Resources): void {
  const { database, fileLinks } = resources

  app.get<{ Params: { id: string }; Querystring: { key?: string } }>('/files/:id/*', async (request, reply) => {
    const { id } = request.params
    if (!Id.safeParse(id).success) throw notFound('File')
    const { key } = request.query
    const isPublic = await isPublicImage(database.db, id)
    const file =
      isPublic || (typeof key === 'string' && (await fileLinks.opens(id, key)))
        ? await database.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
        : await callerOf(request, resources).then((caller) => caller && findReadableFile(database.db, id, caller))
    if (!file) throw notFound('File')
    const content = await openIntact(resources, file)
    void reply.headers({
      'content-type': file.media_type,
      'content-length': file.bytes,
      'content-disposition': contentDisposition(SHOWN_INLINE.has(file.media_type) ? 'inline' : 'attachment', file.name),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': isPublic ? 'no-cache' : 'private, no-store',
      vary: 'authorization',
    })
    if (request.method !== 'HEAD') return reply.send(content.read())
    await content.close()
    // An empty stream keeps the length that GET would have.
    return reply.send(Readable.from([]))
  })
}
