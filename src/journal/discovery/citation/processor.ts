import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  CITATION_STYLES,
  type CitationStyle,
  type FormattedCitations,
} from '../../../contract/rules/articles/citation/text.ts'
import { type Item, LESS, MORE } from './item.ts'

/** An element of a style, as citeproc reads it. */
interface StyleNode {
  name: string
  attrs: Record<string, string>
  children: (StyleNode | string)[]
}

const TYPE = 'article-journal'

/**
 * A style as it is for journal articles, whose references stay the same: conditions that ask for the type of the cited
 * work are answered, and in-text citations are left out. citeproc copies every macro to each place that uses it, so
 * this takes a twentieth of the time and of the memory.
 */
const forArticles = (style: StyleNode): StyleNode => simplified(style)[0] as StyleNode

function simplified(node: StyleNode | string): StyleNode['children'] {
  if (typeof node === 'string') return [node]
  if (node.name === 'citation') return [{ ...node, children: node.children.flatMap(emptyLayout) }]
  const children = node.children.flatMap(simplified)
  return node.name === 'choose' ? branchesLeft({ ...node, children }) : [{ ...node, children }]
}

const emptyLayout = (node: StyleNode | string): StyleNode[] =>
  typeof node === 'object' && node.name === 'layout'
    ? [{ ...node, children: [{ name: 'text', attrs: { value: '-' }, children: [] }] }]
    : []

/** What remains of a choice: the content of its only branch, a shorter choice, or nothing. */
function branchesLeft(choice: StyleNode): StyleNode['children'] {
  const left: StyleNode[] = []
  for (const branch of choice.children) {
    if (typeof branch === 'string') continue
    const applies = branch.name === 'else' ? true : appliesToArticles(branch.attrs)
    if (applies === false) continue
    if (applies === true && !left.length) return branch.children
    const { type: _type, ...attrs } = branch.attrs
    // A choice begins with 'if'.
    const name = applies === true ? 'else' : left.length ? 'else-if' : 'if'
    left.push({ ...branch, name, attrs: applies === true ? {} : attrs })
    if (applies === true) break
  }
  return left.length ? [{ ...choice, children: left }] : []
}

/** Whether a branch is taken for every article or for none; null: that depends on the article. */
function appliesToArticles({ type, match = 'all', ...others }: Record<string, string>): boolean | null {
  if (type === undefined) return null
  const isNamed = type.split(/\s+/).includes(TYPE)
  const isOnlyOne = type.trim() === TYPE
  const depends = Object.keys(others).length > 0
  if (match === 'any') return isNamed ? true : depends ? null : false
  if (match === 'none') return isNamed ? false : depends ? null : true
  return isOnlyOne ? (depends ? null : true) : false
}

/** What the project uses of citeproc, which has no types of its own. */
interface Citeproc {
  parseXml(xml: string): StyleNode
  Engine: new (
    system: { retrieveLocale: (language: string) => StyleNode; retrieveItem: (id: string) => Item },
    style: StyleNode,
    language: string,
  ) => Engine
}
interface Engine {
  updateItems(ids: string[]): void
  makeBibliography(): [unknown, string[]]
}

const citeproc = createRequire(import.meta.url)('citeproc') as Citeproc
const read = (name: string): string => readFileSync(join(import.meta.dirname, 'styles', name), 'utf8')

const AMERICAN = read('locales-en-US.xml')
/** Cite Them Right puts titles into single quotation marks, and punctuation behind them, as is British usage. */
const BRITISH = AMERICAN.replace('punctuation-in-quote="true"', 'punctuation-in-quote="false"')
  .replace(/(<term name="open-quote">)[^<]*/, '$1‘')
  .replace(/(<term name="close-quote">)[^<]*/, '$1’')
  .replace(/(<term name="open-inner-quote">)[^<]*/, '$1“')
  .replace(/(<term name="close-inner-quote">)[^<]*/, '$1”')

const engines = new Map<CitationStyle, Engine>()
let item: Item = {}

/** Reads a style and prepares it: for the longest ones this takes 40 ms, once. */
function engineOf(style: CitationStyle): Engine {
  const known = engines.get(style)
  if (known) return known
  const locale = citeproc.parseXml(style === 'harvard' ? BRITISH : AMERICAN)
  const system = { retrieveLocale: () => locale, retrieveItem: () => item }
  const engine = new citeproc.Engine(system, forArticles(citeproc.parseXml(read(`${style}.csl`))), 'en-US')
  engines.set(style, engine)
  return engine
}

/** The reference to an article in each style, as HTML with `<i>`, `<sub>` and `<sup>`. */
export function formatInAllStyles(article: Item): FormattedCitations {
  const hasNumber = article.number !== undefined && article.page === article.number
  return Object.fromEntries(
    CITATION_STYLES.map(({ id }) => {
      item = { ...article, ...(hasNumber ? NUMBERED[id](article.number) : {}), id: 'article' }
      return [id, formatted(engineOf(id))]
    }),
  ) as FormattedCitations
}

/** Stands before an article number where a style would call it a page. */
const ARTICLE = '\uE002'

/** Where each style expects the number of an article that has no pages. */
const NUMBERED: Record<CitationStyle, (number: unknown) => Item> = {
  apa: () => ({ page: undefined }),
  mla: (number) => ({ page: ARTICLE + (number as string), number: undefined }),
  chicago: () => ({ number: undefined }),
  vancouver: () => ({ page: undefined }),
  harvard: (number) => ({ page: ARTICLE + (number as string), number: undefined }),
}

function formatted(engine: Engine): string {
  // Emptied first: an item that it knows it would not ask for again.
  engine.updateItems([])
  engine.updateItems(['article'])
  const [, [entry = '']] = engine.makeBibliography()
  // Numbered styles put the number into a part of its own.
  return (/<div class="csl-right-inline">([^]*?)<\/div>/.exec(entry)?.[1] ?? entry)
    .replace(/<(?!\/?(?:i|sub|sup)>)[^<>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?:pp?\. )?\uE002/, 'article ')
    .replaceAll(LESS, '&lt;')
    .replaceAll(MORE, '&gt;')
}

export default (_content: Buffer, item: Item): FormattedCitations => formatInAllStyles(item)
