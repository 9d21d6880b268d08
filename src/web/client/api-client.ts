import type { Api } from '../../contract/api/api.ts'
import type { Transport } from '../../contract/api/endpoint.ts'
import { errorIn } from './api-error.ts'

/**
 * Builds the API's functions on a transport: fetch in the browser, in-process on the server. It does not
 * import the endpoint table: a transport looks up an endpoint by noun and verb, so that a browser can load
 * the table (and the schemas in it) on the first call.
 */
export function apiOver(send: Transport): Api {
  const call = async (noun: string, verb: string, input: Record<string, unknown> = {}) => {
    const answer = await send(noun, verb, input)
    if (answer.status >= 400) throw errorIn(answer)
    return answer.body
  }
  const verbsOf = (noun: string) => new Proxy({}, { get: (_target, verb: string) => call.bind(null, noun, verb) })
  return new Proxy({}, { get: (_target, noun: string) => verbsOf(noun) }) as Api
}
