import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FEATURED_IMAGE_TYPES } from '../../../contract/rules/files/file-rules.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import type { IdentifyCaller } from '../../../platform/http/identify-caller.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import type { StoredFile } from '../../../platform/storage/store.ts'
import { openIntact } from './intact.ts'
import { contentDisposition } from './names.ts'
import type { FileResources } from './resources.ts'
import { Id } from '../../../contract/api/field-schemas.ts'
import { notFound } from '../../../platform/errors.ts'
import { filePolicy } from './policy.ts'
import { findFile } from './queries.ts'

const SHOWN_INLINE = new Set<string>(Object.values(FEATURED_IMAGE_TYPES))

/** No file is a page: nothing in it may run or load. */
export const FILE_POLICY = "default-src 'none'; sandbox"

/**
 * `/files/{id}/{name}`: a file, for those who may read it; for anyone else a 404. The name is ignored; it only
 * sets the reader's file name, so its length does not matter.
 */
export function mountFiles(
  app: FastifyInstance,
  resources: FileResources,
  rates: RateLimits,
  identifyCaller: IdentifyCaller,
): void {
  const options = { config: limited(rates, 'sending files', 'files') }
  app.get<FileRequest>('/files/:id/*', options, async (request, reply) => {
    const { file, isPublic } = await readableFile(resources, identifyCaller, request)
    void reply.header('cache-control', isPublic ? 'no-cache' : 'private, no-store')
    return sendFile(resources, request, reply, file)
  })
}

/** Sends a whole file, of whichever size. */
export async function sendFile(
  resources: FileResources,
  request: FastifyRequest<FileRequest>,
  reply: FastifyReply,
  file: FileRow,
): Promise<FastifyReply> {
  const content = await openIntact(resources, file)
  void reply.headers({
    'content-type': file.media_type,
    'content-disposition': contentDisposition(SHOWN_INLINE.has(file.media_type) ? 'inline' : 'attachment', file.name),
    'content-security-policy': FILE_POLICY,
    vary: 'authorization',
  })
  return sendStored(request, reply, content)
}

/** Sends stored bytes; HEAD has the headers of GET. */
export async function sendStored(
  { method }: Pick<FastifyRequest, 'method'>,
  reply: FastifyReply,
  content: StoredFile,
): Promise<FastifyReply> {
  void reply.header('content-length', content.bytes)
  if (method !== 'HEAD') return reply.send(content.read())
  await content.close()
  // An empty stream keeps the Content-Length of GET.
  return reply.send(Readable.from([]))
}

export interface FileRequest {
  Params: { id: string }
  Querystring: { key?: string }
}

/**
 * The file that a request names, if it may be read: featured images of public articles by everyone, every other
 * file by its uploader and administrators, by token or by a short-lived key. For anyone else there is none.
 */
export async function readableFile(
  { database, fileLinks }: FileResources,
  identifyCaller: IdentifyCaller,
  request: FastifyRequest<FileRequest>,
): Promise<{ file: FileRow; isPublic: boolean }> {
  const { id } = request.params
  if (!Id.safeParse(id).success) throw notFound('File')
  const { key } = request.query
  const found = await findFile(database.db, id)
  const isPublic = found !== null && filePolicy.can(null, 'read', found.record)
  const isOpen = isPublic || (typeof key === 'string' && (await fileLinks.opens(id, key)))
  if (found && isOpen) return { file: found.file, isPublic }
  const caller = await identifyCaller(request)
  const own = await findFile(database.db, id, caller)
  if (!own || !filePolicy.can(caller, 'read', own.record)) throw notFound('File')
  return { file: own.file, isPublic }
}
