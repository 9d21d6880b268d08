import type { Element } from '@xmldom/xmldom'
import { textOfHtml } from '../../../contract/domain/html-text.ts'
import { attribute, child, children, descendants, nameOf, nodesOf, rawText } from '../nodes.ts'
import { headingTag } from './headings.ts'
import { footnote } from './links.ts'
import type { Citings } from './citings.ts'
import type { Piece } from './parts.ts'
import { plainText } from './plain.ts'
import { referenceList } from './references.ts'
import type { Rendering } from './rendering.ts'
import { section, type SectionOptions } from './sections.ts'
import { idAttr, resolveMarks, text } from './write.ts'

/** Titles of parts that often have none. */
const TITLES: Record<string, string> = {
  ...{ ack: 'Acknowledgements', glossary: 'Abbreviations', bio: 'About the authors', notes: 'Notes', app: 'Appendix' },
}
/** Titles of notes without one, by their kind. */
const NOTE_TITLES: [kind: RegExp, title: string][] = [
  [/^(?:coi-statement|conflict|financial-disclosure-conflict)$/i, 'Conflict of interest'],
  [/^(?:con|author-contribution|participating-researchers)$/i, 'Author contributions'],
  [/^(?:data-availability|data_availability)$/i, 'Data availability'],
  [/^(?:funding|funding-information|funding-statement|financial-disclosure|supported-by)$/i, 'Funding'],
  [/^(?:ethics|ethics-statement)$/i, 'Ethics'],
  [/^equal$/i, 'Equal contributions'],
  [/^present-address$|^current-aff$/i, 'Present address'],
  [/^deceased$/i, 'Deceased'],
]
const KINDS = ['fn-type', 'notes-type', 'sec-type']

interface Entry {
  id: string
  title: string
  blocks: string[]
  /** The title of the section that holds this statement and those after it. */
  within?: string
}

/** What follows the text: sections and appendices, statements and notes, references. */
export function backMatter(
  parts: Element[],
  rendering: Rendering,
  options: SectionOptions,
  citings: Citings,
): (string | Piece)[] {
  const entries: Entry[] = []
  const pieces: (string | Piece)[] = []
  const lists: Element[] = []
  for (const part of parts.flatMap((one) =>
    nameOf(one) === 'app-group' && !child(one, 'title') ? children(one) : [one],
  )) {
    const name = nameOf(part)
    if (options.skips.has(part) || name === 'title' || name === 'label') continue
    if (name === 'ref-list') lists.push(part)
    else if (name === 'fn-group' || name === 'author-notes') entries.push(...noteEntries(part, rendering, options))
    else if (isShort(part)) entries.push(...entryOf(part, rendering, options))
    else if (name === 'p') pieces.push(...rendering.flow([part]))
    else pieces.push(section(part, rendering, { ...options, defaultTitle: TITLES[name] ?? '' }))
  }
  pieces.push(...statements(entries, rendering, options), ...footnotes(rendering, options))
  for (const [index, list] of lists.entries()) {
    const id = rendering.level === 2 && index === 0 ? 'references' : rendering.ids.of(list)
    pieces.push(...referenceList(list, id, rendering, citings))
  }
  return pieces
}

const DEEP = ['sec', 'fig', 'table-wrap', 'supplementary-material', 'app', 'boxed-text', 'ref-list']
/** A statement of some paragraphs: it stands in the list of statements, not under a heading of its own. */
const isShort = (part: Element): boolean =>
  ['ack', 'notes', 'sec', 'glossary', 'bio'].includes(nameOf(part)) && !descendants(part, ...DEEP).length

function entryOf(part: Element, rendering: Rendering, options: SectionOptions): Entry[] {
  const title = child(part, 'title')
  const words = title
    ? rendering.inlineOf(title).replace(/[.:]\s*$/, '')
    : text(titleByKind(part) || TITLES[nameOf(part)] || '')
  const outer = rendering.place
  rendering.place = { id: rendering.ids.of(part), label: title ? plainText(nodesOf(title)) : words }
  rendering.top = rendering.place.label
  const notes = children(part, 'fn-group').flatMap((group) => noteEntries(group, rendering, options))
  if (notes.length && title) notes[0] = { ...notes[0]!, within: words }
  const blocks = rendering.flow(
    nodesOf(part).filter(
      (node) => node.nodeType !== 1 || !['title', 'label', 'fn-group'].includes(nameOf(node as Element)),
    ),
  )
  rendering.place = outer
  return [...(blocks.length ? [{ id: rendering.id(part), title: words, blocks }] : []), ...notes]
}

