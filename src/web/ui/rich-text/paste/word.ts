import { attribute, childrenOf, isElement, isText, nameOf, styleOf, type Source, type Style } from './source.ts'

/** Markup specific to Microsoft Word. */

/**
 * Word's list items are paragraphs whose style names a list and a level, and whose text begins with the list
 * marker.
 */
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

/** List markers, comments, tracked deletions and hidden text are not part of the author's text. */
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

/** Titles are paragraphs with a class of their own. */
export const isWordTitle = (element: Source): boolean => /\bMsoTitle/i.test(attribute(element, 'class'))
