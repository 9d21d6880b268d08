import { type Line, type Piece, type TextStyle, composeLines } from './compose.ts'
import type { FontBook } from './fonts.ts'
import { plainText, type Run } from '../jats/model/runs.ts'

/** Measures and colours of an article's pages, in points (1/72 inch). */
export const page = { width: 595.28, height: 841.89, top: 76, bottom: 74, left: 54, right: 54 }

/** A narrow column for headings, captions and article details; a wide one for text. */
export const side = { x: page.left, width: 108 }
export const main = { x: 182, width: page.width - page.right - 182 }
export const full = { x: page.left, width: page.width - page.left - page.right }

export const colours = { ink: '#1a211b', muted: '#555e55', accent: '#1e6a3c', line: '#c3c9bb', note: '#835600' }

const serif = (size: number, leading: number, more: Partial<TextStyle> = {}): TextStyle => ({
  family: 'serif',
  size,
  leading,
  colour: colours.ink,
  ...more,
})
const sans = (size: number, leading: number, more: Partial<TextStyle> = {}): TextStyle => ({
  family: 'sans',
  size,
  leading,
  colour: colours.ink,
  ...more,
})

export const styles = {
  body: serif(10.2, 14.2, { justified: true }),
  quote: serif(9.6, 13.4),
  abstract: serif(10.2, 14.2, { justified: true }),
  title: serif(22, 26.5, { bold: true, balanced: true }),
  authors: serif(12, 16.5),
  affiliations: sans(8, 11.4, { colour: colours.muted }),
  heading: sans(9.4, 12.4, { bold: true, colour: colours.accent }),
  subheading: serif(10.6, 14.2, { bold: true }),
  minorHeading: serif(10.2, 14.2, { italic: true }),
  label: sans(7.6, 10.8, { bold: true }),
  note: sans(7.6, 10.8),
  caption: sans(7.8, 10.8),
  cell: sans(8, 10.8),
  headCell: sans(8, 10.8, { bold: true }),
  reference: serif(8.9, 12),
  header: sans(10, 13, { bold: true, colour: colours.accent }),
  running: sans(7.6, 10, { colour: colours.muted }),
} satisfies Record<string, TextStyle>

export type Structure = PDFKit.PDFStructureElement & { dictionary: { data: Record<string, unknown> } }

/** What the structure says of an element besides its words. */
export interface Attributes {
  alt?: string
  /** Where a picture is: left, top, right, bottom. */
  box?: [number, number, number, number]
  Scope?: 'Column' | 'Row'
  ColSpan?: number
  RowSpan?: number
}

/** Fewer lines than this are not left alone at the foot or the head of a page (widows and orphans). */
const FEWEST_LINES = 2

/** The current page: the position of the next line, content deferred to the next page, and its tags. */
export class Sheet {
  readonly document: PDFKit.PDFDocument
  readonly fonts: FontBook
  /** Top of the next line. */
  y = page.top
  /** The lowest used position in the side column of this page. */
  sideBottom = page.top
  /** Below 1 the lines are set slightly closer, to save a nearly empty page. */
  readonly #tightness: number
  readonly #furnish: () => void
  readonly #waiting: (() => void)[] = []
  #root: Structure
  #open: { element: Structure; tag: string } | undefined

  /** The places that links lead to. */
  readonly targets: ReadonlySet<string>

