import { Node, type Schema } from '@tiptap/pm/model'
import { WRITINGS } from './inline.ts'
import { parseText, type SourceText } from './parse.ts'
import { blockSource, isEmpty, signOf } from './serialise.ts'

interface Original {
  source: string
  /** Its place in the text that was read, and what was before it. */
  index: number
  gap: string
}

/**
 * The text that an editor has read. What nobody has touched is written back to the byte; only blocks that were changed are
 * written again, and one that was changed back is again what it was.
 */
export class TextMemory {
  readonly #schema: Schema
  #originals = new WeakMap<Node, Original>()
  #byContent = new Map<string, Original[]>()
  #written = new WeakMap<Node, Map<string | null, string>>()
  #tail = ''

  constructor(schema: Schema) {
    this.#schema = schema
  }

  /** The nodes of a text. */
  read(text: string): Node[] {
    const { blocks, tail }: SourceText = parseText(text)
    this.#originals = new WeakMap()
    this.#byContent = new Map()
    this.#written = new WeakMap()
    this.#tail = tail
    return blocks.map(({ gap, source, node }, index) => {
      const made = this.#node(node) ?? this.#schema.node('asWritten', { source })
      const original = { source, index, gap }
      this.#originals.set(made, original)
      const alike = this.#byContent.get(contentOf(made))
      if (alike) alike.push(original)
      else this.#byContent.set(contentOf(made), [original])
      return made
    })
  }

  #node(json: object | null): Node | null {
    if (!json) return null
    try {
      const node = Node.fromJSON(this.#schema, json)
      node.check()
      return node
    } catch {
      return null
    }
  }

  /** The text of a document. */
  write(doc: Node): string {
    let text = ''
    let before: Original | null = null
    let after: string | null = null
    let isFirst = true
    doc.forEach((node) => {
      if (isEmpty(node)) return
      const sign = signOf(node, null)
      const known = sign !== null && sign === after ? undefined : this.#originalOf(node, before)
      const follows: boolean = known !== undefined && (isFirst ? known.index === 0 : before?.index === known.index - 1)
      // After what was changed, too, as many empty lines as there were.
      const keepsGap = follows || (known !== undefined && !isFirst && /\n\s*\n/.test(known.gap))
      text += keepsGap ? known!.gap : isFirst ? '' : '\n\n'
      text += known ? known.source : this.#source(node, after)
      after = signOf(node, after)
      before = known ?? null
      isFirst = false
    })
    return isFirst && this.#byContent.size ? '' : text + this.#tail
  }

  /** What a node was read from, also if undoing has made it again. */
  #originalOf(node: Node, before: Original | null): Original | undefined {
    const known = this.#originals.get(node)
    if (known) return known
    const alike = this.#byContent.get(contentOf(node))
    return alike?.find(({ index }) => index === (before?.index ?? -1) + 1) ?? alike?.[0]
  }

  /** A changed block in Markdown that means what it shows. */
  #source(node: Node, after: string | null): string {
    const known = this.#written.get(node)?.get(after)
    if (known !== undefined) return known
    const written = WRITINGS.map((writing) => blockSource(node, writing, after))
    const read = written.map((source) => this.#readBack(source))
    const words = wordsOf(node)
    const exact = read.findIndex((back) => back?.eq(node))
    const sameWords = read.findIndex((back) => back && wordsOf(back) === words)
    const source = written[Math.max(0, exact >= 0 ? exact : sameWords)]!
    const all = this.#written.get(node) ?? new Map<string | null, string>()
    this.#written.set(node, all.set(after, source))
    return source
  }

  #readBack(source: string): Node | null {
    const { blocks } = parseText(source)
    return blocks.length === 1 ? this.#node(blocks[0]!.node) : null
  }
}

/** What a block says without its marks. */
const wordsOf = (node: Node): string =>
  node
    .textBetween(0, node.content.size, ' ', ({ type, attrs }) =>
      type.name === 'value' ? `{{${String(attrs.name)}}}` : ' ',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
const contentOf = (node: Node): string => JSON.stringify(node.toJSON())
