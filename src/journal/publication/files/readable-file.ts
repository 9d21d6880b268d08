import type { FastifyRequest } from 'fastify'
import { Id } from '../../../contract/api/field-schemas.ts'
import type { FileRow } from '../../../platform/database/tables.ts'
import { notFound } from '../../../platform/errors.ts'
import type { IdentifyCaller } from '../../../platform/http/identify-caller.ts'
import { filePolicy } from './policy.ts'
import { findFile } from './queries.ts'
import type { FileResources } from './resources.ts'

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
