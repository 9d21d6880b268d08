import type { Transport } from '../contract/api/endpoint.ts'
import { call } from './call.ts'
import { endpointAt } from './handlers.ts'
import { errorAnswer } from './http/errors.ts'
import type { Resources } from './resources.ts'

/**
 * The API for the server's own pages: the same door and the same answers as over HTTP, as nobody in
 * particular, for pages are rendered once for everyone. `onAnswer` sees what a page is made from.
 */
export function inProcessTransport(resources: Resources, onAnswer: (answer: unknown) => void): Transport {
  const nobody = { ...resources, caller: null, address: '', setCookie: () => {} }
  return async (noun, verb, input) => {
    try {
      const [endpoint, handler] = endpointAt(noun, verb)
      const body = await call(endpoint, handler, nobody, input)
      onAnswer(body)
      return { status: 200, body }
    } catch (error) {
      const body = errorAnswer(error)
      if (body.statusCode >= 500) resources.log.error({ err: error }, `page data: ${noun}.${verb} failed`)
      return { status: body.statusCode, body }
    }
  }
}
