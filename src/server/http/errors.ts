import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '../../contract/errors.ts'
import { SOMETHING_WENT_WRONG } from '../../contract/api-error.ts'
import { Refusal, type RefusalKind } from '../refusal.ts'

const STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  'not signed in': 401,
  'not allowed': 403,
  'not there': 404,
  conflict: 409,
  'too large': 413,
  'address too long': 414,
  'type not allowed': 415,
  'too many': 429,
}

const DATABASE_AWAY =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|57P0\d|53300|08\d{3}|SQLITE_BUSY\w*|SQLITE_LOCKED\w*)$/
const DISK_FULL = /^(ENOSPC|EDQUOT|SQLITE_FULL|53100)$/

const body = (statusCode: number, message: string, errors?: Record<string, string>): ErrorBody => ({
  statusCode,
  error: STATUS_CODES[statusCode] ?? 'Error',
  message,
  ...(errors ? { errors } : {}),
})

/** What an error says to the outside. The only place that turns domain refusals into statuses. */
export function errorAnswer(error: unknown): ErrorBody {
  if (error instanceof Refusal) return body(STATUS[error.kind], error.message, error.errors)
  const { code = '', message = '', statusCode } = error as Partial<FastifyError>
  if (DISK_FULL.test(code)) return body(507, 'There is no room left to store this. Nothing was changed.')
  if (
    DATABASE_AWAY.test(code) ||
    /connection terminated|timeout exceeded when trying to connect|driver has already been destroyed/i.test(message)
  ) {
    return body(503, 'The journal cannot reach its database right now. Please try again in a moment.')
  }
  // Fastify's own refusals of malformed requests: their status is right, their words are for programmers.
  if (statusCode === 413) return body(413, 'The request is too large')
  if (statusCode === 415) return body(415, 'Please send JSON')
  if (statusCode === 429) return body(429, message)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return body(400, 'The request could not be read')
  return body(500, SOMETHING_WENT_WRONG)
}

/** Fastify's error handler: logs what is ours to mend, answers what is the caller's to know. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const answer = errorAnswer(error)
  if (answer.statusCode >= 500) request.log.error({ err: error }, 'call failed')
  if (error instanceof Refusal && error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter)
  if (answer.statusCode === 503) void reply.header('retry-after', 5)
  void reply
    .code(answer.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(answer)
}
