import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Journal, journal } from '../contract/journal.ts'

/** A Markdown file of `content/`: its front matter by name, and its text. */
export interface TextFile {
  /** Its path as shown in messages. */
  file: string
  head: Record<string, string>
  body: string
}

/** What a text of the journal is. */
export type TextWhat = 'page' | 'email' | 'letter'

/** Reads a file of `content/`; throws a one-sentence error that names it if it is missing. */
export function readSource(folder: string, name: string, what: TextWhat): string {
  try {
    // The same text, however a machine ends its lines.
    return readFileSync(join(folder, `${name}.md`), 'utf8').replaceAll('\r\n', '\n')
  } catch {
    throw new Error(`The ${what} content/${name}.md is missing.`)
  }
}

/** The parts of a text; throws a one-sentence error that names it as `file` if it has no front matter. */
export function parseText(source: string, file: string, what: TextWhat): TextFile {
  const parts = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source)
  if (!parts) throw new Error(`The ${what} ${file} must begin with a block between two lines of three hyphens.`)
  const head = Object.fromEntries(
    parts[1]!
      .split(/\r?\n/)
      .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { file, head, body: parts[2]! }
}

/** Reads a file of `content/` in its parts. */
export const readTextFile = (folder: string, name: string, what: TextWhat): TextFile =>
  parseText(readSource(folder, name, what), `content/${name}.md`, what)

/** Replaces each `{{name}}` by the result of `valueOf`. */
export const fillIn = (source: string, valueOf: (name: string) => string): string =>
  source.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_whole, name: string) => valueOf(name))

/**
 * Throws a sentence if a finished text has a `{{` that begins none of its values: a slip, or what Markdown has made of
 * backslashes, entities or a value within a value. It would be sent as it is, or could not be filled in.
 */
export function checkBraces(text: string, isValue: (name: string) => boolean, what: TextWhat, file: string): void {
  for (const [found, name] of text.matchAll(/\{\{(?:([\w.]+)\}\})?/g)) {
    if (name === undefined || !isValue(name))
      throw new Error(
        `The ${what} ${file} has ${found} where no value is. Please write {{, a name and }}, or leave it out.`,
      )
  }
}

/** A value of the journal by its path, such as `contact.email`; nothing that every object or word has. */
export function journalValue(path: string, of: Partial<Journal> = journal()): string | undefined {
  const value = path
    .split('.')
    .reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null && Object.prototype.propertyIsEnumerable.call(at, key)
          ? (at as Record<string, unknown>)[key]
          : undefined,
      of,
    )
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** An address of the web or of a person, or a number: as it is also where Markdown takes addresses as they are, in `<>`. */
const PLAIN = /^(https:\/\/)?[a-z0-9]+([.+\-/@][a-z0-9]+)*\/?$/i
const PUNCTUATION = /[!-/:-@[-`{-~]/g

/** A value as it is written in Markdown: what was typed is words, and no stars, links or entities. */
export const inMarkdown = (value: string): string => (PLAIN.test(value) ? value : value.replace(PUNCTUATION, '\\$&'))
