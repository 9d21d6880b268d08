import type { Document, Element } from '@xmldom/xmldom'
import {
  eachStatement,
  type Statement,
  STATEMENT_MAX,
  STATEMENT_NAMES,
  type Statements,
  STATEMENTS,
} from '../../../../contract/rules/articles/statements.ts'
import { element, type Xml } from '../../../../platform/xml.ts'
import { runsOf } from './inline.ts'
import { at, attribute, child, children, descendants, nameOf } from './nodes.ts'
import { plainText } from './runs.ts'

/** The place of a statement in an article's record, where it is written and read. */
interface Place {
  /** Among the facts about funding, in the notes on its authors, or after its text. */
  within: 'funding-group' | 'author-notes' | 'back'
  write: (paragraphs: readonly string[]) => Xml | Xml[]
  /** An element of its own, which is read before any note or section. */
  read?: (article: Element) => Element[]
  /** The types of notes and sections that make this statement. */
  types: RegExp
  /** An element that makes this statement by its name. */
  named?: string
}

/** Marks what the record has written among the notes and sections of a text, so that nothing is shown twice. */
export const BY_THE_RECORD = 'record'

const paragraphsOf = (texts: readonly string[]): Xml[] => texts.map((text) => element('p', {}, text))

const section =
  (type: string, name: Statement) =>
  (texts: readonly string[]): Xml =>
    element(
      'sec',
      { 'sec-type': type, 'specific-use': BY_THE_RECORD },
      element('title', {}, STATEMENTS[name].heading),
      paragraphsOf(texts),
    )

/** A new statement gets a row. */
const PLACES: Record<Statement, Place> = {
  fundingStatement: {
    within: 'funding-group',
    write: (paragraphs) => paragraphs.map((text) => element('funding-statement', {}, text)),
    read: (article) =>
      children(at(article, 'front', 'article-meta'), 'funding-group').flatMap((group) =>
        children(group, 'funding-statement'),
      ),
    types: /^(?:funding(?:-information|-statement)?|financial-disclosure)$/i,
  },
  competingInterests: {
    within: 'author-notes',
    write: (texts) => element('fn', { 'fn-type': 'coi-statement', 'specific-use': BY_THE_RECORD }, paragraphsOf(texts)),
    types: /^(?:coi-statement|conflict)$/i,
  },
  dataAvailability: {
    within: 'back',
    write: section('data-availability', 'dataAvailability'),
    types: /^data[-_]availability(?:-statement)?$/i,
  },
  permits: {
    within: 'back',
    write: section('ethics-statement', 'permits'),
    types: /^ethics(?:-statement)?$/i,
  },
  aiUse: {
    within: 'back',
    write: section('ai-use', 'aiUse'),
    types: /^ai-use$/i,
  },
  acknowledgements: {
    within: 'back',
    write: (texts) =>
      element(
        'ack',
        { 'specific-use': BY_THE_RECORD },
        element('title', {}, STATEMENTS.acknowledgements.heading),
        paragraphsOf(texts),
      ),
    types: /^acknowledge?ments?$/i,
    named: 'ack',
  },
}

/** The statements that stand within an element of the record. */
export const writeStatements = (within: Place['within'], statements: Statements): Xml[] =>
  STATEMENT_NAMES.filter((name) => PLACES[name].within === within).flatMap((name) => {
    const paragraphs = (statements[name] ?? '').split('\n\n').filter((text) => text.trim())
    return paragraphs.length ? [PLACES[name].write(paragraphs.map((text) => text.trim()))].flat() : []
  })

/** The statements in a file. */
export const readStatements = (document: Document): Statements =>
  eachStatement((name) => {
    const { text } = found(document, name)
    return text.length > STATEMENT_MAX ? `${text.slice(0, STATEMENT_MAX - 1).toWellFormed()}…` : text || null
  })

/** The sections and notes whose whole text the statements hold: the full text need not show them again. */
export const statementElements = (document: Document): Set<Element> =>
  new Set(
    STATEMENT_NAMES.flatMap((name) => {
      const { elements, text } = found(document, name)
      const isWhole = text.length <= STATEMENT_MAX && elements.every(isText)
      return isWhole ? elements.filter((part) => isOfRecord(name, part)) : []
    }),
  )

/** The notes and sections that say nothing but what the statements say. */
export const statedBehind = (document: Document): Set<Element> =>
  new Set(
    STATEMENT_NAMES.flatMap((name) => {
      const { behind, text } = found(document, name)
      const isSaid = (part: Element) => textOf(part) === text && isText(part) && isOfRecord(name, part)
      return text.length <= STATEMENT_MAX ? behind.filter(isSaid) : []
    }),
  )

/** True for what the record says in its own place: of all but funding, others' files keep their words in the text. */
const isOfRecord = (name: Statement, part: Element): boolean =>
  PLACES[name].read !== undefined || attribute(part, 'specific-use') === BY_THE_RECORD

/** False for what a statement, which is plain text, cannot hold. */
const isText = (part: Element): boolean =>
  !descendants(part, 'fig', 'table-wrap', 'supplementary-material', 'sec', 'disp-formula', 'graphic').length

/**
 * A statement in its own place; otherwise a note or a section after the text is used. All but funding stay in the text of
 * others' files, where readers find them, and are taken from it only where there is no text.
 */
function found(document: Document, name: Statement): { elements: Element[]; behind: Element[]; text: string } {
  const article = document.documentElement!
  const { read, types, named } = PLACES[name]
  const hasText = child(article, 'body') !== undefined
  const parts = [at(article, 'front', 'article-meta', 'author-notes'), at(article, 'back')]
  const behind = parts
    .flatMap((part) => (part ? descendants(part, 'fn', 'sec', 'notes', ...(named ? [named] : [])) : []))
    .filter(
      (part) =>
        nameOf(part) === named ||
        ['fn-type', 'sec-type', 'notes-type'].some((type) => types.test(attribute(part, type))),
    )
    .filter((part) => !hasText || isOfRecord(name, part))
  const stated = read?.(article) ?? []
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
