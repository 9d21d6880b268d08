import type { FastifyInstance } from 'fastify'
import { FEATURED_IMAGE_TYPES } from '../../contract/file-rules.ts'
import { callerOf } from '../http/caller.ts'
import { notThere } from '../refusal.ts'
import type { Resources } from '../resources.ts'
import { findReadableFile, isPublicImage } from './queries.ts'

const SHOWN_INLINE = new Set<string>(Object.values(FEATURED_IMAGE_TYPES))

/**
 * `/files/{id}/{name}`: featured images of public articles for everybody; every other file for its
 * uploader and administrators, by token or by a short-lived key. Others learn nothing: 404.
 * (safety, 'GET /files/{key}/{name}')
 */
export function mountFiles(app: FastifyInstance, resources: Resources): void {
  const { database, store, fileLinks } = resources

  app.get<{ Params: { id: string }; Querystring: { key?: string } }>('/files/:id/:name', async (request, reply) => {
    const { id } = request.params
    const { key } = request.query
    const isPublic = await isPublicImage(database.db, id)
    const file =
      isPublic || (typeof key === 'string' && (await fileLinks.opens(id, key)))
        ? await database.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
        : await callerOf(request, resources).then((caller) => caller && findReadableFile(database.db, id, caller))
    const content = file ? await store.read(id) : null
    if (!file || !content) throw notThere('File')
    const disposition = SHOWN_INLINE.has(file.media_type) ? 'inline' : 'attachment'
    return reply
      .headers({
        'content-type': file.media_type,
        'content-length': file.bytes,
        'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(file.name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': isPublic ? 'no-cache' : 'private, no-store',
        vary: 'authorization',
      })
      .send(content)
  })
}
