import { redactPicture } from './picture.ts'
import { unzip } from '../word/zip.ts'
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFStream,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib'
import { pdfPages } from '../pdf/pdf-text.ts'
import { PersonSearch } from '../../../contract/rules/people/person-search.ts'
import { plainText } from '../plain-text.ts'

/** Where a person's name is still in a file. */
export interface NameLeft {
  name: string
  /** In what people read, or out of sight. */
  where: 'text' | 'inside'
  /** Such as 'word/comments.xml'. */
  part: string
}

/** Notes what was found; null is nothing. */
type NoteName = (name: string | null, where: NameLeft['where'], part: string) => void

/** In fewer bytes a name may occur by chance where there is no text. */
const LEAST_IN_BYTES = 6

/** Looks for people in the parts of files: in what is read, in what is not, and in bytes. */
export class SoughtNames {
  readonly #search: PersonSearch
  readonly #bytes: { shown: string; forms: Buffer[] }[]

  /** `names`: full names and family names, email addresses and ORCID iDs, of all people who must not be named. */
  constructor(names: readonly string[], affiliations: readonly string[] = []) {
    const emails = names.filter((name) => name.includes('@'))
    const rest = names.filter((name) => !name.includes('@') && /[\p{L}\p{N}]/u.test(name))
    const orcids = rest.filter(isOrcid)
    this.#search = new PersonSearch({ names: rest.filter((name) => !isOrcid(name)), emails, orcids, affiliations })
    const locals = emails.map((email) => email.split('@')[0]!).filter(({ length }) => length >= LEAST_IN_BYTES - 1)
    this.#bytes = [...new Set([...rest, ...emails, ...locals].map((name) => name.trim()))]
      .filter((name) => name.length >= LEAST_IN_BYTES || name.toLowerCase() === name.toUpperCase())
      .map((shown) => ({ shown, forms: [shown, shown.toUpperCase(), shown.toLowerCase()].flatMap(inBytes) }))
  }

  /** In a text that people read: any mention, also one that may be someone else's. */
  inText(text: string): string | null {
    return this.#search.first(text)?.shown ?? null
  }

  /** In properties, attributes and paths, where a name may be part of another word: 'jmalik'. */
  inProperty(text: string): string | null {
    return this.#search.within(text)?.shown ?? null
  }

  /** In bytes of any kind, as UTF-8, Latin 1 or UTF-16. */
  inBytes(content: Buffer): string | null {
    return this.#bytes.find(({ forms }) => forms.some((form) => content.includes(form)))?.shown ?? null
  }
}

const isOrcid = (name: string): boolean => /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(name)

function inBytes(name: string): Buffer[] {
  const little = Buffer.from(name, 'utf16le')
  return [Buffer.from(name), Buffer.from(name, 'latin1'), little, Buffer.from(little).swap16()]
}

/**
 * Searches every part of a file for a person, independently of what has redacted it: unpacked parts, streams,
 * properties, and the text as it is read, where a name may be cut by formatting. What is out of sight comes first.
 */
export async function namesLeft(content: Buffer, mediaType: string, sought: SoughtNames): Promise<NameLeft[]> {
  const found: NameLeft[] = []
  const note: NoteName = (name, where, part) => {
    if (name !== null) found.push({ name, where, part })
  }
  if (mediaType.startsWith('application/vnd.openxmlformats')) {
    for (const [path, part] of await unzip(content, mediaType)) {
      note(sought.inProperty(path), 'inside', path)
      if (/\.(?:xml|rels|vml|svg)$/i.test(path)) searchXml(path, plainText(part), sought, note)
      else if (!isPicture(part)) note(sought.inBytes(part), 'inside', path)
    }
  } else if (mediaType === 'application/pdf') {
    await pdfNames(content, sought, note)
  } else if (mediaType.startsWith('text/')) {
    note(sought.inText(plainText(content)), 'text', 'text')
  } else if (!isPicture(content)) note(sought.inBytes(content), 'inside', mediaType)
  return found.sort((a, b) => a.where.localeCompare(b.where))
}

/** A picture that has nothing but what draws it: its pixels spell any short word by chance. */
function isPicture(content: Buffer): boolean {
  try {
    return redactPicture(content).equals(content)
  } catch {
    return false
  }
}

/** Where a paragraph, a cell or a comment ends; any other tag may cut a word in two. */
const ENDS = /<\/(?:\w+:)?(?:p|si|c|comment|text|title|tr)>|<(?:\w+:)?(?:br|tab|cr)\s*\/>/g
const TAG = /<[^<>]*>/g
const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

