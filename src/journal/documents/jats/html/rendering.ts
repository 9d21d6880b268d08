import type { Element, Node } from '@xmldom/xmldom'
import { isElement, isText, nameOf, nodesOf, addAll } from '../model/nodes.ts'
import type { Ids } from './ids.ts'
import { plainText, isLeftOut, PARTS } from './plain.ts'
import { idAttr, text } from './write.ts'
import { togetherWithGenus } from './styles.ts'

/** A picture of a figure that the journal has, by the stem of the name that the XML gives. */
export interface FigureImage {
  src: string
  width: number | null
  height: number | null
}

export interface RenderOptions {
  /** The picture of a figure, by the name in the XML; undefined if the journal does not have it. */
  image: (href: string) => FigureImage | undefined
}

/** A piece of the text that search shows: a paragraph, a caption, a row of a table. */
export interface Passage {
  /** The plain title of the section of the first level that it is in; empty before the first. */
  section: string
  /** The id of the nearest element that a link can lead to. */
  anchor: string
  part: number
  /** Plain text with single spaces. */
  text: string
}

/** Where in the text something is: what 'Cited in' names. */
interface Place {
  id: string
  /** The printed number of the section, or the title of its first level. */
  label: string
}

const WITH_WAY_BACK = new Set(['ref', 'fn'])

/** From where references and notes are cited: the first place in each section. */
class Citings {
  readonly #byElement = new Map<Element, Map<string, { anchor: string; place: Place }>>()

  /** The id that the citation must carry; empty if no way back leads to it. */
  add(targets: Element[], ids: Ids, place: Place): string {
    let anchor = ''
    for (const target of targets) {
      if (!WITH_WAY_BACK.has(nameOf(target))) continue
      const places = this.#byElement.get(target) ?? new Map<string, { anchor: string; place: Place }>()
      this.#byElement.set(target, places)
      if (places.has(place.label)) continue
      anchor ||= ids.next(`c-${ids.of(target).replace(/^ref-/, '')}`)
      places.set(place.label, { anchor, place })
    }
    return anchor
  }

