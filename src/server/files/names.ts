import { create } from 'content-disposition'
import { inNormalForm } from '../../contract/domain/normal-form.ts'
import { journal } from '../../../journal.config.ts'
import { extensionOf } from '../../contract/domain/file-rules.ts'

const LONGEST_SLUG = 100

/** In bytes: three times as many characters in an address, which proxies still take. */
const LONGEST_NAME = 200

/** What an article's file is called on a reader's disk: 'jpbr-earlier-flowering.pdf'. */
export const articleFileName = (slug: string, extension: string): string =>
  `${journal.abbreviation.toLowerCase()}-${[...slug].slice(0, LONGEST_SLUG).join('')}.${extension}`

/**
 * The name that an uploaded file is shown and downloaded under: the last part of a path, without
 * control and direction characters, not too long, with its extension. It is never used as a path.
 */
export function shownName(name: string): string {
  // Cut from the front, so that the extension stays, and before anything else is done with it.
  const last =
    inNormalForm(name.slice(-4 * LONGEST_NAME).toWellFormed(), 'NFC')
      .split(/[/\\]/)
      .pop() ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim()
  if (Buffer.byteLength(clean) <= LONGEST_NAME) return clean
  const extension = `.${extensionOf(clean)}`
  const stem = clean.slice(0, -extension.length)
  return firstBytes(stem, LONGEST_NAME - extension.length).trimEnd() + extension
}

/** As many whole characters as fit into so many bytes: half of one is no text. */
function firstBytes(text: string, bytes: number): string {
  let room = bytes
  let length = 0
  for (const character of text) {
    room -= Buffer.byteLength(character)
    if (room < 0) break
    length += character.length
  }
  return text.slice(0, length)
}

/** A Content-Disposition header that any name is safe in; programs that know no other letters get it in ASCII. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = inNormalForm(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
  return create(name.toWellFormed(), { type: kind, fallback: ascii })
}
