import type { Api } from '../../contract/api/api.ts'
import type { Transport } from '../../contract/api/endpoint.ts'
import { errorIn } from './api-error.ts'

/**
 * The functions of the API over one transport: fetch in the browser, in-process on the server. The
 * endpoint table is not needed here: a transport looks an endpoint up by noun and verb, so that a browser
 * can load the table (and the rules in it) when the first call is made.
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
