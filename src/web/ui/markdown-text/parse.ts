import type { JSONContent } from '@tiptap/core'
import MarkdownIt, { type Token } from 'markdown-it'
import { RIGHT_TO_LEFT, withLanguages } from '../../../contract/rules/text/markdown-languages.ts'

/** As the journal reads its texts, but for quotation marks and dashes, which stay as they are typed. */
const markdown = withLanguages(new MarkdownIt({ typographer: false, linkify: false, html: false }))
// An address may be a value in double braces.
markdown.normalizeLink = (address) => address
markdown.normalizeLinkText = (address) => address

/** A paragraph, list or the like at the top of a text, as it is written. */
export interface SourceBlock {
  /** What is before it: empty lines. */
  gap: string
  source: string
  /** What the editor shows of it: one node, or none if it can only be shown as it is written. */
  node: JSONContent | null
}

/** A text in its blocks. Put together again, gaps and sources are the text to the byte. */
export interface SourceText {
  blocks: SourceBlock[]
  /** What is after the last block. */
  tail: string
}

export function parseText(text: string): SourceText {
  const lines = lineStarts(text)
  const tokens = markdown.parse(text, {})
  const blocks: SourceBlock[] = []
  let end = 0
  const add = (from: number, to: number, node: JSONContent | null) => {
    const whole = text.slice(from, to)
    const source = whole.trimEnd()
    if (!source && from < text.length) return
    // What leads nowhere by itself, such as the address of a link that is named elsewhere, is kept as it is written.
    const before = text.slice(end, from)
    if (before.trim()) {
      const words = before.trim()
      const space = before.slice(0, before.indexOf(words))
      blocks.push({ gap: space, source: words, node: null })
      end += space.length + words.length
    }
    blocks.push({ gap: text.slice(end, from), source, node })
    end = from + source.length
  }
  for (let at = 0; at < tokens.length;) {
    const close = closing(tokens, at)
    const [first, last] = tokens[at]!.map ?? [0, 0]
    const nodes = isPlain(text.slice(lines[first]!, lines[last] ?? text.length))
      ? new Reader(tokens.slice(at, close + 1)).read()
      : null
    add(lines[first]!, lines[last] ?? text.length, nodes?.length === 1 ? nodes[0]! : null)
    at = close + 1
  }
  const rest = text.slice(end)
  if (rest.trim()) add(text.length, text.length, null)
  return { blocks: blocks.filter(({ source }) => source), tail: text.slice(end) }
}

/** Values where the journal reads them otherwise than this editor, which does not know what they say: as they are written. */
const isPlain = (source: string): boolean => !/\{\{[\w.]*[^\w.}]|(?:^|[^\\])(?:\\\\)*(?:\\\{|<\{\{)/.test(source)

function lineStarts(text: string): number[] {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length)
  return starts
}

/** Where the block that begins at a token ends. */
function closing(tokens: readonly Token[], from: number): number {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    depth += tokens[at]!.nesting
    if (depth === 0) return at
  }
  return tokens.length - 1
}

/** What the editor cannot show. */
class Unknown extends Error {}

const NODES: Readonly<Record<string, string>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  bullet_list: 'bulletList',
  ordered_list: 'orderedList',
  list_item: 'listItem',
  blockquote: 'blockquote',
  language: 'language',
  table: 'table',
  tr: 'tableRow',
  th: 'tableCell',
  td: 'tableCell',
}
const WITHOUT_NODE = new Set(['thead', 'tbody'])

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0
  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  /** The nodes; null if there is one that the editor does not know. */
  read(): JSONContent[] | null {
    try {
      return this.#nodes()
    } catch (error) {
      if (error instanceof Unknown) return null
      throw error
    }
  }

  #nodes(): JSONContent[] {
    const nodes: JSONContent[] = []
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at]!
      if (token.nesting < 0) break
      this.#at++
      const name = token.type.replace(/_open$/, '')
      if (token.type === 'inline') nodes.push(...inlineOf(token.children ?? []))
      else if (token.type === 'hr') nodes.push({ type: 'horizontalRule' })
      else if (token.nesting === 0) throw new Unknown()
      else {
        const inner = this.#nodes()
        this.#at++
        if (WITHOUT_NODE.has(name)) nodes.push(...inner)
        else nodes.push(this.#node(name, token, inner))
      }
    }
    return nodes
  }

  #node(name: string, token: Token, inner: JSONContent[]): JSONContent {
    const type = NODES[name]
    if (!type) throw new Unknown()
    const attrs = attributesOf(name, token, this.#tokens)
    const content = name === 'list_item' && inner[0]?.type !== 'paragraph' ? [{ type: 'paragraph' }, ...inner] : inner
    if ((name === 'blockquote' || name === 'language') && !content.length) throw new Unknown()
    return { type, ...(attrs && { attrs }), ...(content.length && { content }) }
  }
}

