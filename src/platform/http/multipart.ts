import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FILE_MAX_BYTES, FILE_TOO_LARGE } from '../../contract/rules/files/file-rules.ts'
import { DomainError } from '../errors.ts'
import { BROKEN_UPLOAD, type IncomingFile, type IncomingUpload } from '../incoming-upload.ts'

/** Accepts multipart requests: one file and a few short fields. */
export async function acceptMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    // One byte more than the limit, to tell a file that is too large from one that just fits.
    limits: {
      files: 1,
      fields: 10,
      fieldSize: 2_000,
      parts: 12,
      fieldNameSize: 100,
      fileSize: FILE_MAX_BYTES + 1,
      headerPairs: 50,
    },
    throwFileSizeLimit: false,
  })
}

/** The maximum upload size: the largest file and the multipart overhead. */
const UPLOAD_MAX_BYTES = FILE_MAX_BYTES + 256 * 1024

/** True for an upload that declares an acceptable length. */
export const isMeasuredUpload = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? Infinity) <= UPLOAD_MAX_BYTES

/** An upload whose body has not been read yet. Anything that cannot be a single file is refused at once. */
export function incomingUpload(fileField: string, request: FastifyRequest): IncomingUpload {
  if (!request.isMultipart()) throw new DomainError('invalid', 'Please send the file as multipart/form-data')
  const declared = request.headers['content-length']
  const declaredBytes = declared === undefined ? undefined : Number(declared)
  if (declaredBytes !== undefined && declaredBytes > UPLOAD_MAX_BYTES) throw tooLarge(fileField)
  return { declaredBytes, open: () => readUpToFile(fileField, request) }
}

/** Reads up to the file, which is then streamed. A body that is not valid multipart is refused with 400. */
async function readUpToFile(fileField: string, request: FastifyRequest): Promise<IncomingFile | undefined> {
  const counting = refuseEndless(fileField, request)
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file' && part.fieldname === fileField) {
        // A part with bytes but no name is accepted here: such a file has no permitted type and is refused
        // later.
        return { name: (part.filename as string | undefined) ?? '', content: part.file }
      }
      if (part.type === 'file') part.file.resume()
      throw new DomainError('invalid', `Unknown field "${part.fieldname}"`)
    }
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError('invalid', BROKEN_UPLOAD)
  } finally {
    counting.stop()
  }
  return undefined
}

/** Without a declared length a client could send endless fields before the file, which has its own limit. */
function refuseEndless(fileField: string, { raw }: FastifyRequest): { stop: () => void } {
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > UPLOAD_MAX_BYTES) raw.destroy(tooLarge(fileField))
  }
  raw.on('data', count)
  return { stop: () => raw.off('data', count) }
}

const tooLarge = (fileField: string): DomainError =>
  new DomainError('too_large', FILE_TOO_LARGE, { errors: { [fileField]: FILE_TOO_LARGE } })

/** Reads a multipart form without files; one with a file is refused with 400. */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        part.file.resume()
        throw new DomainError('invalid', `"${part.fieldname}" must be text: please upload the file first`)
      }
      input[part.fieldname] = part.value
    }
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError('invalid', BROKEN_UPLOAD)
  }
  return input
}
