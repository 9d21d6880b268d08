import { readFile } from 'node:fs/promises'
import { PDFArray, PDFDict, PDFDocument, PDFInvalidObject, PDFName, PDFStream } from '@cantoo/pdf-lib'
import type { FileFinding } from '../../../contract/rules/files/file-rules.ts'

/** Names that indicate what a PDF may do: keys of dictionaries, or types of actions and objects. */
const MEANING = new Map<string, FileFinding>([
  ['JS', 'script'],
  ['JavaScript', 'script'],
  // Forms of this type contain scripts of their own.
  ['XFA', 'script'],
  ['Launch', 'program'],
  ['EF', 'attachment'],
  ['EmbeddedFile', 'attachment'],
  ['EmbeddedFiles', 'attachment'],
  ['RichMedia', 'attachment'],
])

/**
 * What a PDF may do besides showing pages. Every object is examined, also in compressed object streams and
 * whether or not it is referenced; anything that cannot be parsed or is encrypted is 'unchecked'.
 */
export async function pdfFindings(content: Uint8Array): Promise<FileFinding[]> {
  const found = new Set<FileFinding>()
  try {
    const document = await PDFDocument.load(content, { ignoreEncryption: true, updateMetadata: false })
    // The parser skips what it cannot read; a document without pages was not parsed.
    if (document.isEncrypted || document.getPageCount() === 0) found.add('unchecked')
    const { context } = document
    const objects = context.enumerateIndirectObjects().map(([, object]) => object)
    for (const object of [...objects, ...Object.values(context.trailerInfo)]) look(object, found)
  } catch {
    found.add('unchecked')
  }
  return [...found]
}

/** Iterative, because the nesting depth is controlled by the file. */
function look(object: unknown, found: Set<FileFinding>): void {
  const names = (name: PDFName) => {
    const meaning = MEANING.get(name.decodeText())
    if (meaning) found.add(meaning)
  }
  const open: unknown[] = [object]
  while (open.length) {
    const next = open.pop()
    if (next instanceof PDFName) names(next)
    else if (next instanceof PDFInvalidObject) found.add('unchecked')
    else if (next instanceof PDFStream) open.push(next.dict)
    else if (next instanceof PDFArray) for (const inner of next.asArray()) open.push(inner)
    else if (next instanceof PDFDict) {
      for (const [key, value] of next.entries()) {
        names(key)
        open.push(value)
      }
    }
  }
}

export default async (_content: Buffer, { path }: { path: string }): Promise<FileFinding[]> =>
  pdfFindings(await readFile(path))