const titleByKind = (part: Element): string =>
  KINDS.flatMap((kind) =>
    NOTE_TITLES.filter(([pattern]) => pattern.test(attribute(part, kind))).map(([, title]) => title),
  )[0] ?? ''

/** Notes to the article as a whole, each by what it is about. */
function noteEntries(group: Element, rendering: Rendering, options: SectionOptions): Entry[] {
  const title = child(group, 'title')
  const common = title ? rendering.inlineOf(title) : ''
  return children(group).flatMap((note): Entry[] => {
    const name = nameOf(note)
    if (options.skips.has(note) || name === 'title' || name === 'label' || name === 'corresp') return []
    if (name !== 'fn')
      return [{ id: '', title: common, blocks: rendering.flow([note]) }].filter((entry) => entry.blocks.length)
    if (attribute(note, 'fn-type') === 'corresp') return []
    rendering.top = titleByKind(note) || rawText(title) || 'Notes'
    rendering.place = { id: rendering.ids.of(note), label: rendering.top }
    const label = child(note, 'label')
    const id = rendering.id(note)
    const blocks = rendering.blocks(note, 'label')
    const mark = label ? `<sup class="fn-n">${text(rawText(label))}</sup> ` : ''
    return blocks.length
      ? [{ id, title: common || text(titleByKind(note)) || 'Notes', blocks: mark ? [mark, ...blocks] : blocks }]
      : []
  })
}

/** The list of statements; a single one is a section. */
function statements(entries: Entry[], rendering: Rendering, options: SectionOptions): (string | Piece)[] {
  if (!entries.length) return []
  const tag = headingTag(rendering.level)
  const titled = entries.filter((entry) => entry.title)
  const [only] = entries.length === 1 ? titled : []
  const id = rendering.level === 2 ? 'end-matter' : rendering.ids.next('end-matter')
  const within = entries.map((entry) => entry.within).filter(Boolean)
  const title =
    only?.title ??
    within[0] ??
    (entries.some((entry) => /^acknowledg/i.test(entry.title))
      ? 'Acknowledgements and statements'
      : 'Statements and notes')
  options.headings.push({
    id,
    number: '',
    title: text(textOfHtml(resolveMarks(title, () => undefined)).trim()),
    sections: [],
  })
  const named = rendering.level === 2 ? ` aria-labelledby="${id}-h"` : ''
  const head = `<${tag}${idAttr(`${id}-h`)}>${title}</${tag}>`
  const open = `<section${idAttr(id)}${named}>${head}`
  const close = '</section>'
  if (only) return [{ open, again: open, close, items: [`<div${only.id}>${only.blocks.join('')}</div>`] }]
  const rows = joined(entries).map(
    (entry) => `<div${entry.id}><dt>${entry.title || 'Note'}</dt><dd>${entry.blocks.join('')}</dd></div>`,
  )
  return [{ open: `${open}<dl class="end">`, again: '<section><dl class="end">', close: `</dl>${close}`, items: rows }]
}

/** Neighbours with the same title are one entry, unless links lead to each. */
function joined(entries: Entry[]): Entry[] {
  const rows: Entry[] = []
  for (const entry of entries) {
    const last = rows.at(-1)
    if (last && last.title === entry.title)
      last.blocks.push(entry.id ? `<div${entry.id}>${entry.blocks.join('')}</div>` : entry.blocks.join(''))
    else rows.push({ ...entry, blocks: [...entry.blocks] })
  }
  return rows
}

/** The notes that stand in the text, each with the way back to its mark. */
function footnotes(rendering: Rendering, options: SectionOptions): Piece[] {
  const notes = rendering.footnotes.splice(0)
  if (!notes.length) return []
  const id = rendering.level === 2 ? 'footnotes' : rendering.ids.next('footnotes')
  const tag = headingTag(rendering.level)
  options.headings.push({ id, number: '', title: 'Footnotes', sections: [] })
  const open = `<section${idAttr(id)}${rendering.level === 2 ? ` aria-labelledby="${id}-h"` : ''}><${tag}${idAttr(`${id}-h`)}>Footnotes</${tag}><ol class="fns" role="list">`
  return [{ open, again: '<section><ol class="fns" role="list">', close: '</ol></section>', items: notes }]
}

export { footnote }
