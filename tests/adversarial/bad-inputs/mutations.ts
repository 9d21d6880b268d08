import fc, { type Arbitrary } from 'fast-check'

/* Files as lines, disks, hands and attackers leave them: bytes that were changed, and structure that lies. */

const anyByte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 0x0d, 0x0a, 0x2d, 0x22, 0xff))
/** What lines, disks and hands do to bytes: a few changed, cut out, doubled, or put elsewhere. */
const change = fc.record({
  kind: fc.constantFrom('flip', 'cut', 'double', 'end', 'insert'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 60 }),
  byte: anyByte,
})
type Change = typeof change extends Arbitrary<infer T> ? T : never

function changed(content: Buffer, { kind, at, length, byte }: Change): Buffer {
  const from = Math.floor(at * content.length)
  const [before, piece, after] = [
    content.subarray(0, from),
    content.subarray(from, from + length),
    content.subarray(from + length),
  ]
  if (kind === 'flip')
    return Buffer.concat([before, Buffer.alloc(Math.min(1, piece.length), byte), content.subarray(from + 1)])
  if (kind === 'cut') return Buffer.concat([before, after])
  if (kind === 'double') return Buffer.concat([before, piece, piece, after])
  if (kind === 'insert') return Buffer.concat([before, Buffer.alloc(length, byte), content.subarray(from)])
  return before
}
export const mutated = (content: Buffer): Arbitrary<Buffer> =>
  fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => changes.reduce(changed, content))

const place = fc.double({ min: 0, max: 0.999, noNaN: true })
/** One of several, by a number between 0 and 1. */
const oneOf = <T>(all: readonly T[], at: number): T | undefined => all[Math.floor(at * all.length)]

const HUGE = [0, 1, 2, 0x7fff, 0xffff, 0x7fffffff, 0xfffffffe, 0xffffffff]
/** Where the fields of a ZIP's records stand, from the signature on: length in bytes by offset. */
const ZIP_FIELDS: Record<number, Record<number, 2 | 4>> = {
  0x04034b50: { 4: 2, 6: 2, 8: 2, 14: 4, 18: 4, 22: 4, 26: 2, 28: 2 },
  0x02014b50: { 4: 2, 6: 2, 8: 2, 10: 2, 16: 4, 20: 4, 24: 4, 28: 2, 30: 2, 32: 2, 34: 2, 38: 4, 42: 4 },
  0x06054b50: { 4: 2, 6: 2, 8: 2, 10: 2, 12: 4, 16: 4, 20: 2 },
}

function recordsOf(zip: Buffer): { at: number; fields: Record<number, 2 | 4> }[] {
  const found = []
  for (let at = zip.indexOf('PK'); at >= 0 && at + 46 < zip.length + 24; at = zip.indexOf('PK', at + 2)) {
    const fields = at + 4 <= zip.length ? ZIP_FIELDS[zip.readUInt32LE(at)] : undefined
    if (fields) found.push({ at, fields })
  }
  return found
}

/** A ZIP with other sizes, offsets, counts, methods and flags than are true, or other names of the same length. */
export const lyingZip = (zip: Buffer): Arbitrary<Buffer> =>
  fc
    .array(fc.tuple(place, place, fc.oneof(fc.constantFrom(...HUGE), fc.nat(200))), { minLength: 1, maxLength: 3 })
    .map((lies) => {
      const copy = Buffer.from(zip)
      for (const [record, field, value] of lies) {
        const { at, fields } = oneOf(recordsOf(zip), record)!
        const [offset, length] = oneOf(Object.entries(fields), field)!
        const position = at + Number(offset)
        if (position + length > copy.length) continue
        if (length === 2) copy.writeUInt16LE(value & 0xffff, position)
        else copy.writeUInt32LE(value >>> 0, position)
      }
      return copy
    })

const NUMBERS = [
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  '2147483648',
  'NaN',
  '0x7fffffff',
  '1.5',
  '',
  '１',
  '1'.repeat(5000),
]
const TEXTS = [
  ...[
    '&b;',
    '&#0;',
    '&#xD800;',
    '&#99999999999;',
    '&amp;lt;',
    ']]>',
    '<![CDATA[',
    '<!--',
    '-->',
    '<?x',
    '\0',
    '\ufffe',
  ],
  ...[
    '<script>alert(1)</script>',
    '"',
    "'",
    '<',
    '&',
    'javascript:alert(1)',
    '../../etc/passwd',
    'http://127.0.0.1:1/x',
  ],
  ...[
    '\u202e',
    'e\u0301'.repeat(500),
    'a'.repeat(20_000),
    ' '.repeat(20_000),
    '$x_{',
    '\\frac{'.repeat(200),
    '10.5555/<>',
  ],
]
const HEADS = [
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
  '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd">',
  '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1:1/p"> %p;]>',
  '<!DOCTYPE a [<!ENTITY a0 "ha"><!ENTITY a1 "&a0;&a0;&a0;&a0;"><!ENTITY a2 "&a1;&a1;&a1;&a1;">]>',
  '<?xml version="1.0" encoding="utf-16"?>',
  '<?xml version="9.9" encoding="x-none"?>',
  '<?xml-stylesheet href="http://127.0.0.1:1/a.xsl"?>',
  '\ufeff\ufeff',
]

