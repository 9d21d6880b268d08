import type { Element, Node } from '@xmldom/xmldom'
import { inNormalForm } from '../../../../contract/rules/text/plain-text.ts'
import { formulaRuns } from '../model/formula.ts'
import { attribute, isElement, isText, nameOf, nodesOf } from '../model/nodes.ts'
import { plainText as textOfRuns } from '../model/runs.ts'
import { isLeftOut } from './left-out.ts'

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
