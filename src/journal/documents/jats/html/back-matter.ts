import type { Element, Node } from '@xmldom/xmldom'
import { textOfHtml } from '../../../../contract/rules/text/html-text.ts'
import { runsOf } from '../model/inline.ts'
import { attribute, child, children, descendants, isElement, nameOf, nodesOf, rawText, addAll } from '../model/nodes.ts'
import { wayBack } from './links.ts'
import type { Piece } from './parts.ts'
import { plainText } from './plain.ts'
import { referenceList } from './references.ts'
import type { Rendering } from './rendering.ts'
import { section, type SectionOptions } from './sections.ts'
import { idAttr, leading, resolveMarks, text, headingTag } from './write.ts'
import { BY_THE_RECORD } from '../model/statements.ts'
import { titleMarkup } from '../model/runs.ts'

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
  [/^edited-by$/i, 'Editors and reviewers'],
]
const KINDS = ['fn-type', 'notes-type', 'sec-type']

interface Entry {
  id: string
  title: string
  blocks: string[]
  /** The title of the section that holds this statement and those after it. */
  within?: string
}

const DEEP = ['sec', 'fig', 'table-wrap', 'supplementary-material', 'app', 'boxed-text', 'ref-list']
/** A statement of some paragraphs: an entry of the list of statements, without a heading of its own. */
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
    const lead = leadOf(note)
    const blocks = rendering.flow(
      nodesOf(note).flatMap((node) => (node === label ? [] : (lead?.replace.get(node) ?? [node]))),
    )
    const names = options.authorsOf?.get(attribute(note, 'id')) ?? []
    const mark = [
      label && `<sup class="fn-n">${text(rawText(label))}</sup>`,
      names.length && `<b>${text(names.join(', '))}:</b>`,
    ]
      .filter(Boolean)
      .join(' ')
    blocks.push(wayBack(note, rendering))
    return blocks.some(Boolean)
      ? [
          {
            id,
            title:
              common ||
              (lead && rendering.inlineOf(lead.title).trim().replace(/[.:]$/, '')) ||
              text(titleByKind(note)) ||
              'Notes',
            blocks: [leading(mark, blocks)],
          },
        ]
      : []
  })
}

/** Bold words that begin a note are its title: '<bold>Competing interests: </bold>The authors …'. */
function leadOf(note: Element): { title: Element; replace: Map<Node, Node[]> } | undefined {
  const paragraph = children(note).find((part) => nameOf(part) !== 'label')
  if (!paragraph || nameOf(paragraph) !== 'p') return undefined
  const [first, ...rest] = nodesOf(paragraph).filter((node) => isElement(node) || node.nodeValue?.trim())
  if (!first || !isElement(first) || nameOf(first) !== 'bold') return undefined
  const words = rawText(first)
  // A note of bold words alone is all text.
  if (!rest.length && children(note).filter((part) => nameOf(part) !== 'label').length < 2) return undefined
  if (words.length > 80 || (rest.length > 0 && !words.endsWith(':'))) return undefined
  // Without its paragraph around them, the other words are one all the same.
  return { title: first, replace: new Map([[paragraph, rest]]) }
}

/** Funding as programs read it, for articles that state it in no other way. */
function awardEntries(groups: Element[], rendering: Rendering): Entry[] {
  const awards = groups
    .flatMap((group) => children(group, 'award-group'))
    // The record shows its own.
    .filter((award) => attribute(award, 'specific-use') !== BY_THE_RECORD)
    .map((award) => {
      const [source, ...more] = ['funding-source', 'award-id', 'principal-award-recipient'].map((name) =>
        children(award, name)
          .map((part) => readable(part))
          .filter(Boolean)
          .join(', '),
      )
      return [source, more[0] && `(${more[0]})`, more[1] && `to ${more[1]}`].filter(Boolean).join(' ')
    })
  const lines = [...new Set(awards.filter(Boolean))].map((award) => `<p>${text(award)}</p>`)
  for (const award of new Set(awards)) rendering.passage(award, 'end-matter')
  return lines.length ? [{ id: '', title: 'Funding', blocks: lines }] : []
}

/** Without the registry numbers of institutions. */
const readable = (part: Element): string =>
  nameOf(part) === 'institution-id'
    ? ''
    : nameOf(part) === 'name'
      ? ['given-names', 'surname']
          .map((name) => rawText(child(part, name)))
          .filter(Boolean)
          .join(' ')
      : children(part).length
        ? children(part).map(readable).filter(Boolean).join(', ')
        : rawText(part)

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
