import type { Node } from '@xmldom/xmldom'
import { inNormalForm } from '../../../contract/domain/normal-form.ts'
import { formulaRuns } from '../formula.ts'
import { isElement, isText, nameOf, nodesOf } from '../nodes.ts'
import { plainText as textOfRuns } from '../runs.ts'
import { LEFT_OUT } from './left-out.ts'

const FORMULAS = new Set('math tex-math inline-formula disp-formula'.split(' '))
/** Elements that are passages of their own, or no text. */
const APART = new Set(
  'fig fig-group table-wrap table-wrap-group boxed-text supplementary-material media graphic inline-graphic fn'.split(
    ' ',
  ),
)
/** Elements between which a space is read. */
const SPACED = new Set(
  'p break list list-item def-list def-item term def disp-quote title label td th tr hr name'.split(' '),
)

/** What search reads: plain text with single spaces, formulas as text. */
export const plainText = (nodes: Node[]): string =>
  inNormalForm(pieces(nodes).join('').toWellFormed(), 'NFC').replace(/\s+/g, ' ').trim()

const pieces = (nodes: Node[]): string[] =>
  nodes.flatMap((node): string[] => {
    if (isText(node)) return [node.nodeValue ?? '']
    if (!isElement(node)) return []
    const name = nameOf(node)
    if (name in LEFT_OUT || APART.has(name)) return []
    if (FORMULAS.has(name)) return [' ', textOfRuns(formulaRuns(node, [])), ' ']
    const inside = pieces(nodesOf(node))
    return SPACED.has(name) ? [' ', ...inside, ' '] : inside
  })
