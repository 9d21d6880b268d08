import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { inNormalForm } from '../../../contract/rules/text/plain-text.ts'

const WOFF = 0x774f4646
const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

/**
 * The plain font inside a WOFF file. The PDF library reads WOFF too, but decompresses a table again for every
 * embedded character, which takes a second for each article.
 */
export function sfntOf(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== WOFF) throw new Error('not a WOFF file')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = WOFF_HEADER + index * WOFF_ENTRY
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number]
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.readUInt32BE(entry),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packed < length ? inflateSync(bytes) : bytes,
    }
  })
  const size = tables.reduce((sum, { bytes }) => sum + aligned(bytes.length), SFNT_HEADER + count * SFNT_ENTRY)
  const font = Buffer.alloc(size)
  font.writeUInt32BE(woff.readUInt32BE(4), 0)
  font.writeUInt16BE(count, 4)
  const power = 2 ** Math.floor(Math.log2(count))
  font.writeUInt16BE(power * 16, 6)
  font.writeUInt16BE(Math.log2(power), 8)
  font.writeUInt16BE((count - power) * 16, 10)
  let offset = SFNT_HEADER + count * SFNT_ENTRY
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = SFNT_HEADER + index * SFNT_ENTRY
    font.writeUInt32BE(tag, entry)
    font.writeUInt32BE(checksum, entry + 4)
    font.writeUInt32BE(offset, entry + 8)
    font.writeUInt32BE(bytes.length, entry + 12)
    bytes.copy(font, offset)
    offset += aligned(bytes.length)
  }
  return font
}

/** Tables are aligned to four bytes. */
const aligned = (length: number): number => (length + 3) & ~3

/** The journal's two font families as static fonts, since variable fonts cannot be embedded in a PDF. */
export type Face =
  | 'serif'
  | 'serif-italic'
  | 'serif-bold'
  | 'serif-bold-italic'
  | 'sans'
  | 'sans-italic'
  | 'sans-bold'
  | 'sans-bold-italic'

const FAMILIES = { serif: 'brygada-1918', sans: 'public-sans' } as const
const STYLES: Record<Face, { family: keyof typeof FAMILIES; weight: 400 | 600; style: 'normal' | 'italic' }> = {
  serif: { family: 'serif', weight: 400, style: 'normal' },
  'serif-italic': { family: 'serif', weight: 400, style: 'italic' },
  'serif-bold': { family: 'serif', weight: 600, style: 'normal' },
  'serif-bold-italic': { family: 'serif', weight: 600, style: 'italic' },
  sans: { family: 'sans', weight: 400, style: 'normal' },
  'sans-italic': { family: 'sans', weight: 400, style: 'italic' },
  'sans-bold': { family: 'sans', weight: 600, style: 'normal' },
  'sans-bold-italic': { family: 'sans', weight: 600, style: 'italic' },
}

/** The packages split a font by script: subsets are searched in this order. */
const SUBSETS = {
  serif: ['latin', 'latin-ext', 'greek', 'vietnamese', 'cyrillic', 'cyrillic-ext'],
  sans: ['latin', 'latin-ext', 'vietnamese'],
} as const

/** Mathematical and other signs, of which the two families have few; it has one weight. */
const SIGNS = '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff'

/** Replacements for characters that are only another form of one that the fonts have. */
const IN_OTHER_SIGNS: Record<string, string> = { '\u2011': '-', '―': '—', '‒': '–', '✗': '×' }

/** Stands where no font has a character: an empty box, which a reader notices. */
const MISSING = '▯'

/** What shows nothing, such as joiners and the choice between two forms of a letter. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u
/** Signs that mean something in one font alone. */
const PRIVATE = /^\p{Co}$/u

interface OpenFont {
  hasGlyphForCodePoint(codePoint: number): boolean
}

/** Text that one font file can render. */
export interface Stretch {
  text: string
  font: string
}

const resolve = createRequire(import.meta.url).resolve
/** The properties of a font that pdfkit uses, some of which are not public. */
interface EmbeddedFont {
  font: OpenFont
  layoutCache: object
}

/** Loaded fonts and measured words, shared by consecutive documents. */
export class TypeCase {
  readonly embedded = new Map<string, EmbeddedFont>()
}

/** The fonts of one document, loaded when a character first needs them. */
export class FontBook {
  readonly #document: PDFKit.PDFDocument
  readonly #typeCase: TypeCase
  readonly #open = new Map<string, OpenFont>()
  readonly #knownCharacters = new Map<string, Stretch[]>()

  /** Characters of the text that no font has. */
  readonly missing = new Set<string>()

  constructor(document: PDFKit.PDFDocument, typeCase: TypeCase) {
    this.#document = document
    this.#typeCase = typeCase
  }

  /** Splits text into runs of one font each; a character that no font has becomes an empty box. */
  stretches(text: string, face: Face): Stretch[] {
    const stretches: Stretch[] = []
    for (const character of text) {
      for (const { text: known, font } of this.#known(character, face)) {
        const last = stretches.at(-1)
        if (last?.font === font) last.text += known
        else stretches.push({ text: known, font })
      }
    }
    return stretches
  }

  width(text: string, font: string, size: number): number {
    return this.#document.font(font, size).widthOfString(text)
  }

  #known(character: string, face: Face): Stretch[] {
    const key = face + character
    const known = this.#knownCharacters.get(key) ?? this.#lookUp(character, face)
    this.#knownCharacters.set(key, known)
    return known
  }

  #lookUp(character: string, face: Face): Stretch[] {
    if (INVISIBLE.test(character)) return []
    const found = this.#fontFor(character, face)
    if (found) return [{ text: character, font: found }]
    const other =
      IN_OTHER_SIGNS[character] ?? (/\s/.test(character) ? ' ' : inNormalForm(character, 'NFKD').replace(/\p{M}/gu, ''))
    if (other !== character && other !== '') return this.stretches(other, face)
    this.missing.add(character)
    this.#opened(SIGNS)
    return [{ text: MISSING, font: SIGNS }]
  }

  #fontFor(character: string, face: Face): string | undefined {
    if (PRIVATE.test(character)) return undefined
    const { family, weight, style } = STYLES[face]
    const codePoint = character.codePointAt(0)!
    const own = SUBSETS[family].map((subset) => fileOf(family, subset, weight, style))
    // Public Sans has no Greek: the serif is used instead.
    const lent = family === 'sans' ? SUBSETS.serif.map((subset) => fileOf('serif', subset, weight, style)) : []
    return [...own, ...lent, SIGNS].find((file) => this.#opened(file).hasGlyphForCodePoint(codePoint))
  }

  #opened(file: string): OpenFont {
    const known = this.#open.get(file)
    if (known) return known
    const shared = this.#typeCase.embedded.get(file)
    const source = (shared?.font as unknown as Buffer | undefined) ?? sfntOf(readFileSync(resolve(file)))
    this.#document.registerFont(file, source)
    this.#document.font(file)
    const embedded = (this.#document as unknown as { _font: EmbeddedFont })._font
    if (shared) embedded.layoutCache = shared.layoutCache
    else this.#typeCase.embedded.set(file, { font: embedded.font, layoutCache: embedded.layoutCache })
    const { font } = embedded
    this.#open.set(file, font)
    return font
  }
}

const fileOf = (family: keyof typeof FAMILIES, subset: string, weight: number, style: string): string =>
  `@fontsource/${FAMILIES[family]}/files/${FAMILIES[family]}-${subset}-${weight}-${style}.woff`
