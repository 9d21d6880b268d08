import type { Document, Element } from '@xmldom/xmldom'
import { STATEMENT_MAX, type Statements } from '../../contract/domain/statements.ts'
import { runsOf } from './inline.ts'
import { at, attribute, children, descendants, nameOf } from './nodes.ts'
import { plainText } from './runs.ts'

/** The statements in a file. */
export const readStatements = (document: Document): Statements => ({ fundingStatement: fundingStatement(document) })

const FUNDING = /^(?:funding(?:-information|-statement)?|financial-disclosure)$/i

/** Funding has its own element in the file; otherwise a note or a section after the text is used. */
function fundingStatement(document: Document): string | null {
  const stated = fundingElements(document)
  const text = (stated.length ? stated : fundingBehind(document).slice(0, 1)).map(textOf).filter(Boolean).join('\n\n')
  return text.length > STATEMENT_MAX ? `${text.slice(0, STATEMENT_MAX - 1).toWellFormed()}…` : text || null
}

const fundingElements = (document: Document): Element[] =>
  children(at(document.documentElement!, 'front', 'article-meta'), 'funding-group').flatMap((group) =>
    children(group, 'funding-statement'),
  )

function fundingBehind(document: Document): Element[] {
  const article = document.documentElement!
  const parts = [at(article, 'front', 'article-meta', 'author-notes'), at(article, 'back')]
  return parts
    .flatMap((part) => (part ? descendants(part, 'fn', 'sec', 'notes') : []))
    .filter((part) => ['fn-type', 'sec-type', 'notes-type'].some((type) => FUNDING.test(attribute(part, type))))
}

/** The notes and sections that say nothing but what the statements say. */
export function statedBehind(document: Document): Element[] {
  const isWhole = (element: Element) => textOf(element).length <= STATEMENT_MAX
  const stated = fundingElements(document)
  const behind = fundingBehind(document)
  const said = new Set(stated.length ? [stated.map(textOf).join('\n\n')] : behind.slice(0, 1).map(textOf))
  return behind.filter((element) => said.has(textOf(element)) && isWhole(element))
}

/** Paragraphs without their section title. */
function textOf(element: Element): string {
  const paragraphs = descendants(element, 'p').filter((paragraph) => nameOf(paragraph.parentNode as Element) !== 'p')
  return (paragraphs.length ? paragraphs : [element])
    .map((part) => plainText(runsOf(part)).trim())
    .filter(Boolean)
    .join('\n\n')
}