function attributesOf(name: string, token: Token, tokens: readonly Token[]): Record<string, unknown> | undefined {
  switch (name) {
    case 'heading':
      return { level: Number(token.tag.slice(1)) }
    case 'bullet_list':
      return { mark: token.markup, tight: isTight(token, tokens) }
    case 'ordered_list':
      return { mark: token.markup, tight: isTight(token, tokens), start: Number(token.attrGet('start') ?? 1) }
    case 'language': {
      const lang = String(token.attrGet('lang'))
      return { lang, dir: RIGHT_TO_LEFT.has(lang) ? 'rtl' : 'ltr' }
    }
    case 'th':
    case 'td':
      return { head: name === 'th', align: /text-align:(\w+)/.exec(String(token.attrGet('style') ?? ''))?.[1] ?? null }
    default:
      return undefined
  }
}

/** Whether the items of a list follow each other without empty lines. */
function isTight(list: Token, tokens: readonly Token[]): boolean {
  const from = tokens.indexOf(list)
  const end = closing(tokens, from)
  const own = tokens.slice(from, end).filter(({ type, level }) => type === 'paragraph_open' && level === list.level + 2)
  return own.every(({ hidden }) => hidden)
}

const MARKS: Readonly<Record<string, string>> = { strong: 'bold', em: 'italic' }
/** Values in double braces, and their names. */
export const VALUES = /\{\{([\w.]+)\}\}/g

function inlineOf(tokens: readonly Token[]): JSONContent[] {
  const nodes: JSONContent[] = []
  const marks: { type: string; attrs?: Record<string, unknown> }[] = []
  const add = (node: JSONContent) => {
    const last = nodes.at(-1)
    if (node.type === 'text' && last?.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(marks))
      last.text += node.text!
    else nodes.push({ ...node, ...(marks.length && { marks: [...marks] }) })
  }
  const words = (text: string) =>
    text.split(VALUES).forEach((part, index) => {
      if (index % 2) add({ type: 'value', attrs: { name: part } })
      else if (part) add({ type: 'text', text: part })
    })
  for (const token of tokens) {
    const { type, content } = token
    if (type === 'text') words(content)
    else if (type === 'softbreak') add({ type: 'text', text: ' ' })
    else if (type === 'hardbreak') add({ type: 'hardBreak' })
    else if (type === 'code_inline') {
      marks.push({ type: 'code' })
      if (content) add({ type: 'text', text: content })
      marks.pop()
    } else if (type === 'image') {
      if (token.attrGet('title') !== null || token.content.includes('{{')) throw new Unknown()
      const alt = (token.children ?? []).map((part) => part.content).join('')
      add({ type: 'image', attrs: { src: String(token.attrGet('src')), alt } })
    } else if (type === 'link_open') {
      if (token.attrGet('title') !== null) throw new Unknown()
      marks.push({ type: 'link', attrs: { href: String(token.attrGet('href')) } })
    } else if (type.endsWith('_open') && MARKS[type.slice(0, -5)]) marks.push({ type: MARKS[type.slice(0, -5)]! })
    else if (type === 'link_close' || (type.endsWith('_close') && MARKS[type.slice(0, -6)])) marks.pop()
    else throw new Unknown()
  }
  return nodes
}
