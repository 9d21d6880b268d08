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
import type { NoteName, SoughtNames } from './sought-names.ts'

/** Keys whose values people read on the page or beside it. */
const READ = new Set(['Contents', 'RC', 'Title', 'Subj', 'ActualText', 'Alt', 'E', 'V', 'DV', 'TU', 'URI', 'CA', 'Opt'])

/** Searches a PDF: its text as pages show it, every string and name of its objects, and its streams unpacked. */
export async function pdfNames(content: Buffer, sought: SoughtNames, note: NoteName): Promise<void> {
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

/** Pixels are not text; photographs were cleaned byte by byte. */
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
