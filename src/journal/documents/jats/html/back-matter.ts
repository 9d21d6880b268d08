import type { Element } from '@xmldom/xmldom'
import { addAll } from '../add-all.ts'
import { child, children, nameOf } from '../nodes.ts'
import { runsOf } from '../inline.ts'
import { titleMarkup } from '../markup.ts'
import { headingTag } from './headings.ts'
import type { Piece } from './parts.ts'
import { referenceList } from './references.ts'
import type { Rendering } from './rendering.ts'
import { section, type SectionOptions } from './sections.ts'
import { awardEntries, entryOf, isShort, noteEntries, statements, TITLES, type Entry } from './statements-list.ts'
import { idAttr } from './write.ts'

/** What follows the text: sections and appendices, statements and notes, references. */
export function backMatter(parts: Element[], rendering: Rendering, options: SectionOptions): (string | Piece)[] {
  const entries: Entry[] = []
  const pieces: (string | Piece)[] = []
  const lists: Element[] = []
  for (const part of parts.flatMap((one) =>
    nameOf(one) === 'app-group' && !child(one, 'title') ? children(one) : [one],
  )) {
    const name = nameOf(part)
    if (options.skips.has(part) || name === 'title' || name === 'label') continue
    if (name === 'ref-list') lists.push(part)
    else if (name === 'fn-group' || name === 'author-notes') addAll(entries, noteEntries(part, rendering, options))
    else if (name === 'funding-group') addAll(entries, awardEntries([part], rendering))
    else if (isShort(part)) addAll(entries, entryOf(part, rendering, options))
    else if (name === 'p') addAll(pieces, rendering.flow([part]))
    else pieces.push(section(part, rendering, { ...options, defaultTitle: TITLES[name] ?? '' }))
  }
  addAll(pieces, [...statements(entries, rendering, options), ...footnotes(rendering, options)])
  for (const [index, list] of lists.entries()) {
    const id = rendering.level === 2 && index === 0 ? 'references' : rendering.ids.of(list)
    const shown = referenceList(list, id, rendering)
    const title = child(list, 'title')
    const markup = title ? titleMarkup(runsOf(title)) : ''
    if (shown.length) options.headings.push({ id, number: '', title: markup || 'References', sections: [] })
    addAll(pieces, shown)
  }
  return pieces
}

/** The notes inside the text, each with the way back to its mark. */
function footnotes(rendering: Rendering, options: SectionOptions): Piece[] {
  const notes = rendering.footnotes.splice(0)
  if (!notes.length) return []
  const id = rendering.level === 2 ? 'footnotes' : rendering.ids.next('footnotes')
  const tag = headingTag(rendering.level)
  options.headings.push({ id, number: '', title: 'Footnotes', sections: [] })
  const open = `<section${idAttr(id)}${rendering.level === 2 ? ` aria-labelledby="${id}-h"` : ''}><${tag}${idAttr(`${id}-h`)}>Footnotes</${tag}><ol class="fns" role="list">`
  return [{ open, again: '<section><ol class="fns" role="list">', close: '</ol></section>', items: notes }]
}
