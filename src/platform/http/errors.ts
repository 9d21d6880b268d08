import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import type { ErrorBody } from '../../contract/api/errors.ts'
import { SOMETHING_WENT_WRONG } from '../../contract/rules/text/messages.ts'
import { databaseFailure } from '../database/failures.ts'
import { NO_ROOM, DomainError, type DomainErrorKind } from '../errors.ts'
import { StorageUnavailable } from '../storage/store.ts'
import { TimeLimitError } from '../time-limit.ts'
import { journal } from '../../contract/journal.ts'
import { html } from '../html/html.ts'
import type { PublicAnswer } from './cached-answer.ts'

const STATUS: Record<DomainErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  too_slow: 408,
  gone: 410,
  conflict: 409,
  too_large: 413,
  address_too_long: 414,
  unsupported_type: 415,
  too_many_requests: 429,
  unavailable: 503,
  insufficient_storage: 507,
}

const DISK_FULL = /^(ENOSPC|EDQUOT)$/
const DISK_AWAY = /^(EIO|EROFS|EMFILE|ENFILE|ESTALE)$/

const body = (statusCode: number, message: string, errors?: Record<string, string>): ErrorBody => ({
  statusCode,
  error: STATUS_CODES[statusCode] ?? 'Error',
  message,
  ...(errors ? { errors } : {}),
})

/** Maps an error to its public status and body. The only place that maps domain errors to statuses. */
export function errorAnswer(error: unknown): ErrorBody {
  if (error instanceof DomainError) {
    const { kind, message, errors, removed, newerDraft } = error
    return {
      ...body(STATUS[kind], message, errors),
      ...(removed ? { removed } : {}),
      ...(newerDraft ? { newerDraft } : {}),
    }
  }
  const { code = '', message = '', statusCode } = error as Partial<FastifyError>
  const database = databaseFailure(error)
  if (database === 'full' || DISK_FULL.test(code)) return body(507, NO_ROOM)
  if (DISK_AWAY.test(code) || error instanceof StorageUnavailable) {
    return body(503, 'The journal cannot reach its files right now. Please try again in a moment.')
  }
  if (error instanceof TimeLimitError) return body(503, message)
  // Fastify's own errors for malformed requests: their status is right, but their messages are for
  // programmers.
  if (statusCode === 413) return body(413, 'The request is too large')
  if (statusCode === 415) return body(415, 'Please send JSON')
  if (statusCode === 429) return body(429, message)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return body(400, 'The request could not be read')
  // Checked last: a request that was refused after the sender had disconnected has an error with the same
  // code.
  if (database === 'away') {
    return body(503, 'The journal cannot reach its database right now. Please try again in a moment.')
  }
  return body(500, SOMETHING_WENT_WRONG)
}

/**
 * Fastify's error handler: logs errors that we have to fix, and answers with what the caller may know.
 * Refusals that need fixing have already been logged where more is known about them.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (wantsPage(request)) return sendErrorPage(error, request, reply)
  const answer = beginAnswer(error, request, reply)
  void reply.type('application/json; charset=utf-8').send(answer)
}

/** The error handler of pages: the counterpart of `sendError` for people. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode, message } = beginAnswer(error, request, reply)
  const page = errorPage(statusCode, message)
  void reply.headers(page.headers).send(page.body)
}

/** Sets the status and headers of an error response; the caller writes the body. */
function beginAnswer(error: unknown, request: FastifyRequest, reply: FastifyReply): ErrorBody {
  const answer = errorAnswer(error)
  const refusal = error instanceof DomainError ? error : undefined
  if (answer.statusCode >= 500 && !refusal) request.log.error({ err: error }, 'call failed')
  const retryAfter = refusal?.retryAfter ?? (answer.statusCode === 503 ? 5 : undefined)
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  void reply.code(answer.statusCode).header('cache-control', 'no-store')
  return answer
}

/** True for a browser following a link, to a file for example. API calls always get JSON. */
const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith(`${API_PREFIX}/`) && /\btext\/html\b/.test(headers.accept ?? '')

const TITLES: Record<number, string> = { 404: 'Not found', 429: 'Please wait a moment' }

/** A page without dependencies, for when the site's own pages cannot be rendered and for links to files. */
export function errorPage(
  status: number,
  message = 'The page could not be shown. Please try again in a moment.',
): PublicAnswer {
  const title = TITLES[status] ?? SOMETHING_WENT_WRONG
  const page = html`<!doctype html>
    <html lang="${journal().language}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>${title}</title>
      <h1>${title}</h1>
      <p>${message}</p>
      <p><a href="${paths.home}">Go to the home page</a></p>
    </html>`
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: page.source,
  }
}
