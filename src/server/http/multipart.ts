import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FILE_MAX_BYTES, FILE_TOO_LARGE } from '../../contract/file-rules.ts'
import { BROKEN_UPLOAD, type IncomingFile } from '../files/receive.ts'
import { Refusal } from '../refusal.ts'

/** Takes multipart requests: one file, a few short fields. */
export async function acceptMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    // One byte more than a file may have: reading it is how a file too large is told from one that fits.
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

/**
 * Reads a multipart request up to its file. Fields that stand before the file are the call's input;
 * the file streams on. A body that is no multipart, or a broken one, is refused with 400.
 */
export async function readMultipart(
  fileField: string,
  request: FastifyRequest,
): Promise<{ input: Record<string, unknown>; upload?: IncomingFile }> {
  if (!request.isMultipart()) throw new Refusal('invalid', 'Please send the file as multipart/form-data')
  if (Number(request.headers['content-length'] ?? 0) > FILE_MAX_BYTES + ENVELOPE_BYTES) {
    throw new Refusal('too large', FILE_TOO_LARGE, { errors: { [fileField]: FILE_TOO_LARGE } })
  }
  const input: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (part.fieldname === fileField) return { input, upload: { name: part.filename, content: part.file } }
        part.file.resume()
        throw new Refusal('invalid', `Unknown field "${part.fieldname}"`)
      }
      input[part.fieldname] = part.value
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('invalid', BROKEN_UPLOAD)
  }
  return { input }
}

/** Reads a multipart form that has fields alone; one with a file in it is refused with 400. */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        part.file.resume()
        throw new Refusal('invalid', `"${part.fieldname}" must be text: please upload the file first`)
      }
      input[part.fieldname] = part.value
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('invalid', BROKEN_UPLOAD)
  }
  return input
}

/** What multipart adds around a file: boundaries, headers, a few fields. */
const ENVELOPE_BYTES = 256 * 1024
