import type { apiTable, Api } from '../contract/api/api.ts'
import { clientOf } from '../contract/api/endpoint.ts'
import { ApiError } from '../contract/domain/api-error.ts'
import { call } from './call.ts'
import { endpointAt } from './handlers.ts'
import { errorAnswer } from './http/errors.ts'
import type { Resources } from './resources.ts'

/**
 * The API for the server's own pages: the same door, the same answers and the same errors as over
 * HTTP, as nobody in particular. Pages are rendered once for everyone. `onAnswer` sees what a page is
 * made from.
 */
export function inProcessApi(resources: Resources, onAnswer: (answer: unknown) => void = () => {}): Api {
  return clientOf<typeof apiTable>(async (noun, verb, input) => {
    const [endpoint, handler] = endpointAt(noun, verb)
    try {
      const nobody = { ...resources, caller: null, address: '', setCookie: () => {} }
      const answer = await call(endpoint, handler, nobody, input)
      onAnswer(answer)
      return answer
    } catch (error) {
      const { statusCode, message, errors, removed } = errorAnswer(error)
      if (statusCode >= 500) resources.log.error({ err: error }, `page data: ${noun}.${verb} failed`)
      throw new ApiError(statusCode, message, errors, removed)
    }
  })
}