const xmlChange = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('number' as const), at: place, value: fc.constantFrom(...NUMBERS) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('text' as const), at: place, value: fc.constantFrom(...TEXTS) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'remove' as const,
        'repeat' as const,
        'rename' as const,
        'unclose' as const,
        'empty' as const,
      ),
      at: place,
      other: place,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), at: place, other: place }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('nest' as const), at: place, depth: fc.constantFrom(20, 250, 5000) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('head' as const), value: fc.constantFrom(...HEADS) }) },
)
type XmlChange = typeof xmlChange extends Arbitrary<infer T> ? T : never

const replaceAt = (text: string, pattern: RegExp, at: number, by: (found: string) => string): string => {
  const match = oneOf([...text.matchAll(pattern)], at)
  return match ? text.slice(0, match.index) + by(match[0]) + text.slice(match.index + match[0].length) : text
}

/** Elements from their first tag to the next end tag of that name. */
const ELEMENT = /<([\w:-]+)(?:\s[^<>]*)?>[^]*?<\/\1>/g
const TAG = /<[\w:-]+(?:\s[^<>]*)?>/g

function xmlChanged(xml: string, how: XmlChange): string {
  switch (how.kind) {
    case 'number':
      return replaceAt(xml, /(?<==")\d+(?=")/g, how.at, () => how.value)
    case 'text':
      return replaceAt(xml, /(?<=[>"])[^<>"]*(?=[<"])/g, how.at, (found) => found + how.value)
    case 'remove':
      return replaceAt(xml, ELEMENT, how.at, () => '')
    case 'repeat':
      return replaceAt(xml, ELEMENT, how.at, (found) => found.repeat(found.length < 500 ? 200 : 3))
    case 'rename': {
      const name = /^<([\w:-]+)/.exec(oneOf(xml.match(TAG) ?? [], how.other) ?? '<a')![1]!
      return replaceAt(xml, TAG, how.at, (found) => found.replace(/^<[\w:-]+/, () => `<${name}`))
    }
    case 'unclose':
      return replaceAt(xml, /<\/[\w:-]+>/g, how.at, () => '')
    case 'empty':
      return replaceAt(xml, ELEMENT, how.at, (found) => found.replace(/>[^]*</, '><'))
    case 'move': {
      const piece = oneOf(xml.match(ELEMENT) ?? [], how.at) ?? ''
      return replaceAt(xml, TAG, how.other, (found) => found + piece.slice(0, 20_000))
    }
    case 'nest': {
      const tag = /^<([\w:-]+)/.exec(oneOf(xml.match(TAG) ?? [], how.at) ?? '<a')![1]!
      return replaceAt(
        xml,
        TAG,
        how.at,
        (found) => `${found}${`<${tag}>`.repeat(how.depth)}a${`</${tag}>`.repeat(how.depth)}`,
      )
    }
    case 'head':
      return how.value + xml.replace(/^(?:<\?xml[^>]*>)?\s*(?:<!DOCTYPE[^>]*>)?/, '')
  }
}

/** XML with other numbers, texts and elements than were meant, nested, doubled, moved and left open. */
export const mutatedXml = (xml: string): Arbitrary<string> =>
  fc.array(xmlChange, { minLength: 1, maxLength: 3 }).map((changes) => changes.reduce(xmlChanged, xml))

const pdfChange = fc.record({
  kind: fc.constantFrom('number', 'reference', 'name', 'nest', 'filter', 'loop'),
  at: place,
  value: fc.constantFrom(...NUMBERS.slice(0, 8), '-99999999999', '1e400'),
})
type PdfChange = typeof pdfChange extends Arbitrary<infer T> ? T : never

function pdfChanged(pdf: string, { kind, at, value }: PdfChange): string {
  if (kind === 'number') return replaceAt(pdf, /(?<=[\s[(/])\d+(?=[\s\])/>])/g, at, () => value)
  if (kind === 'reference') return replaceAt(pdf, /\d+ 0 R/g, at, () => `${Math.floor(at * 8)} 0 R`)
  if (kind === 'loop') return pdf.replace(/\/Kids\[[^\]]*\]/, '/Kids[2 0 R 2 0 R 2 0 R]')
  if (kind === 'name') return replaceAt(pdf, /\/[A-Z]\w+/g, at, () => '/#00#ff')
  if (kind === 'filter') return replaceAt(pdf, /\/Filter\/\w+/g, at, () => `/Filter[${'/FlateDecode'.repeat(200)}]`)
  return replaceAt(pdf, /<</g, at, () => `<</X ${'['.repeat(5000)}${']'.repeat(5000)} `)
}

/** A PDF whose numbers, references and filters lead elsewhere, around in circles, or nowhere. */
export const lyingPdf = (pdf: Buffer): Arbitrary<Buffer> =>
  fc
    .array(pdfChange, { minLength: 1, maxLength: 3 })
    .map((changes) => Buffer.from(changes.reduce(pdfChanged, pdf.toString('latin1')), 'latin1'))
