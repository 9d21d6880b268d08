import { apiTable, type Api } from '../contract/api.ts'
import { clientOf } from '../contract/endpoint.ts'
import { ApiError } from '../contract/errors.ts'
import { call, type Handler } from './call.ts'
import { handlers } from './handlers.ts'
import { errorAnswer } from './http/errors.ts'
import type { Resources } from './resources.ts'
import type { Endpoint } from '../contract/endpoint.ts'

/**
 * The API for the server's own pages: the same door, the same answers and the same errors as over
 * HTTP, as nobody in particular. Pages are rendered once for everyone.
 */
export function inProcessApi(resources: Resources): Api {
  return clientOf(apiTable, async (endpoint, input, name) => {
    const [noun, verb] = name.split('.') as [keyof typeof handlers, string]
    const handler = (handlers[noun] as Record<string, unknown>)[verb] as Handler<Endpoint>
    try {
      return await call(endpoint, handler, { ...resources, caller: null, address: '' }, input)
    } catch (error) {
      const { statusCode, message, errors } = errorAnswer(error)
      if (statusCode >= 500) resources.log.error({ err: error }, `page data: ${name} failed`)
      throw new ApiError(statusCode, message, errors)
    }
  })
}
