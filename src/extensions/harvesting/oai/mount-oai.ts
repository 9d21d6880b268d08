import type { FastifyInstance, FastifyReply } from 'fastify'
import { paths } from '../../../contract/rules/site/paths.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import type { Platform } from '../../../platform/platform.ts'
import { element, xmlDocument, type Xml } from '../../../platform/xml.ts'
import type { JatsTexts } from '../jats-texts.ts'
import { answerTo, baseUrl, second, type OaiResources } from './answers.ts'
import { OaiError, type OaiRequest, readRequest } from './request.ts'

/** A page of records takes about 10 ms; with texts, one of two million characters about 50. */
const PAGES = { pageSizes: { ListIdentifiers: 200, oai_dc: 50, jats: 20 }, mostCharacters: 2_000_000, mostMs: 5_000 }
const LONGEST_FORM = 4_000

/** Mounts the repository's interface of OAI-PMH 2.0. Its answers have the time of the request: none is kept. */
export function mountOai(
  app: FastifyInstance,
  platform: Platform,
  rates: RateLimits,
  texts: JatsTexts,
  pages: Pick<OaiResources, 'pageSizes' | 'mostCharacters' | 'mostMs'> = PAGES,
): void {
  const resources: OaiResources = { ...platform, ...pages, texts }
  const options = { config: { ...limited(rates, 'reading', 'harvesting'), writes: false as const } }
  const send = async (reply: FastifyReply, given: URLSearchParams) =>
    reply
      .header('content-type', 'text/xml; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await oaiAnswer(resources, given))
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, body, done) => done(null, body),
    )
    scope.get(paths.oai, options, async ({ url }, reply) => send(reply, parametersOf(url)))
    scope.post(paths.oai, options, async ({ body }, reply) =>
      send(reply, new URLSearchParams(typeof body === 'string' ? body : '')),
    )
  })
}

const parametersOf = (url: string): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

/** The whole answer, also to what the protocol refuses. */
export async function oaiAnswer(resources: OaiResources, given: URLSearchParams): Promise<string> {
  const at = second(new Date().toISOString())
  let request: OaiRequest | undefined
  try {
    request = readRequest(given)
    return envelope(resources, at, request, await answerTo(resources, request))
  } catch (error) {
    if (!(error instanceof OaiError)) throw error
    // What is wrong with a request's form is not repeated.
    const named = error.code === 'badArgument' ? undefined : request
    return envelope(resources, at, named, element('error', { code: error.code }, error.message))
  }
}

const envelope = ({ publicUrl }: OaiResources, at: string, request: OaiRequest | undefined, content: Xml): string =>
  xmlDocument(
    element(
      'OAI-PMH',
      {
        xmlns: 'http://www.openarchives.org/OAI/2.0/',
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xsi:schemaLocation': 'http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd',
      },
      element('responseDate', {}, at),
      element('request', attributesOf(request), baseUrl(publicUrl)),
      content,
    ),
  )

/** The request as it was understood, without what is no URI. */
function attributesOf(request: OaiRequest | undefined): Record<string, string | undefined> {
  const { identifier, ...others } = request?.arguments ?? {}
  const isUri = identifier !== undefined && /^[\w.~:/?@!$&'()*+,;=-]+$/.test(identifier)
  return { verb: request?.verb, ...(isUri ? { identifier } : {}), ...others }
}