export function searchXml(path: string, xml: string, sought: SoughtNames, note: NoteName): void {
  const text = unescaped(xml.replace(ENDS, '\n').replace(TAG, ''))
  note(sought.inText(text), path.startsWith('docProps/') ? 'inside' : 'text', path)
  const values: string[] = []
  for (const [, name = '', double, single] of xml.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? ''
    // Namespaces, and colours: 'green' is a value of Word's.
    if (name.startsWith('xmlns') || (/(?:^|:)val$/.test(name) && /^[a-z]+$/.test(value))) continue
    values.push(value)
  }
  note(sought.inProperty(unescaped(values.join('\n'))), 'inside', path)
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, named) => {
    if (named) return NAMED[named as string] ?? whole
    const code = hex ? parseInt(hex as string, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** Keys whose values people read on the page or beside it. */
const READ = new Set(['Contents', 'RC', 'Title', 'Subj', 'ActualText', 'Alt', 'E', 'V', 'DV', 'TU', 'URI', 'CA', 'Opt'])

/** Searches a PDF: its text as pages show it, every string and name of its objects, and its streams unpacked. */
async function pdfNames(content: Buffer, sought: SoughtNames, note: NoteName): Promise<void> {
  for (const [index, page] of (await pdfPages(content)).entries()) {
    note(sought.inText(page.map(({ text }) => text).join('\n')), 'text', `page ${index + 1}`)
  }
  const { context } = await PDFDocument.load(content, { updateMetadata: false })
  for (const object of [
    ...context.enumerateIndirectObjects().map(([, each]) => each),
    context.obj(context.trailerInfo),
  ]) {
    searchStrings(object, sought, note)
    if (object instanceof PDFRawStream) searchStream(object, sought, note)
  }
}

function searchStrings(object: PDFObject, sought: SoughtNames, note: NoteName): void {
  const waiting: [value: unknown, key: string][] = [[object, '']]
  while (waiting.length) {
    const [value, key] = waiting.pop()!
    if (value instanceof PDFString || value instanceof PDFHexString) {
      const text = value.decodeText()
      if (READ.has(key)) note(sought.inText(text), 'text', `/${key}`)
      else note(sought.inProperty(text), 'inside', `/${key}`)
    } else if (value instanceof PDFName) searchName(value, sought, note)
    else if (value instanceof PDFArray) for (const inner of value.asArray()) waiting.push([inner, key])
    else if (value instanceof PDFDict || value instanceof PDFStream) {
      const dict = value instanceof PDFStream ? value.dict : value
      for (const [inner, each] of dict.entries()) {
        searchName(inner, sought, note)
        waiting.push([each, inner.decodeText()])
      }
    }
  }
}

/** Short words are the format's own: 'Page' is a surname too. */
const searchName = (name: PDFName, sought: SoughtNames, note: NoteName): void =>
  note(sought.inBytes(Buffer.from(name.decodeText())), 'inside', '/')

/** Pixels are not text; photographs were redacted byte by byte. */
function searchStream(stream: PDFRawStream, sought: SoughtNames, note: NoteName): void {
  if (stream.dict.get(PDFName.of('Subtype')) === PDFName.of('Image')) return
  const { shown, rest } = stringsIn(Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'))
  note(sought.inBytes(Buffer.from(rest, 'latin1')), 'inside', 'a stream')
  // What a drawing shows, such as an annotation's: strings one after the other, where they spell anything.
  note(sought.inText(shown) ?? sought.inBytes(Buffer.from(shown, 'latin1')), 'text', 'a drawing')
}

/** Splits a content stream into its strings, joined by what moves to another line, and everything else. */
export function stringsIn(source: string): { shown: string; rest: string } {
  const shown: string[] = []
  const rest: string[] = []
  let depth = 0
  for (let at = 0; at < source.length; at++) {
    const character = source[at]!
    const hex = depth === 0 && character === '<' ? hexString(source, at) : null
    if (hex !== null) {
      shown.push(Buffer.from(hex, 'hex').toString('latin1'))
      at += hex.length + 1
    } else if (character === '\\' && depth > 0) shown.push(source[++at] ?? '')
    else if (character === '(' && depth++ === 0) continue
    else if (character === ')' && depth > 0 && --depth === 0) continue
    else if (depth > 0) shown.push(character)
    else {
      rest.push(character)
      if (character === 'T' && 'dDm*'.includes(source[at + 1] ?? ' ')) shown.push('\n')
    }
  }
  return { shown: shown.join(''), rest: rest.join('') }
}

/** Longer strings are not words, and looking for their ends would take as long for each of many. */
const LONGEST_HEX = 2000

function hexString(source: string, at: number): string | null {
  const end = source.slice(at + 1, at + LONGEST_HEX).search(/[^\da-f]/i)
  return end >= 0 && source[at + 1 + end] === '>' ? source.slice(at + 1, at + 1 + end) : null
}
