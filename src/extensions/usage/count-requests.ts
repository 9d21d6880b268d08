import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { isbot } from 'isbot'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { addressOf } from '../../platform/http/network.ts'
import type { Opened, UsageCounter } from './usage-counter.ts'

const ARTICLE = `${paths.articles}/`
const VIEWED = `${API_PREFIX}/posts/`
const ID = '([\\w-]{1,64})'
/** An earlier version counts for its article. */
const PAGE_OR_PDF = new RegExp(`^${ARTICLE}${ID}(?:/v/\\d{1,4})?(/original\\.pdf|\\.pdf)?/?(?:\\?|$)`)
const SHOWN = new RegExp(`^${VIEWED}${ID}/viewed$`)

/**
 * Counts pages and PDFs of articles as they are answered, wherever the answer comes from. `proxies` in front are
 * believed who has asked.
 */
export function countRequests(app: FastifyInstance, counter: UsageCounter, proxies: number): void {
  const listener: RequestListener = (request, response) => {
    const asked = openedBy(request)
    if (!asked) return
    const reader = `${addressOf(request, proxies)} ${request.headers['user-agent']}`
    response.once('finish', () => {
      if (counts(response)) counter.note(asked.articleId, asked.opened, reader)
    })
  }
  app.server.prependListener('request', listener)
}

/** What a request opens; undefined for everything that COUNTER does not count. */
function openedBy({ method, url = '', headers }: IncomingMessage): { articleId: string; opened: Opened } | undefined {
  const isPage = method === 'GET' && url.startsWith(ARTICLE)
  // The page itself reports when the browser shows it without asking the server.
  if (!isPage && !(method === 'POST' && url.startsWith(VIEWED))) return undefined
  const match = (isPage ? PAGE_OR_PDF : SHOWN).exec(url)
  if (!match || isRobot(headers['user-agent']) || isAhead(headers)) return undefined
  return { articleId: match[1]!, opened: match[2] ? 'pdf' : 'page' }
}

/** A page that is loaded before anyone has opened it. */
const isAhead = (headers: IncomingMessage['headers']): boolean =>
  ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'].some((name) => /prefetch|preview/i.test(String(headers[name] ?? '')))

/** Only what was answered: whole, from the reader's own copy, or the first piece of a file that is read in pieces. */
function counts(response: ServerResponse): boolean {
  const { statusCode } = response
  if (statusCode === 206) return String(response.getHeader('content-range')).startsWith('bytes 0-')
  return statusCode === 200 || statusCode === 304
}

/** Longer names of programs are robots', or attacks on the patterns below. */
const LONGEST = 1_000
const MOST_REMEMBERED = 2_000

/** The patterns of COUNTER's list as one. It takes the phones of this maker for robots. */
const LISTED = new RegExp(
  (JSON.parse(readFileSync(join(import.meta.dirname, 'counter-robots.json'), 'utf8')) as string[]).join('|'),
  'i',
)
const PHONES = /\bcubot\b/gi

const known = new Map<string, boolean>()

/**
 * True for the programs that COUNTER does not count: those on its official list, newer ones that `isbot` knows, and
 * those that do not say their name. `userAgent` is the header.
 */
export function isRobot(userAgent: string | undefined): boolean {
  if (!userAgent || userAgent.length > LONGEST) return true
  let answer = known.get(userAgent)
  if (answer === undefined) {
    const name = userAgent.replace(PHONES, '')
    answer = LISTED.test(name) || isbot(name)
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(userAgent, answer)
  }
  return answer
}
