import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX } from '../../contract/api-prefix.ts'
import type { ErrorBody } from '../../contract/errors.ts'
import { SOMETHING_WENT_WRONG } from '../../contract/api-error.ts'
import { NO_ROOM, Refusal, type RefusalKind } from '../refusal.ts'
import { errorPage } from './error-page.ts'

const STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  'not signed in': 401,
  'not allowed': 403,
  'not there': 404,
  'too slow': 408,
  conflict: 409,
  'too large': 413,
  'type not allowed': 415,
  'too many': 429,
  unavailable: 503,
  'no room': 507,
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
  if (DISK_FULL.test(code)) return body(507, NO_ROOM)
  // Fastify's own refusals of malformed requests: their status is right, their words are for programmers.
  if (statusCode === 413) return body(413, 'The request is too large')
  if (statusCode === 415) return body(415, 'Please send JSON')
  if (statusCode === 429) return body(429, message)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return body(400, 'The request could not be read')
  if (
    DATABASE_AWAY.test(code) ||
    /connection terminated|timeout exceeded when trying to connect|driver has already been destroyed/i.test(message)
  ) {
    return body(503, 'The journal cannot reach its database right now. Please try again in a moment.')
  }
  return body(500, SOMETHING_WENT_WRONG)
}

/**
 * Fastify's error handler: logs what is ours to mend, answers what is the caller's to know. Refusals
 * have been logged by those who know more, where there is something to mend.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const answer = errorAnswer(error)
  const refusal = error instanceof Refusal ? error : undefined
  if (answer.statusCode >= 500 && !refusal) request.log.error({ err: error }, 'call failed')
  const retryAfter = refusal?.retryAfter ?? (answer.statusCode === 503 ? 5 : undefined)
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  void reply.code(answer.statusCode).header('cache-control', 'no-store')
  if (wantsPage(request)) void reply.type('text/html; charset=utf-8').send(errorPage(answer).source)
  else void reply.type('application/json; charset=utf-8').send(answer)
}

/** Somebody who followed a link, to a file for example. Calls of the API are answered as such. */
const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith(`${API_PREFIX}/`) && /\btext\/html\b/.test(headers.accept ?? '')