  /** `furnish` draws running heads and footers; it is called at the start of each page. */
  constructor(
    document: PDFKit.PDFDocument,
    fonts: FontBook,
    tightness: number,
    furnish: () => void,
    targets: ReadonlySet<string> = new Set(),
  ) {
    this.document = document
    this.targets = targets
    this.fonts = fonts
    this.#tightness = tightness
    this.#furnish = furnish
    this.#root = document.struct('Document') as Structure
    document.addStructure(this.#root)
  }

  /** The distance between baselines. */
  leading(style: TextStyle): number {
    return style.leading * this.#tightness
  }

  get room(): number {
    return page.height - page.bottom - this.y
  }

  newPage(): void {
    const open = this.#open
    if (open) this.document.endMarkedContent()
    this.#open = undefined
    this.document.addPage()
    this.y = page.top
    this.sideBottom = page.top
    this.artifact(this.#furnish, 'Pagination')
    for (const draw of this.#waiting.splice(0)) draw()
    if (open) {
      this.#open = open
      open.element.add(this.document.markStructureContent(open.tag))
    }
  }

  /** Begins a new page unless this height fits on the current one. */
  need(height: number): void {
    if (this.room < height && this.y > page.top + 1) this.newPage()
  }

  /** Draws now if it fits, otherwise at the head of the next page, while the text continues. */
  float(height: number, draw: () => void): void {
    const fitsNowhere = height > page.height - page.top - page.bottom
    if (fitsNowhere || (this.room >= height && !this.#waiting.length)) draw()
    else this.#waiting.push(draw)
  }

  /** Draws everything deferred to the next page. */
  finish(): void {
    while (this.#waiting.length) this.newPage()
    this.#root.end()
  }

  /** Everything drawn inside belongs to one structure element of the document. */
  element(tag: string, draw: () => void, parent: Structure = this.#root, attributes: Attributes = {}): void {
    this.group(tag, (element) => this.part(element, tag, draw), parent, attributes)
  }

  /** A structure element that contains others, such as a table or its rows. */
  group(
    tag: string,
    draw: (group: Structure) => void,
    parent: Structure = this.#root,
    attributes: Attributes = {},
  ): void {
    const group = this.begin(tag, parent, attributes)
    draw(group)
    group.end()
  }

  /** A structure element to which the caller adds, and which it ends. */
  begin(tag: string, parent: Structure, { alt, box, ...cell }: Attributes): Structure {
    const element = this.document.struct(tag, alt === undefined ? {} : { alt }) as Structure
    const { data } = element.dictionary
    if (Object.keys(cell).length) data.A = { O: 'Table', ...cell }
    if (box) {
      const [left, top, right, bottom] = box
      data.A = { O: 'Layout', Placement: 'Block', BBox: [left, page.height - bottom, right, page.height - top] }
    }
    parent.add(element)
    return element
  }

  /** What is drawn inside is content of this element, also where the element goes on after other content. */
  part(element: Structure, tag: string, draw: () => void): void {
    this.#open = { element, tag }
    element.add(this.document.markStructureContent(tag))
    draw()
    this.document.endMarkedContent()
    this.#open = undefined
  }

  /** Artifacts such as rules and running heads: visible, but skipped by screen readers. */
  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.document.markContent('Artifact', { type })
    draw()
    this.document.endMarkedContent()
  }

  /** A place in the text that links lead to, at the current line. */
  target(id: string | undefined): void {
    if (id !== undefined && this.targets.has(id)) this.document.addNamedDestination(id, 'XYZ', 0, this.y - 12, null)
  }

  rule(x: number, y: number, width: number, colour: string, weight = 0.5): void {
    this.document
      .save()
      .lineWidth(weight)
      .strokeColor(colour)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke()
      .restore()
  }

  compose(runs: Run[], style: TextStyle, width: number): Line[] {
    return composeLines(runs, style, width, this.fonts)
  }

  /** Lines below one another from `y` on; returns the position of the next line. */
  lines(
    lines: Line[],
    x: number,
    y: number,
    style: TextStyle,
    align: { right: number } | undefined = undefined,
  ): number {
    for (const [index, line] of lines.entries()) {
      this.line(line, align ? x + align.right - line.width : x, y + index * this.leading(style), style)
    }
    return y + lines.length * this.leading(style)
  }

  /** A paragraph in the flow of the text, split between pages if necessary. */
  flow(lines: Line[], x: number, style: TextStyle): void {
    let rest = lines
    while (rest.length) {
      const fitting = Math.floor((this.room + 0.01) / this.leading(style))
      const before = Math.min(fitting, rest.length - FEWEST_LINES)
      const count = rest.length <= fitting ? rest.length : before >= FEWEST_LINES ? before : 0
      this.y = this.lines(rest.slice(0, count), x, this.y, style)
      rest = rest.slice(count)
      if (rest.length) this.newPage()
    }
  }

  line(line: Line, x: number, y: number, style: TextStyle): void {
    const baseline = y + (this.leading(style) + style.size * 0.66) / 2
    const draw = (pieces: Line['pieces']) => {
      for (const piece of pieces) this.#piece(piece, x + piece.x, baseline, style.colour)
    }
    for (const { href, pieces } of stretchesOf(line)) {
      const [first, last] = [pieces[0]!, pieces.at(-1)!]
      if (href === undefined || !this.#leads(href)) draw(pieces)
      else {
        const place = [x + first.x, y, last.x + last.width - first.x, this.leading(style)] as const
        this.#link(href, plainText(pieces as unknown as Run[]), place, () => draw(pieces))
      }
    }
  }

  #leads(href: string): boolean {
    return !href.startsWith('#') || this.targets.has(href.slice(1))
  }

  /** A link with its words, as an element of its own within the open one; in an artifact only its words. */
  #link(href: string, words: string, place: readonly [number, number, number, number], draw: () => void): void {
    const open = this.#open
    if (!open) return draw()
    this.document.endMarkedContent()
    const link = this.document.struct('Link')
    open.element.add(link)
    link.add(this.document.markStructureContent('Link'))
    draw()
    this.document.endMarkedContent()
    const options = { structParent: link, Contents: new String(words.trim() || href) as string }
    if (href.startsWith('#')) this.document.goTo(...place, href.slice(1), options)
    else this.document.link(...place, href, options)
    link.end()
    open.element.add(this.document.markStructureContent(open.tag))
  }

  #piece({ text, font, size, rise }: Piece, x: number, baseline: number, colour: string): void {
    this.document
      .font(font, size)
      .fillColor(colour)
      .text(text, x, baseline - rise, { lineBreak: false, baseline: 'alphabetic' })
  }
}

/** A line cut where links begin and end. */
function stretchesOf({ pieces }: Line): { href: string | undefined; pieces: Line['pieces'] }[] {
  const stretches: { href: string | undefined; pieces: Line['pieces'] }[] = []
  for (const piece of pieces) {
    const last = stretches.at(-1)
    if (last && last.href === piece.href) last.pieces.push(piece)
    else stretches.push({ href: piece.href, pieces: [piece] })
  }
  return stretches
}

/** The bytes of a document, once it has been ended. */
export function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const chunks: Uint8Array[] = []
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  document.on('end', () => resolve(Buffer.concat(chunks)))
  document.on('error', reject)
  return promise
}
