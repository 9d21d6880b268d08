import type { Element, Node } from '@xmldom/xmldom'
import { inNormalForm } from '../../../../contract/rules/text/plain-text.ts'
import { formulaRuns } from '../model/formula.ts'
import { attribute, isElement, isText, nameOf, nodesOf } from '../model/nodes.ts'
import { plainText as textOfRuns } from '../model/runs.ts'

const FORMULAS = new Set('math tex-math inline-formula disp-formula'.split(' '))
/** Elements that are passages of their own, or no text. */
const APART = new Set(
  'fig fig-group table-wrap table-wrap-group boxed-text supplementary-material media graphic inline-graphic fn'.split(
    ' ',
  ),
)
/** Elements between which a space is read. */
const SPACED = new Set(
  'p break list list-item def-list def-item term def disp-quote title label td th tr hr name verse-line attrib speaker'.split(
    ' ',
  ),
)

/** What search reads: plain text with single spaces, formulas as text. */
export const plainText = (nodes: Node[]): string =>
  inNormalForm(pieces(nodes).join('').toWellFormed(), 'NFC').replace(/\s+/g, ' ').trim()

/** The mark of a note would read as part of the word before it. */
const isNoteMark = (element: Element, name: string): boolean =>
  name === 'xref' && /^(?:table-)?fn$/.test(attribute(element, 'ref-type'))

const pieces = (nodes: Node[]): string[] =>
  nodes.flatMap((node): string[] => {
    if (isText(node)) return [node.nodeValue ?? '']
    if (!isElement(node)) return []
    const name = nameOf(node)
    if (isLeftOut(name) || APART.has(name) || isNoteMark(node, name)) return []
    if (FORMULAS.has(name)) return [' ', textOfRuns(formulaRuns(node, [])), ' ']
    const inside = pieces(nodesOf(node))
    return SPACED.has(name) ? [' ', ...inside, ' '] : inside
  })

/**
 * Elements that are written by the element around them, such as the rows of a table. Where they should not be, their
 * text is shown.
 */
export const PARTS = new Set(
  [
    'article front front-stub article-meta body back sub-article response title-group author-notes corresp',
    'funding-group award-group funding-statement custom-meta custom-meta-group',
    'list-item def-item def term verse-line speaker option author-comment',
    'tgroup thead tbody tfoot tr th td',
    'ref mixed-citation element-citation nlm-citation citation citation-alternatives product',
    'rb rt rp',
  ].flatMap((line) => line.split(' ')),
)

/** Elements that are left out on purpose, with the reason. `ELEMENTS.md` lists them. */
export const LEFT_OUT: Record<string, string> = {
  col: 'Widths of columns: the page finds its own.',
  colgroup: 'Widths of columns: the page finds its own.',
  'alt-text': 'Read aloud instead of a picture: becomes its `alt`.',
  'annotation-xml': 'The same formula a second time, for other programs.',
  annotation: 'The same formula a second time, for other programs.',
  'index-term': 'For a printed index.',
  'index-term-range-end': 'For a printed index.',
  'institution-id': 'The number of an institution in a registry.',
  'long-desc': 'Describes a picture for those who do not see it: becomes its `alt`.',
  'milestone-end': 'Marks a place for other programs.',
  'milestone-start': 'Marks a place for other programs.',
  'object-id': 'An identifier for programs; the label and the id of the element serve readers.',
  'overline-end': 'Marks a place for other programs.',
  'overline-start': 'Marks a place for other programs.',
  'processing-meta': 'For other programs.',
  'underline-end': 'Marks a place for other programs.',
  'underline-start': 'Marks a place for other programs.',
}

export const isLeftOut = (name: string): boolean => Object.hasOwn(LEFT_OUT, name)
