import { decodeEntities } from '../../contract/rules/text/inline-markup.ts'

/** Text, or an element of cleaned HTML. */
export type HtmlNode = string | HtmlElement

export interface HtmlElement {
  name: string
  nodes: HtmlNode[]
  /** The value of an attribute; null when it is not there. */
  attribute(name: string): string | null
}

/** Deeper elements are replaced by their text, so that the tree can be walked recursively. */
const DEEPEST = 60
const VOID = new Set(['br', 'hr', 'img'])

/**
 * The tree of cleaned HTML, whose tags are closed and whose attributes are quoted and escaped. Any other
 * text makes some tree too. Reads its input once from left to right.
 */
export function htmlTree(html: string): HtmlNode[] {
  const open: HtmlElement[] = [elementOf('', '')]
  let tooDeep = 0
  const add = (text: string) => {
    if (text) open.at(-1)!.nodes.push(decodeEntities(text.replaceAll('&nbsp;', '\u00a0')))
  }
  const begin = (name: string, tag: string) => {
    if (!VOID.has(name) && open.length > DEEPEST) return void tooDeep++
    const element = elementOf(name, tag)
    open.at(-1)!.nodes.push(element)
    if (!VOID.has(name)) open.push(element)
  }
  const end = (name: string) => {
    if (tooDeep) return void tooDeep--
    const at = open.findLastIndex((element) => element.name === name)
    if (at > 0) open.length = at
  }
  for (let at = 0; at < html.length;) {
    const from = html.indexOf('<', at)
    const to = from < 0 ? -1 : html.indexOf('>', from)
    if (to < 0) {
      add(html.slice(at))
      break
    }
    add(html.slice(at, from))
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(from, Math.min(to, from + 20))) ?? []
    if (name && slash) end(name.toLowerCase())
    else if (name) begin(name.toLowerCase(), html.slice(from, to))
    at = to + 1
  }
  return open[0]!.nodes
}

function elementOf(name: string, tag: string): HtmlElement {
  return {
    name,
    nodes: [],
    attribute: (wanted) => {
      const from = tag.indexOf(` ${wanted}="`)
      if (from < 0) return null
      const start = from + wanted.length + 3
      const end = tag.indexOf('"', start)
      return end < 0 ? null : decodeEntities(tag.slice(start, end))
    },
  }
}

/** The text within nodes. */
export const textOf = (nodes: readonly HtmlNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.nodes))).join('')
