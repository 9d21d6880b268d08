import { attribute, childrenOf, isElement, isText, nameOf, styleOf, type Source, type Style } from './source.ts'

/** What only Microsoft Word writes. */

/** Word's list items are paragraphs whose style names a list and a level, and whose text begins with the mark. */
export function wordListItem(element: Source, style: Style): { level: number; ordered: boolean } | null {
  const list = style.get('mso-list')
  const level = /\blevel(\d)/i.exec(list ?? '')?.[1]
  if (!level) return null
  return { level: Number(level), ordered: /^\(?(?:\d+|[a-z]{1,4})[.)]/i.test(markOf(element).trim()) }
}

function markOf(node: Source): string {
  if (isText(node)) return node.nodeValue ?? ''
  if (!isElement(node)) return ''
  const inside = () => childrenOf(node).map(textOf).join('')
  if (isMark(styleOf(node))) return inside()
  for (const child of childrenOf(node)) {
    if (!isElement(child)) continue
    const mark = markOf(child)
    if (mark) return mark
  }
  return ''
}

const textOf = (node: Source): string =>
  isText(node) ? (node.nodeValue ?? '') : isElement(node) ? childrenOf(node).map(textOf).join('') : ''

const isMark = (style: Style): boolean => /ignore/i.test(style.get('mso-list') ?? '')

/** List marks, review comments, deletions under review and hidden text are not what the author wrote. */
export function isWordNoise(element: Source, style: Style): boolean {
  return (
    isMark(style) ||
    style.get('mso-hide') === 'all' ||
    /comment/i.test(style.get('mso-element') ?? '') ||
    style.get('mso-special-character') === 'comment' ||
    /\bmso(?:com|del\b)/i.test(attribute(element, 'class')) ||
    (nameOf(element) === 'del' && attribute(element, 'datetime') !== '')
  )
}

/** A title is set as a paragraph of its own class. */
export const isWordTitle = (element: Source): boolean => /\bMsoTitle/i.test(attribute(element, 'class'))
