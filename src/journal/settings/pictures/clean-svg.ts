import type { Attr, Element, Node } from '@xmldom/xmldom'
import { PICTURE_BOX, PICTURE_UNREADABLE, SVG_MAX, SVG_TOO_LONG } from '../../../contract/rules/settings/pictures.ts'
import { element, type Xml, type XmlContent } from '../../../platform/xml.ts'
import { elementsOf, isDeeperThan, parsePart } from '../../documents/word/xml-part.ts'

/** What is wrong with a drawing, as a sentence for the person who has chosen it. */
export class UnfitDrawing extends Error {}

const SVG = 'http://www.w3.org/2000/svg'
const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/))

/** Shapes, and what colours and cuts them: what cannot run, load, move or grow. */
const DRAWN = words(`g path rect circle ellipse line polyline polygon defs style
  linearGradient radialGradient stop clipPath`)
/** What is not drawn, and is left out without a word. */
const SILENT = words('title desc metadata')
const ATTRIBUTES = words(`id class style d points x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height transform
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility paint-order
  offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod
  clip-path clip-rule clipPathUnits vector-effect`)
const GRADIENTS = words('linearGradient radialGradient')

const ELEMENTS_MAX = 5_000
const DEPTH_MAX = 50
const SIDE_MAX = 1_000_000
/** Of a logo that is no line. */
const RATIO_MAX = 20

const DOCTYPE = /<!DOCTYPE\s+svg[^<>[\]]{0,300}>/i
const INSIDE = /^#[\w.:-]{1,100}$/

const pleaseSave = (what: string): string => `This SVG ${what}. Please leave it out, or save the logo as PNG.`
export const NOT_DRAWN = (name: string): string => pleaseSave(`has <${name}> in it, which a logo may not have`)
export const LEADS_OUT = pleaseSave('names something outside of it')

/**
 * A drawing that has nothing but shapes and colours, in the size in which it will be shown. Throws `UnfitDrawing` for one
 * with anything else that would be seen, and for what is no drawing.
 */
export function cleanSvg(source: string): string {
  if (source.length > SVG_MAX) throw new UnfitDrawing(SVG_TOO_LONG)
  const root = rootOf(source)
  let count = 0
  for (const _each of elementsOf(root)) if (++count > ELEMENTS_MAX) throw new UnfitDrawing(SVG_TOO_LONG)
  if (isDeeperThan(DEPTH_MAX, root)) throw new UnfitDrawing(PICTURE_UNREADABLE)
  const [x, y, width, height] = boxOf(root)
  const scale = Math.min(PICTURE_BOX.logo.height / height, PICTURE_BOX.logo.width / width)
  const size = {
    width: String(Math.max(1, Math.round(width * scale))),
    height: String(Math.max(1, Math.round(height * scale))),
  }
  const kept = Object.fromEntries(Object.entries(attributesOf(root)).filter(([name]) => !(name in size)))
  return element('svg', { xmlns: SVG, ...kept, ...size, viewBox: [x, y, width, height].join(' ') }, contentOf(root))
    .source
}

function rootOf(source: string): Element {
  let root: Element
  try {
    root = parsePart(Buffer.from(source.replace(DOCTYPE, ''))).documentElement!
  } catch {
    throw new UnfitDrawing(PICTURE_UNREADABLE)
  }
  if (root.localName !== 'svg' || root.namespaceURI !== SVG) throw new UnfitDrawing(PICTURE_UNREADABLE)
  return root
}

/** What is shown of a drawing: where it begins, and its sides. */
function boxOf(root: Element): [x: number, y: number, width: number, height: number] {
  const given = root.getAttribute('viewBox')
  const numbers =
    given === null
      ? [0, 0, sideOf(root.getAttribute('width')), sideOf(root.getAttribute('height'))]
      : given
          .trim()
          .split(/[\s,]+/, 5)
          .map(Number)
  const [x, y, width, height] = numbers as [number, number, number, number]
  const isBox = numbers.length === 4 && numbers.every((each) => Math.abs(each) <= SIDE_MAX)
  if (!isBox || !(width > 0) || !(height > 0) || Math.max(width / height, height / width) > RATIO_MAX)
    throw new UnfitDrawing(PICTURE_UNREADABLE)
  return [x, y, width, height]
}

const sideOf = (given: string | null): number =>
  Number(/^\s*(\d{1,7}(?:\.\d{1,10})?)(?:px|pt|mm|cm|in)?\s*$/.exec(given ?? '')?.[1] ?? NaN)

function contentOf(parent: Element): XmlContent[] {
  const content: XmlContent[] = []
  for (let at: Node | null = parent.firstChild; at; at = at.nextSibling) {
    if (at.nodeType === 1) content.push(cleaned(at as Element))
  }
  return content
}

function cleaned(from: Element): Xml | null {
  const { namespaceURI } = from
  const name = from.localName!
  // What drawing programs note for themselves.
  if (namespaceURI !== SVG || SILENT.has(name)) return null
  if (!DRAWN.has(name)) throw new UnfitDrawing(NOT_DRAWN(name.slice(0, 40)))
  if (name === 'style') return element(name, {}, checked(from.textContent ?? ''))
  return element(name, attributesOf(from), contentOf(from))
}

function attributesOf(from: Element): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const { localName, namespaceURI, value } of [...from.attributes] as Attr[]) {
    if (localName === 'href') {
      if (!GRADIENTS.has(from.localName!) || !INSIDE.test(value)) throw new UnfitDrawing(LEADS_OUT)
      kept.href = value
    } else if (namespaceURI === null && ATTRIBUTES.has(localName!)) kept[localName!] = checked(value)
  }
  return kept
}

/** Styles and values: they may name parts of the drawing, and nothing else. */
function checked(value: string): string {
  const others = value.replace(/url\(\s*(?:#[\w.:-]{1,100}|'#[\w.:-]{1,100}'|"#[\w.:-]{1,100}")\s*\)/gi, '')
  if (/\burl\s*\(|\b(?:src|image|image-set|attr)\s*\(|[@\\<]/i.test(others)) throw new UnfitDrawing(LEADS_OUT)
  return value
}
