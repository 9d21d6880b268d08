import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors.ts'

/** No call needs deeper nesting or more values: 100 authors with six fields each are the most. */
const DEEPEST = 8
const MOST_VALUES = 2_000

/** Accepts JSON bodies, and only those unless other parsers are mounted later. */
export function acceptJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (isSimpleJson(body)) parse(request, body, done)
    else done(new DomainError('invalid', 'The request has too many fields or is nested too deep'))
  })
}

/**
 * Checked before parsing: a body of the permitted length with a thousand nested arrays or a hundred thousand
 * keys costs far more than its length.
 */
export function isSimpleJson(json: string): boolean {
  let depth = 0
  let values = 0
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '"') at = endOfString(json, at)
    else if (character === ',') values++
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > DEEPEST || values > MOST_VALUES) return false
  }
  return true
}

/** The end of the string that begins at `start`; the end of the text if it is not terminated. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
