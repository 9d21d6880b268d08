import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  CITATION_STYLES,
  type CitationStyle,
  type FormattedCitations,
} from '../../../contract/rules/articles/citation/styles.ts'
import { LESS, MORE, type Item } from './item.ts'
import { forArticles, type StyleNode } from './style-for-articles.ts'

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
