import type { Transport } from '../contract/api/endpoint.ts'
import { call, NOBODY, type ApiCalls } from '../platform/call.ts'
import { errorAnswer } from '../platform/http/errors.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * The API for server-side rendering: the same checks and answers as over HTTP, always as an anonymous caller,
 * because pages are rendered once for everyone. `onAnswer` receives the data that a page is made from, the name of the
 * call (`articles.details`), and whether the answer may be cached.
 */
export function inProcessTransport(
  calls: ApiCalls,
  { log }: Pick<Platform, 'log'>,
  onAnswer: (answer: unknown, call: string, isKept: boolean) => void,
): Transport {
  return async (noun, verb, input) => {
    try {
      const [endpoint, handler] = calls[noun]![verb]!
      const body = await call(endpoint, handler, NOBODY, input)
      onAnswer(body, `${noun}.${verb}`, endpoint.isKept !== false)
      return { status: 200, body }
    } catch (error) {
      const body = errorAnswer(error)
      if (body.statusCode >= 500) log.error({ err: error }, `page data: ${noun}.${verb} failed`)
      return { status: body.statusCode, body }
    }
  }
}
