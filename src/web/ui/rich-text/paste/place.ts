import type { ItemBlock } from './blocks.ts'
import { PLAIN, type Marks } from './marks.ts'
import { attribute, type Source, type Style } from './source.ts'
import { isWordTitle, wordListItem } from './word.ts'

/** The inherited context inside an element. */
export interface Place {
  marks: Marks
  tag: 'p' | 'h1' | 'h2' | 'h3'
  align: 'center' | 'right' | null
  quoted: boolean
  item: ItemBlock | null
  list: { level: number; ordered: boolean } | null
  /** In a table row, which becomes one paragraph. */
  inRow: boolean
  preformatted: boolean
}

export const START: Place = {
  marks: PLAIN,
  tag: 'p',
  align: null,
  quoted: false,
  item: null,
  list: null,
  inRow: false,
  preformatted: false,
}

/** How a block element changes the context for its content. */
export function within(element: Source, name: string, style: Style, outer: Place): Partial<Place> {
  const side = (style.get('text-align') ?? attribute(element, 'align')).toLowerCase()
  const change: Partial<Place> = {}
  // Manuscripts are often justified by default, which leaves gaps on a phone. The toolbar still offers it.
  if (name === 'center' || side === 'center') change.align = 'center'
  else if (side === 'right' || side === 'end') change.align = 'right'
  else if (side) change.align = null

  if (name === 'blockquote') change.quoted = true
  if (name === 'pre') change.preformatted = true
  if (name === 'ul' || name === 'ol') {
    change.list = { level: (outer.list?.level ?? 0) + 1, ordered: name === 'ol' }
    change.item = null
  }
  if (name === 'li') {
    const said = Number(attribute(element, 'aria-level') || attribute(element, 'data-aria-level'))
    change.item = {
      kind: 'item',
      level: said || (outer.list?.level ?? 1),
      ordered: outer.list?.ordered ?? false,
      paragraphs: [],
    }
  }
  const heading = /^h([1-6])$/.exec(name)?.[1]
  if (heading) change.tag = `h${Math.min(Number(heading), 3) as 1 | 2 | 3}`
  else if (isWordTitle(element)) change.tag = 'h1'
  else {
    const item = wordListItem(element, style)
    if (item) change.item = { kind: 'item', ...item, paragraphs: [] }
  }
  return change
}
