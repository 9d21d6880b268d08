import type { Document, Element } from '@xmldom/xmldom'
import { STATEMENT_MAX, type Statements } from '../../../../contract/rules/articles/statements.ts'
import { runsOf } from '../model/inline.ts'
import { at, attribute, children, descendants, nameOf } from '../model/nodes.ts'
import { plainText } from '../model/runs.ts'

/** The statements in a file. */
export const readStatements = (document: Document): Statements => ({ fundingStatement: fundingStatement(document) })

/** The sections and notes whose whole text the statements hold: the full text need not show them again. */
export function statementElements(document: Document): Set<Element> {
  const { elements, text } = funding(document)
  const isWhole = text.length <= STATEMENT_MAX && elements.every((element) => !descendants(element, ...NOT_TEXT).length)
  return new Set(isWhole ? elements : [])
}

/** The notes and sections that say nothing but what the statements say. */
export function statedBehind(document: Document): Set<Element> {
  const { behind, text } = funding(document)
  const isSaid = (element: Element) => textOf(element) === text && !descendants(element, ...NOT_TEXT).length
  return new Set(text.length <= STATEMENT_MAX ? behind.filter(isSaid) : [])
}

const FUNDING = /^(?:funding(?:-information|-statement)?|financial-disclosure)$/i
/** What a statement, which is plain text, cannot hold. */
const NOT_TEXT = ['fig', 'table-wrap', 'supplementary-material', 'sec', 'disp-formula', 'graphic']

function fundingStatement(document: Document): string | null {
  const { text } = funding(document)
  return text.length > STATEMENT_MAX ? `${text.slice(0, STATEMENT_MAX - 1).toWellFormed()}…` : text || null
}

/** Funding has its own element in the file; otherwise a note or a section after the text is used. */
function funding(document: Document): { elements: Element[]; behind: Element[]; text: string } {
  const article = document.documentElement!
  const stated = children(at(article, 'front', 'article-meta'), 'funding-group').flatMap((group) =>
    children(group, 'funding-statement'),
  )
  const parts = [at(article, 'front', 'article-meta', 'author-notes'), at(article, 'back')]
  const behind = parts
    .flatMap((part) => (part ? descendants(part, 'fn', 'sec', 'notes') : []))
    .filter((part) => ['fn-type', 'sec-type', 'notes-type'].some((type) => FUNDING.test(attribute(part, type))))
  const elements = stated.length ? stated : behind.slice(0, 1)
  return { elements, behind, text: elements.map(textOf).filter(Boolean).join('\n\n') }
}

/** Paragraphs without their section title. */
function textOf(element: Element): string {
  const paragraphs = descendants(element, 'p').filter((paragraph) => nameOf(paragraph.parentNode as Element) !== 'p')
  return (paragraphs.length ? paragraphs : [element])
    .map((part) => plainText(runsOf(part)).trim())
    .filter(Boolean)
    .join('\n\n')
}
