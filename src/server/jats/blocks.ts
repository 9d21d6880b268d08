import type { Element } from '@xmldom/xmldom'
import { captionRuns } from './caption.ts'
import { formulaRuns } from './formula.ts'
import { runsOf, runsOfNodes, type InlineOptions } from './inline.ts'
import { attribute, child, children, isElement, nameOf, nodesOf, rawText } from './nodes.ts'
import { tidyRuns, type Run } from './runs.ts'
import { readTable, type Table } from './table.ts'

/** A block of an article's text, in reading order. */
export type Block =
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'paragraph' | 'quote'; runs: Run[] }
  | { kind: 'formula'; runs: Run[]; label: string }
  | { kind: 'list'; ordered: boolean; items: Run[][] }
  | { kind: 'table'; table: Table }
  /** Images are not part of the XML file: only their captions are kept. */
  | { kind: 'figure'; label: string; caption: Run[] }

export interface BlockOptions extends InlineOptions {
  /** Titles of sections that are skipped. */
  leavesOut?: RegExp
}

/** The blocks of a section and its subsections, in reading order. */
export function blocksOf(section: Element | undefined, options: BlockOptions, level = 1): Block[] {
  return children(section).flatMap((element): Block[] => {
    switch (nameOf(element)) {
      case 'title':
        return headingBlocks(element, section!, level)
      case 'sec':
      case 'app':
      case 'notes':
        return options.leavesOut?.test(rawText(child(element, 'title'))) ? [] : blocksOf(element, options, level + 1)
      case 'app-group':
      case 'boxed-text':
      case 'fig-group':
      case 'table-wrap-group':
        return blocksOf(element, options, level)
      default:
        return blockOf(element, options)
    }
  })
}

function headingBlocks(title: Element, section: Element, level: number): Block[] {
  const label = rawText(child(section, 'label'))
  const runs = [...(label ? [{ text: `${label} `, marks: [] }] : []), ...withoutStop(runsOf(title))]
  return runs.length ? [{ kind: 'heading', level: Math.max(1, level - 1), runs }] : []
}

/** A heading without its final colon or full stop. */
export function withoutStop(runs: Run[]): Run[] {
  const last = runs.at(-1)
  if (!last) return runs
  const withoutLast = last.text.slice(0, -1)
  const text = last.text.endsWith(':')
    ? withoutLast.trimEnd()
    : /\p{L}{4}\.$/u.test(last.text)
      ? withoutLast
      : last.text
  return [...runs.slice(0, -1), ...(text ? [{ ...last, text }] : [])]
}

function blockOf(element: Element, options: BlockOptions): Block[] {
  switch (nameOf(element)) {
    case 'p':
      return paragraphBlocks(element, options)
    case 'list':
      return [listBlock(element, options)]
    case 'def-list':
      return [
        { kind: 'list', ordered: false, items: children(element, 'def-item').map((item) => runsOf(item, options)) },
      ]
    case 'disp-quote':
      return [{ kind: 'quote', runs: runsOf(element, options) }]
    case 'disp-formula': {
      const runs = tidyRuns(formulaRuns(element, []))
      return runs.length ? [{ kind: 'formula', runs, label: rawText(child(element, 'label')) }] : []
    }
    case 'table-wrap': {
      const table = readTable(element)
      return table ? [{ kind: 'table', table }] : []
    }
    case 'fig':
      return [{ kind: 'figure', label: rawText(child(element, 'label')), caption: captionRuns(element) }]
    default:
      return []
  }
}

/** Block elements inside a paragraph split it in two. */
const INSIDE_PARAGRAPHS = new Set(['list', 'def-list', 'disp-quote', 'disp-formula', 'table-wrap', 'fig'])

function paragraphBlocks(paragraph: Element, options: BlockOptions): Block[] {
  const blocks: Block[] = []
  let inline: ReturnType<typeof nodesOf> = []
  const flush = () => {
    const runs = runsOfNodes(inline, options)
    if (runs.length) blocks.push({ kind: 'paragraph', runs })
    inline = []
  }
  for (const node of nodesOf(paragraph)) {
    if (isElement(node) && INSIDE_PARAGRAPHS.has(nameOf(node))) {
      flush()
      blocks.push(...blockOf(node, options))
    } else inline.push(node)
  }
  flush()
  return blocks
}

const listBlock = (list: Element, options: BlockOptions): Block => ({
  kind: 'list',
  ordered: /order|alpha|roman/.test(attribute(list, 'list-type')),
  items: children(list, 'list-item')
    .map((item) =>
      runsOfNodes(
        nodesOf(item).filter((node) => !isElement(node) || nameOf(node) !== 'label'),
        options,
      ),
    )
    .filter((runs) => runs.length),
})
