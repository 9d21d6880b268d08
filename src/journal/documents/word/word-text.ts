import type { Element } from '@xmldom/xmldom'
import { elementsOf, parsePart, relationshipsOf } from './xml-part.ts'
import { unzip, type ZipParts } from './zip.ts'
import type { Paragraph } from '../plain-text.ts'

/** The paragraphs of a Word document with all changes accepted, then its footnotes and endnotes. */
export async function wordParagraphs(content: Buffer, mediaType: string): Promise<Paragraph[]> {
  const parts = await unzip(content, mediaType)
  const main = mainPart(parts)
  const headings = headingStyles(parts.get(besides(main, 'styles.xml')))
  const notes = ['footnotes.xml', 'endnotes.xml'].map((name) => besides(main, name))
  return [main, ...notes].flatMap((path) => paragraphsIn(parts.get(path), headings))
}

/** Another part in the same folder. */
export const besides = (part: string, name: string): string => part.slice(0, part.lastIndexOf('/') + 1) + name

/** Programs may name it otherwise, but this is the name that uploads are recognised by. */
const MAIN = 'word/document.xml'

export function mainPart(parts: ZipParts): string {
  try {
    const { kept } = relationshipsOf('', parts)
    return kept.find(({ type }) => type.endsWith('/officeDocument'))?.path ?? MAIN
  } catch {
    return MAIN
  }
}

/** The ids of the styles that are headings, by name or by their level in the outline. */
function headingStyles(styles: Buffer | undefined): Set<string> {
  const headings = new Set<string>()
  if (!styles) return headings
  let style: Element | undefined
  for (const each of elementsOf(parsePart(styles).documentElement!)) {
    if (each.localName === 'style') style = each
    const isHeading =
      (each.localName === 'name' && /^(?:heading \d|title)$/i.test(valueOf(each))) ||
      (each.localName === 'outlineLvl' && Number(valueOf(each)) < 9)
    if (style && isHeading) headings.add(attribute(style, 'styleId'))
  }
  return headings
}

/** Content that is not text, was removed, or occurs a second time. */
const SKIPPED = new Set(['del', 'moveFrom', 'Fallback', 'instrText', 'delText', 'pPrChange', 'rPrChange'])
const SIGNS: Record<string, string> = { tab: ' ', br: ' ', cr: ' ', noBreakHyphen: '\u2011', softHyphen: '' }

export function paragraphsIn(part: Buffer | undefined, headings: Set<string>): Paragraph[] {
  if (!part) return []
  const root = parsePart(part).documentElement!
  const found: { element: Element; pieces: string[]; style: Paragraph['style'] }[] = []
  // Paragraphs contain others where there are text boxes: the innermost open one takes the text.
  const open: typeof found = []
  let skipped: Element | null = null
  for (const each of elementsOf(root)) {
    if (skipped && isInside(each, skipped)) continue
    skipped = SKIPPED.has(each.localName!) ? each : null
    if (skipped) continue
    while (open.length && !isInside(each, open.at(-1)!.element)) open.pop()
    const name = each.localName!
    if (name === 'p' && !each.namespaceURI?.includes('drawingml')) {
      const paragraph = { element: each, pieces: [], style: 'text' as const }
      found.push(paragraph)
      open.push(paragraph)
      continue
    }
    const paragraph = open.at(-1)
    if (!paragraph) continue
    if (name === 't') paragraph.pieces.push(each.textContent ?? '')
    else if (name === 'pStyle' && headings.has(valueOf(each))) paragraph.style = 'heading'
    else if (name === 'outlineLvl' && Number(valueOf(each)) < 9) paragraph.style = 'heading'
    else if (Object.hasOwn(SIGNS, name) && each.parentNode?.localName === 'r') paragraph.pieces.push(SIGNS[name]!)
  }
  return found.map(({ pieces, style }) => ({ text: pieces.join(''), style }))
}

/** How deep elements may lie in one another: this is asked for each of them. */
const DEEPEST = 200

function isInside(element: Element, outer: Element): boolean {
  let at: Element['parentNode'] = element
  for (let depth = 0; at && depth < DEEPEST; depth++) {
    if (at === outer) return true
    at = at.parentNode
  }
  return false
}

export const valueOf = (element: Element): string => attribute(element, 'val')

export const attribute = (element: Element, name: string): string =>
  Array.from(element.attributes).find(({ localName }) => localName === name)?.value ?? ''