  of(target: Element): { anchor: string; place: Place }[] {
    return [...(this.#byElement.get(target)?.values() ?? [])]
  }
}

/** Writes an element as HTML; what it returns is well-formed. */
export type Handler = (element: Element, rendering: Rendering) => string

export interface Tables {
  inline: Record<string, Handler>
  block: Record<string, Handler>
}

/** Passages name their section by the beginning of its title. */
const LONGEST_NAME = 200

/** Floats move to the end of the sentence's paragraph; other blocks split it where they are. */
const FLOATS = new Set(
  'fig fig-group table-wrap table-wrap-group boxed-text supplementary-material media graphic'.split(' '),
)

/** The state of one rendering, and the walk over nodes that all handlers share. */
export class Rendering {
  readonly citings = new Citings()
  readonly passages: Omit<Passage, 'part'>[] = []
  /** Rendered footnotes of the text, in the order of their marks. */
  readonly footnotes: string[] = []
  /** Floats of the floats group that have been cited and not yet placed. */
  readonly cited: Element[] = []
  place: Place = { id: '', label: '' }
  /** The plain title of the current section of the first level. */
  top = ''
  /** The level of the headings that follow: 2 for `h2`. */
  level = 2
  insideLink = false
  hasFormulas = false
  readonly #unknown = new Map<string, number>()
  #quiet = 0
  #hoisted: string[] = []
  readonly tables: Tables
  readonly ids: Ids
  readonly options: RenderOptions
  /** The article at its publisher, for what the journal does not have. */
  readonly original: string | null

  constructor(tables: Tables, ids: Ids, options: RenderOptions, original: string | null) {
    this.tables = tables
    this.ids = ids
    this.options = options
    this.original = original
  }

  /** The `id` attribute of an element that links can lead to; empty for others, and the second time. */
  id(element: Element): string {
    return idAttr(this.ids.take(element))
  }

  inline(nodes: Node[]): string {
    const html = nodes
      .map((node) => (isText(node) ? text(node.nodeValue ?? '') : isElement(node) ? this.#inlineElement(node) : ''))
      .join('')
    return togetherWithGenus(html)
  }

  inlineOf(element: Element | undefined): string {
    return element ? this.inline(nodesOf(element)) : ''
  }

  #inlineElement(element: Element): string {
    const name = nameOf(element)
    if (isLeftOut(name)) return ''
    const handler = own(this.tables.inline, name)
    if (handler) return handler(element, this)
    const block = own(this.tables.block, name)
    if (block) {
      this.#hoisted.push(block(element, this))
      return ' '
    }
    if (!PARTS.has(name)) this.count(name)
    return this.inline(nodesOf(element))
  }

  /** Blocks and running text mixed: the text becomes paragraphs, which blocks split. */
  flow(nodes: Node[], { tag = 'p', attributes = '', passages = true } = {}): string[] {
    const blocks: string[] = []
    const waiting: Element[] = []
    let run: Node[] = []
    // What was found in the marks around this flow belongs to the flow around it.
    const hoistedOutside = this.#hoisted
    this.#hoisted = []
    const flush = () => {
      const html = run.some((node) => isElement(node) || node.nodeValue?.trim()) ? this.inline(run).trim() : ''
      if (html) {
        const id = passages ? this.passage(plainText(run)) : ''
        const more = blocks.length && tag === 'p' ? ' class="cont"' : ''
        blocks.push(tag ? `<${tag}${idAttr(id)}${attributes}${more}>${html}</${tag}>` : html)
      }
      run = []
      addAll(blocks, this.#hoisted.splice(0))
      addAll(
        blocks,
        waiting.splice(0).map((float) => this.block(float)),
      )
    }
    for (const node of nodes) {
      const name = isElement(node) ? nameOf(node) : ''
      if (!isElement(node) || !own(this.tables.block, name)) run.push(node)
      else if (FLOATS.has(name) && run.length && !endsSentence(run.at(-1)!)) waiting.push(node)
      else {
        flush()
        blocks.push(this.block(node))
      }
    }
    flush()
    this.#hoisted = hoistedOutside
    return blocks.filter(Boolean)
  }

  /** One element that stands between paragraphs. */
  block(element: Element): string {
    const name = nameOf(element)
    if (isLeftOut(name)) return ''
    const handler = own(this.tables.block, name)
    if (!handler) return this.flow([element]).join('')
    if (!FLOATS.has(name)) return handler(element, this)
    // A float in a caption or a cell is found by its own words.
    const quiet = this.#quiet
    this.#quiet = 0
    const html = handler(element, this)
    this.#quiet = quiet
    return html
  }

  /** The blocks of an element, without some of its parts. */
  blocks(element: Element, ...without: string[]): string[] {
    return this.flow(nodesOf(element).filter((node) => !isElement(node) || !without.includes(nameOf(node))))
  }

  /** How often each unknown element has occurred. */
  get unknown(): Record<string, number> {
    return Object.fromEntries(this.#unknown)
  }

  count(name: string): void {
    this.#unknown.set(name, (this.#unknown.get(name) ?? 0) + 1)
  }

  /** Runs without filing passages, as one is filed for the whole. */
  quietly<T>(work: () => T): T {
    this.#quiet++
    try {
      return work()
    } finally {
      this.#quiet--
    }
  }

  /** Files a passage for search. Without an anchor of its own it gets one, whose id is returned. */
  passage(words: string, anchor = ''): string {
    if (this.#quiet || !words) return ''
    const id = anchor || this.ids.next('p')
    this.passages.push({ section: this.top.slice(0, LONGEST_NAME).toWellFormed(), anchor: id, text: words })
    return anchor ? '' : id
  }
}

const own = (table: Record<string, Handler>, name: string): Handler | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Whether the text so far ends a sentence, so that a float may follow at once. */
function endsSentence(node: Node): boolean {
  let last: Node | null = node
  while (last?.lastChild) last = last.lastChild
  const end = (last?.nodeValue ?? '').slice(-20).trimEnd()
  return end === '' || /[.:?!)\]]$/.test(end)
}
