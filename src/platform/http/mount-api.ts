import type { FastifyInstance, FastifyRequest } from 'fastify'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { inputTravelsInQuery, pathNames } from '../../contract/rules/site/paths.ts'
import { ACCESS } from '../../contract/rules/accounts/access.ts'
import { bodyBytesMax, type Endpoint, type ParsedInputOf } from '../../contract/api/endpoint.ts'
import { isBeyondLastPage } from '../../contract/rules/site/page-numbers.ts'
import { isProvisional } from '../../contract/rules/site/page-queries.ts'
import {
  authorize,
  answer,
  call,
  checkedInput,
  NOBODY,
  type ApiCall,
  type ApiCalls,
  type CallContext,
  type AnyCaller,
} from '../call.ts'
import type { HourlyLimits } from '../database/hourly-limits.ts'
import { DomainError } from '../errors.ts'
import type { IncomingUpload } from '../incoming-upload.ts'
import { incomingUpload, readForm } from './multipart.ts'
import { callKey } from './call-key.ts'
import type {
  IdentifyAsked,
  IdentifyAuthor,
  IdentifyCaller,
  IdentifyFollower,
  IdentifyRequester,
  IdentifyReviewer,
} from './identify-caller.ts'
import { networkOf } from './network.ts'
import type { MakeAnswer, PublicCache } from './public-cache.ts'
import { rateFor, type RateLimits } from './rate-limits.ts'
import { sendCached } from './send-cached.ts'

export interface ApiParts {
  calls: ApiCalls
  identifyCaller: IdentifyCaller
  identifyReviewer: IdentifyReviewer
  identifyAuthor: IdentifyAuthor
  identifyAsked: IdentifyAsked
  identifyRequester: IdentifyRequester
  identifyFollower: IdentifyFollower
  rates: RateLimits
  hourlyLimits: HourlyLimits
  cache: PublicCache
}

/** Mounts every API endpoint under the prefix. */
export function mountApi(
  app: FastifyInstance,
  {
    calls,
    identifyCaller,
    identifyReviewer,
    identifyAuthor,
    identifyAsked,
    identifyRequester,
    identifyFollower,
    rates,
    hourlyLimits,
    cache,
  }: ApiParts,
): void {
  const identify = {
    none: async () => null,
    session: identifyCaller,
    'review link': identifyReviewer,
    'author link': identifyAuthor,
    'notice link': identifyAsked,
    'report link': identifyRequester,
    'follow link': identifyFollower,
  }
  for (const verbs of Object.values(calls)) {
    for (const [endpoint, handler] of Object.values(verbs)) {
      const { credential } = ACCESS[endpoint.access]
      app.route({
        method: [endpoint.method, ...(endpoint.also ?? [])],
        url: API_PREFIX + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        bodyLimit: bodyBytesMax(endpoint),
        config: { ...rateFor(rates, endpoint), takesFiles: endpoint.upload !== undefined, writes: endpoint.writes },
        handler: async (request, reply) => {
          void reply.headers(varies(endpoint))
          if (isPublicReading(endpoint, request)) {
            const input = checkedInput(endpoint, inputOf(endpoint, request))
            const key = callKey(endpoint, input)
            const version = await cache.version(request.raw)
            const kept = await cache.answer(version, key, publicAnswer(endpoint, handler, input))
            cache.remember(request.url, key, request.routeOptions.url)
            return sendCached(request, reply, kept)
          }
          void reply.header('cache-control', 'private, no-store')
          const setCookie: CallContext['setCookie'] = (...cookie) => void reply.setCookie(...cookie)
          const userAgent = String(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX)
          const context = { address: networkOf(request), userAgent, setCookie }
          const caller = await identify[credential](request)
          authorize(endpoint.access, caller)
          const { input, upload } = await sentWith(endpoint, request)
          const whole = { ...context, caller, ...(upload ? { upload } : {}) }
          const giveBack = await counted(hourlyLimits, endpoint, caller, input)
          const answered = await call(endpoint, handler, whole, input).catch(async (error: unknown) => {
            // Whatever fails here is less than what has failed already: the count is forgotten within the hour.
            await giveBack().catch(() => {})
            throw error
          })
          return reply.code(endpoint.created ? 201 : 200).send(answered)
        },
      })
    }
  }
}

/** Counts a call that is limited by the hour, before it does anything. Returns what takes that back if it fails. */
async function counted(
  limits: HourlyLimits,
  { hourly, path }: Endpoint,
  caller: AnyCaller | null,
  input: Record<string, unknown>,
): Promise<() => Promise<void>> {
  if (hourly === undefined || caller === null) return async () => {}
  const who = whoIs(caller)
  const [name] = pathNames(path)
  return limits.count(hourly, who, name === undefined ? '' : String(input[name]))
}

/** Stands for a person, or for the link that was sent to one. */
const whoIs = (caller: AnyCaller): string => {
  if ('userId' in caller) return caller.userId
  if ('noticeId' in caller) return [caller.noticeId, caller.email].join(' ')
  if ('requestId' in caller) return [caller.requestId, caller.email].join(' ')
  if ('followId' in caller) return [caller.followId, caller.email].join(' ')
  if ('articleId' in caller) return [caller.articleId, caller.email].join(' ')
  return [caller.assignmentId, caller.coReviewerId ?? ''].join(' ')
}

/** Longer than any browser's, and short enough for what reads it. */
const USER_AGENT_MAX = 400

const isPublicReading = (endpoint: Endpoint, request: FastifyRequest): boolean =>
  endpoint.method === 'GET' && !ACCESS[endpoint.access].required && request.headers.authorization === undefined

/** A call that may have a caller answers who has none differently. */
const varies = ({ access }: Endpoint): Record<string, string> =>
  ACCESS[access].credential !== 'none' && !ACCESS[access].required ? { vary: 'authorization' } : {}

/** Makes the answer that everybody without a session gets. It lives as long as the answer, and holds no request. */
const publicAnswer =
  (endpoint: Endpoint, handler: ApiCall[1], input: ParsedInputOf<Endpoint>): MakeAnswer =>
  async () => {
    const found = await answer(endpoint, handler, NOBODY, input)
    return {
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', ...varies(endpoint) },
      body: JSON.stringify(found),
      keep: endpoint.isCached !== false && !isBeyondLastPage(found) && !isProvisional(found),
    }
  }

/** The payload of a call: its input, and for upload endpoints the file. */
async function sentWith(
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<{ input: Record<string, unknown>; upload?: IncomingUpload }> {
  if (endpoint.form && request.isMultipart()) {
    return { input: { ...(await readForm(request)), ...(request.params as Record<string, unknown>) } }
  }
  if (endpoint.upload === undefined) return { input: inputOf(endpoint, request) }
  return { input: { ...(request.params as Record<string, unknown>) }, upload: incomingUpload(endpoint.upload, request) }
}

/** The flat input of a call: path parameters from the path, the rest from the query or the body. */
function inputOf(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  if (request.isMultipart()) throw new DomainError('unsupported_type', 'Please send JSON')
  const sent: unknown = inputTravelsInQuery(endpoint.method) ? request.query : (request.body ?? {})
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new DomainError('invalid', 'Please send a JSON object')
  }
  for (const name of pathNames(endpoint.path)) {
    if (name in sent)
      throw new DomainError('invalid', `Unknown field "${name}"`, { errors: { [name]: `Unknown field "${name}"` } })
  }
  return { ...(sent as Record<string, unknown>), ...(request.params as Record<string, string>) }
}
