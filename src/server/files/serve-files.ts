import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { FEATURED_IMAGE_TYPES } from '../../contract/domain/file-rules.ts'
import { Id } from '../../contract/api/field-schemas.ts'
import type { IdentifyCaller } from '../http/identify-caller.ts'
import { notFound } from '../domain-error.ts'
import { openIntact } from './intact.ts'
import { contentDisposition } from './names.ts'
import { filePolicy } from './policy.ts'
import { findFile } from './queries.ts'
import type { FileResources } from './resources.ts'

const SHOWN_INLINE = new Set<string>(Object.values(FEATURED_IMAGE_TYPES))

/**
 * `/files/{id}/{name}`: featured images of public articles for everyone; every other file for its uploader
 * and administrators, by token or by a short-lived key. Anyone else gets a 404. The name is ignored; it only
 * sets the reader's file name, so its length does not matter.
 */
export function mountFiles(app: FastifyInstance, resources: FileResources, identifyCaller: IdentifyCaller): void {
  const { database, fileLinks } = resources

  app.get<{ Params: { id: string }; Querystring: { key?: string } }>('/files/:id/*', async (request, reply) => {
    const { id } = request.params
    if (!Id.safeParse(id).success) throw notFound('File')
    const { key } = request.query
    const found = await findFile(database.db, id)
    const isPublic = found !== null && filePolicy.can(null, 'read', found.record)
    const isOpen = isPublic || (typeof key === 'string' && (await fileLinks.opens(id, key)))
    const caller = isOpen ? null : await identifyCaller(request)
    if (!found || !(isOpen || filePolicy.can(caller, 'read', found.record))) throw notFound('File')
    const { file } = found
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
    // An empty stream keeps the Content-Length of GET.
    return reply.send(Readable.from([]))
  })
}
