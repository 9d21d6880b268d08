import { cleanPicture } from './picture.ts'
import { pdfNames } from './names-in-pdf.ts'
import type { NameLeft, NoteName, SoughtNames } from './sought-names.ts'
import { plainText } from '../plain-text.ts'
import { unzip } from '../word/zip.ts'

/**
 * Searches every part of a file for a person, independently of what has cleaned it: unpacked parts, streams,
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
    return cleanPicture(content).equals(content)
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
