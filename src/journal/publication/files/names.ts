import { create } from 'content-disposition'
import { inNormalForm } from '../../../contract/rules/text/plain-text.ts'
import { journal } from '../../../contract/journal.ts'
import { extensionOf } from '../../../contract/rules/files/file-rules.ts'

const LONGEST_SLUG = 100

/** In bytes: URL encoding triples the length, which proxies still accept. */
const LONGEST_NAME = 200

const LONGEST_START = 40

/** What the names of files and folders begin with: the letters and digits of the abbreviation, which is free text. */
export const journalInNames = (): string =>
  (
    journal()
      .abbreviation.toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['journal']
  )
    .join('-')
    .slice(0, LONGEST_START)
    .toWellFormed()

/** The download name of an article's file: the abbreviation and 'earlier-flowering.pdf'. */
export const articleFileName = (slug: string, extension: string): string =>
  `${journalInNames()}-${[...slug].slice(0, LONGEST_SLUG).join('')}.${extension}`

/**
 * The name under which an uploaded file is shown and downloaded: the last part of its path, without control,
 * direction and non-characters, shortened, with its extension. Never used as a path.
 */
export function shownName(name: string): string {
  // Shortened from the front, so that the extension stays, and before any further processing.
  const last =
    inNormalForm(name.slice(-4 * LONGEST_NAME).toWellFormed(), 'NFC')
      .split(/[/\\]/)
      .pop() ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Noncharacter_Code_Point}\u2028\u2029]/gu, '').trim()
  if (Buffer.byteLength(clean) <= LONGEST_NAME) return clean
  const extension = `.${extensionOf(clean)}`
  const stem = clean.slice(0, -extension.length)
  return firstBytes(stem, LONGEST_NAME - extension.length).trimEnd() + extension
}

/** As many whole characters as fit into this many bytes. */
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

/** A Content-Disposition header that is safe for any name, with an ASCII fallback. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = inNormalForm(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
  return create(name.toWellFormed(), { type: kind, fallback: ascii })
}
