import type { HtmlElement, HtmlNode } from '../../../platform/html/tree.ts'
import { element, type Xml, type XmlContent } from '../../../platform/xml.ts'
import { list, paragraphs, quote, table, REFERENCES, referenceList, referencesOf } from './blocks.ts'
import { inline, isBlank, type InlineContext, Links, isNamed, lineOf, textOf, withoutStart } from './inline.ts'
import { partsOf, type Caption, type Part, withoutFront } from './parts.ts'
import type { ReadWord } from './read-word.ts'

/** The text of an article as JATS: the elements `body` and `back`. */
export interface JatsText {
  body: string
  back: string
  warnings: string[]
}

const ACKNOWLEDGEMENTS = /^acknowledge?ments?$/i
/** Statements that follow the text. */
const STATEMENTS =
  /^(?:funding|(?:author|authors['\u2019]?) contributions?|(?:conflicts?|declaration) of (?:competing )?interests?|competing interests?|data (?:availability|accessibility).*|availability of data.*|ethic(?:s|al) .*|supplementary (?:material|information|data).*|abbreviations)$/i

/** A heading without its number and its colon. */
const nameOf = (title: readonly HtmlNode[]): string =>
  lineOf(title)
    .replace(/^\d+\.? */, '')
    .replace(/ ?:$/, '')

/**
 * Writes what a Word document says as JATS, without the parts that the record of the article with this title has. Null:
 * the whole document.
 */
export function wordToJats({ nodes, formulas, warnings }: ReadWord, title: string | null): JatsText {
  const { text: words, notes } = withoutNotes(nodes)
  const { parts: all, bold } = partsOf(words, formulas)
  const { text, leftOut } = title === null ? { text: all, leftOut: 0 } : withoutFront(all, title)
  const chapters = chaptersOf(text)
  const listed = chapters.find((chapter) => REFERENCES.test(nameOf(chapter.title)))
  const references = listed ? referencesOf(listed.parts) : []
  const targets = {
    floats: floatIds(text),
    references: new Map(references.filter(({ label }) => label).map(({ label, id }) => [label, id])),
    notes: new Map(notes.map(({ id }, index) => [id, index + 1])),
  }
  const context: InlineContext = { formulas, links: new Links(targets) }
  const writer = new Writer(context, targets.floats)
  const body: XmlContent[] = []
  const back: XmlContent[] = []
  for (const chapter of chapters) {
    const name = nameOf(chapter.title)
    if (chapter === listed) continue
    if (ACKNOWLEDGEMENTS.test(name)) back.push(writer.acknowledgements(chapter))
    else (STATEMENTS.test(name) ? back : body).push(writer.chapter(chapter))
  }
  if (notes.length) {
    back.push(
      element(
        'fn-group',
        {},
        notes.map(({ nodes: said }, index) => element('fn', { id: `fn${index + 1}` }, noteText(said, context))),
      ),
    )
  }
  if (listed && references.length) {
    back.push(referenceList(listed.title, references, { ...context, links: new Links({ ...targets, ...NO_TARGETS }) }))
  }
  return {
    body: element('body', {}, body).source,
    back: back.length ? element('back', {}, back).source : '',
    warnings: [
      ...warnings,
      ...structureWarnings({ leftOut, bold, references: references.length, isEmpty: !body.length }),
      ...writer.warnings(),
    ],
  }
}

const NO_TARGETS = { floats: new Map<string, string>(), references: new Map<string, string>() }

function structureWarnings(found: { leftOut: number; bold: number; references: number; isEmpty: boolean }): string[] {
  const { leftOut, bold, references, isEmpty } = found
  return [
    ...(leftOut
      ? [
          `${leftOut === 1 ? 'One paragraph' : `${leftOut} paragraphs`} before the first section ${leftOut === 1 ? 'is' : 'are'} left out: title, authors and abstract are shown from the article’s record.`,
        ]
      : []),
    ...(bold ? ['The document has no heading styles. Short bold lines are taken for headings.'] : []),
    ...(isEmpty ? ['The document has no text besides its front matter.'] : []),
    ...(references ? [] : ['No reference list was found. It needs the heading “References”.']),
  ]
}

/** A section of the first level, or what comes before it. */
interface Chapter {
  title: HtmlNode[]
  parts: Part[]
}

function chaptersOf(parts: readonly Part[]): Chapter[] {
  const levels = [...new Set(parts.flatMap((part) => (part.kind === 'heading' ? [part.level] : [])))].sort()
  const chapters: Chapter[] = [{ title: [], parts: [] }]
  for (const part of parts) {
    if (part.kind !== 'heading') {
      chapters.at(-1)!.parts.push(part)
      continue
    }
    const level = levels.indexOf(part.level) + 1
    if (level === 1) chapters.push({ title: part.nodes, parts: [] })
    else chapters.at(-1)!.parts.push({ ...part, level })
  }
  return chapters.filter(({ title, parts: some }) => title.length || some.length)
}

/** Ids of figures and tables by 'figure 1'. */
function floatIds(parts: readonly Part[]): Map<string, string> {
  const ids = new Map<string, string>()
  for (const part of parts) {
    if (part.kind !== 'figure' && part.kind !== 'table') continue
    if (!part.caption) continue
    const key = keyOf(part.caption)
    if (!ids.has(key)) ids.set(key, `${part.kind === 'figure' ? 'f' : 't'}${ids.size + 1}`)
  }
  return ids
}

const keyOf = ({ kind, number }: Caption): string => `${kind} ${number.toLowerCase()}`

interface Note {
  id: string
  nodes: HtmlNode[]
}

/** The library appends footnotes and endnotes as a list. */
function withoutNotes(nodes: readonly HtmlNode[]): { text: HtmlNode[]; notes: Note[] } {
  const last = nodes.at(-1)
  const items = isNamed(last, 'ol') ? last.nodes.filter((node): node is HtmlElement => isNamed(node, 'li')) : []
  const isNotes = items.length > 0 && items.every((item) => /^(?:foot|end)note-/.test(item.attribute('id') ?? ''))
  if (!isNotes) return { text: [...nodes], notes: [] }
  return {
    text: nodes.slice(0, -1),
    notes: items.map((item) => ({ id: item.attribute('id')!, nodes: item.nodes })),
  }
}

/** Without the arrow that leads back. */
const noteText = (nodes: readonly HtmlNode[], context: InlineContext): Xml[] => {
  const made = paragraphs(nodes.map(withoutArrow), context)
  return made.length ? made : [element('p')]
}

const withoutArrow = (node: HtmlNode): HtmlNode =>
  typeof node === 'string'
    ? node
    : {
        ...node,
        nodes: node.nodes.filter(
          (each) => !isNamed(each, 'a') || each.attribute('href')?.includes('note-ref-') !== true,
        ),
      }

const SECTION_NUMBER = /^\s*(\d{1,2}(?:\.\d{1,2}){0,4})\.?[\s\u00a0]+(?=\S)/

interface Section {
  level: number
  id: string
  content: XmlContent[]
}

const section = ({ id, content }: Section): Xml => element('sec', { id }, content)

/** Writes sections with their parts; counts what an editor should look at. */
class Writer {
  readonly #context: InlineContext
  readonly #floats: ReadonlyMap<string, string>
  readonly #usedIds = new Set<string>()
  #sections = 0
  #formulas = 0
  #loosePictures = 0
  #looseTables = 0

  constructor(context: InlineContext, floats: ReadonlyMap<string, string>) {
    this.#context = context
    this.#floats = floats
  }

  warnings(): string[] {
    const some = (count: number, what: string) => (count === 1 ? `One ${what} has` : `${count} ${what}s have`)
    return [
      ...(this.#loosePictures ? [`${some(this.#loosePictures, 'image')} no caption that begins with “Figure 1.”`] : []),
      ...(this.#looseTables ? [`${some(this.#looseTables, 'table')} no caption that begins with “Table 1.”`] : []),
    ]
  }

  acknowledgements({ title, parts }: Chapter): Xml {
    return element('ack', {}, element('title', {}, inline(title, this.#context)), this.#content(parts))
  }

  /** A section with those below it; parts without a heading are not in one. */
  chapter({ title, parts }: Chapter): XmlContent {
    if (!title.length) return this.#content(parts)
    const open = [this.#opened(1, title)]
    let run: Part[] = []
    const flush = () => {
      open.at(-1)!.content.push(...this.#content(run))
      run = []
    }
    const closeTo = (level: number) => {
      while (open.length > 1 && open.at(-1)!.level >= level) {
        const closed = open.pop()!
        open.at(-1)!.content.push(section(closed))
      }
    }
    for (const part of parts) {
      if (part.kind !== 'heading') {
        run.push(part)
        continue
      }
      flush()
      closeTo(part.level)
      open.push(this.#opened(part.level, part.nodes))
    }
    flush()
    closeTo(2)
    return section(open[0]!)
  }

  #opened(level: number, title: HtmlNode[]): Section {
    const [all, number] = SECTION_NUMBER.exec(textOf(title).slice(0, 40)) ?? []
    const rest = all ? withoutStart(title, all.length) : title
    const id = `s${++this.#sections}`
    const content = [
      number ? element('label', {}, number) : null,
      element('title', {}, inline(rest, { ...this.#context, links: new Links({ ...NO_TARGETS, notes: new Map() }) })),
    ]
    return { level, id, content }
  }

  #content(parts: readonly Part[]): Xml[] {
    return parts.flatMap((part) => this.#part(part) ?? [])
  }

  #part(part: Part): Xml | null {
    switch (part.kind) {
      case 'heading':
        return element('p', {}, element('bold', {}, inline(part.nodes, this.#context)))
      case 'paragraph': {
        const content = inline(part.nodes, this.#context)
        return isBlank(content) ? null : element('p', {}, content)
      }
      case 'list':
        return list(part.element, this.#context)
      case 'quote':
        return quote(part.element, this.#context)
      case 'formula':
        return this.#formula(part)
      case 'table':
        return this.#table(part)
      case 'figure':
        return this.#figure(part)
    }
  }

  #formula({ indexes, label }: Part & { kind: 'formula' }): Xml {
    const math = indexes.map((index) => this.#context.formulas[index]!.math)
    return element(
      'disp-formula',
      { id: `e${++this.#formulas}` },
      label ? element('label', {}, label) : null,
      math.length === 1 ? math[0]! : math,
    )
  }

  #table({ element: from, caption, foot }: Part & { kind: 'table' }): Xml | null {
    const made = table(from, this.#context)
    if (!made) return null
    if (!caption) this.#looseTables++
    return element(
      'table-wrap',
      { id: this.#floatId(caption) },
      this.#captioned(caption),
      made,
      foot.length
        ? element(
            'table-wrap-foot',
            {},
            foot.map((nodes) => element('p', {}, inline(nodes, this.#context))),
          )
        : null,
    )
  }

  #figure({ pictures, caption }: Part & { kind: 'figure' }): Xml | null {
    const shown = pictures.filter((picture) => picture.attribute('src'))
    if (!caption && !shown.length) return null
    if (!caption) this.#loosePictures++
    return element(
      'fig',
      { id: this.#floatId(caption) },
      this.#captioned(caption),
      shown.map((picture) => {
        const alt = picture.attribute('alt')?.trim()
        return element('graphic', { 'xlink:href': picture.attribute('src') }, alt ? element('alt-text', {}, alt) : null)
      }),
    )
  }

  /** Null for a second one of the same number. */
  #floatId(caption: Caption | null): string | null {
    const id = caption && this.#floats.get(keyOf(caption))
    if (!id || this.#usedIds.has(id)) return null
    this.#usedIds.add(id)
    return id
  }

  #captioned(caption: Caption | null): XmlContent {
    if (!caption) return null
    const said = inline(caption.nodes, this.#context)
    return [element('label', {}, caption.label), isBlank(said) ? null : element('caption', {}, element('p', {}, said))]
  }
}
