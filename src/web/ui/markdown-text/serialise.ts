import { Fragment, type Node } from '@tiptap/pm/model'
import { inlineSource, type Writing } from './inline.ts'

/** A block in Markdown. `after` is the sign of the list before it: two of one sign would be one list. */
export function blockSource(node: Node, writing: Writing, after: string | null = null): string {
  switch (node.type.name) {
    case 'paragraph':
      return inlineSource(node, writing)
    case 'heading':
      return `${'#'.repeat(Number(node.attrs.level))} ${inlineSource(node, writing, { line: true })}`.trimEnd()
    case 'horizontalRule':
      return '---'
    case 'bulletList':
    case 'orderedList':
      return listSource(node, writing, after)
    case 'blockquote':
      return blocksSource(node, writing)
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
    case 'language':
      return `:::${String(node.attrs.lang)}\n${blocksSource(withoutLanguages(node), writing)}\n:::`
    case 'table':
      return tableSource(node, writing)
    default:
      return String(node.attrs.source ?? '')
  }
}

/** What is within another language is of that language: Markdown has none within another. */
function withoutLanguages(node: Node): Node {
  const inner = node.children.flatMap((child): readonly Node[] => {
    const flat = child.isTextblock ? child : withoutLanguages(child)
    return flat.type.name === 'language' ? flat.children : [flat]
  })
  return node.copy(Fragment.from(inner))
}

/** The sign of a list; null of anything else. */
export const signOf = ({ type, attrs }: Node, after: string | null): string | null => {
  const other: Readonly<Record<string, string>> = { '-': '*', '*': '-', '+': '-', '.': ')', ')': '.' }
  if (type.name !== 'bulletList' && type.name !== 'orderedList') return null
  const mark = String(attrs.mark ?? (type.name === 'bulletList' ? '-' : '.'))
  return mark === after ? other[mark]! : mark
}

export function blocksSource(parent: Node, writing: Writing): string {
  const parts: string[] = []
  let after: string | null = null
  parent.forEach((node) => {
    if (isEmpty(node)) return
    parts.push(blockSource(node, writing, after))
    after = signOf(node, after)
  })
  return parts.join('\n\n')
}

const NOTHING_WITHOUT_WORDS = new Set(['paragraph', 'blockquote', 'language'])

/** An empty paragraph is nothing: Markdown has none. */
export function isEmpty(node: Node): boolean {
  if (!NOTHING_WITHOUT_WORDS.has(node.type.name) || node.textContent.trim()) return false
  let hasMore = false
  node.descendants(({ type, isText }) => {
    hasMore ||= !isText && !NOTHING_WITHOUT_WORDS.has(type.name) && type.name !== 'hardBreak'
  })
  return !hasMore
}

function listSource(list: Node, writing: Writing, after: string | null): string {
  const sign = signOf(list, after)!
  const isOrdered = list.type.name === 'orderedList'
  let isTight = list.attrs.tight !== false
  list.forEach((item) => {
    // Two paragraphs of an item need an empty line between them.
    item.forEach((block, _offset, index) => {
      if (index > 0 && block.type.name !== 'bulletList' && block.type.name !== 'orderedList') isTight = false
    })
  })
  const items: string[] = []
  list.forEach((item, _offset, index) => {
    const lead = isOrdered ? `${Number(list.attrs.start ?? 1) + index}${sign} ` : `${sign} `
    const parts: string[] = []
    let before: string | null = null
    item.forEach((block, _at, place) => {
      if (place > 0 && isEmpty(block)) return
      parts.push(blockSource(block, writing, before))
      before = signOf(block, before)
    })
    const [first = '', ...others] = parts.join(isTight ? '\n' : '\n\n').split('\n')
    const rest = others.map((line) => (line ? ' '.repeat(lead.length) + line : line))
    items.push([(lead + first).trimEnd(), ...rest].join('\n'))
  })
  return items.join(isTight ? '\n' : '\n\n')
}

const LINES: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' }

function tableSource(table: Node, writing: Writing): string {
  const rows: string[][] = []
  table.forEach((row) => {
    rows.push(row.children.map((cell) => inlineSource(cell, writing, { cell: true })))
  })
  // Rows may differ in length, after something was deleted or pasted across them.
  const columns = Math.max(...rows.map(({ length }) => length))
  const aligned = Array.from(
    { length: columns },
    (_none, column) => LINES[String(table.firstChild!.maybeChild(column)?.attrs.align)] ?? '---',
  )
  const line = (cells: readonly string[]) => `| ${aligned.map((_line, column) => cells[column] ?? '').join(' | ')} |`
  return [line(rows[0] ?? []), line(aligned), ...rows.slice(1).map(line)].join('\n')
}
