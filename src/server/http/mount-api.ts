import type { FastifyInstance, FastifyRequest } from 'fastify'
import { API_PREFIX } from '../../contract/domain/api-prefix.ts'
import { apiTable } from '../../contract/api/api.ts'
import { bodyBytesMax, inputTravelsInQuery, pathNames, type Endpoint } from '../../contract/api/endpoint.ts'
import { isBeyondLastPage } from '../../contract/domain/page-numbers.ts'
import { authorize, answer, call, checkedInput } from '../call.ts'
import { siteVersion } from '../database/site-version.ts'
import { endpointAt } from '../handlers.ts'
import { DomainError } from '../domain-error.ts'
import type { IncomingUpload } from '../files/receive.ts'
import { incomingUpload, readForm } from './multipart.ts'
import type { Resources } from '../resources.ts'
import { callerOf } from './caller.ts'
import { networkOf } from './network.ts'
import { sendKept, type PublicAnswer, type PublicCache } from './public-cache.ts'
import { rateFor, type RateLimits } from './rate-limits.ts'

/** Mounts every endpoint of the contract under the API prefix. */
export function mountApi(app: FastifyInstance, resources: Resources, rates: RateLimits, cache: PublicCache): void {
  for (const [noun, verbs] of Object.entries(apiTable)) {
    for (const verb of Object.keys(verbs)) {
      const [endpoint, handler] = endpointAt(noun, verb)
      app.route({
        method: [endpoint.method, ...(endpoint.also ?? [])],
        url: API_PREFIX + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        bodyLimit: bodyBytesMax(endpoint),
        config: { ...rateFor(rates, endpoint), takesFiles: endpoint.upload !== undefined },
        handler: async (request, reply) => {
          const setCookie = (cookie: string) => void reply.header('set-cookie', cookie)
          const context = { ...resources, address: networkOf(request), setCookie }
          if (endpoint.access === 'anyone, known if signed in') void reply.header('vary', 'authorization')
          if (isPublicReading(endpoint, request)) {
            const input = checkedInput(endpoint, inputOf(endpoint, request))
            const version = await siteVersion(resources.database.db)
            // Whatever way the input was written: the same question has one answer.
            const key = `api ${noun}.${verb} ${JSON.stringify(input)}`
            const make = async (): Promise<PublicAnswer> => {
              const found = await answer(endpoint, handler, { ...context, caller: null }, input)
              return {
                status: 200,
                headers: { 'content-type': 'application/json; charset=utf-8' },
                body: JSON.stringify(found),
                keep: !isBeyondLastPage(found),
              }
            }
            return sendKept(request, reply, await cache.answer(version, key, make))
          }
          void reply.header('cache-control', 'private, no-store')
          const caller = endpoint.access === 'anyone' ? null : await callerOf(request, resources)
          authorize(endpoint.access, caller)
          const { input, upload } = await sentWith(endpoint, request)
          const whole = { ...context, caller, ...(upload ? { upload } : {}) }
          return reply.code(endpoint.created ? 201 : 200).send(await call(endpoint, handler, whole, input))
        },
      })
    }
  }
}

const isPublicReading = (endpoint: Endpoint, request: FastifyRequest): boolean =>
  endpoint.method === 'GET' && endpoint.access.startsWith('anyone') && request.headers.authorization === undefined

/** What comes with a call: its input, and where the endpoint takes a file, that file's upload. */
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

/** The flat input of a call: names of the path from the address, the rest from query or body. */
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
