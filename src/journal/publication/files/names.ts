import { create } from 'content-disposition'
import { inNormalForm } from '../../../contract/rules/text/plain-text.ts'
import { titleOn } from '../../../contract/rules/articles/titles.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import { journal } from '../../../contract/journal.ts'
import { extensionOf } from '../../../contract/rules/files/file-rules.ts'

const LONGEST_SLUG = 100

/** In bytes: URL encoding triples the length, which proxies still accept. */
const LONGEST_NAME = 200

const LONGEST_START = 40

/**
 * What the names of files and folders begin with: the letters and digits of the abbreviation, which is free text, as it is
 * now or was on a day.
 */
export const journalInNames = (on: string | null = null): string =>
  (
    titleOn(on, journal())
      .abbreviation.toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['journal']
  )
    .join('-')
    .slice(0, LONGEST_START)
    .toWellFormed()

/** The download name of a file of an article that was published at a time: the abbreviation of that day and 'earlier-flowering.pdf'. */
export const articleFileName = (slug: string, extension: string, publishedAt: string | null): string =>
  `${journalInNames(publishedAt && dayOf(publishedAt))}-${[...slug].slice(0, LONGEST_SLUG).join('')}.${extension}`

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
