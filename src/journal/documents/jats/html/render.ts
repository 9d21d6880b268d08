import type { Document, Element } from '@xmldom/xmldom'
import type { FullTextOutline, OutlineFloat, OutlineSection } from '../../../../contract/api/full-texts.ts'
import { doiIn, doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { sliceRuns } from '../read/key-message.ts'
import { at, attribute, child, children, descendants, rawText, addAll } from '../model/nodes.ts'
import { plainText, titleMarkup } from '../model/runs.ts'
import { materialSections } from '../model/material.ts'
import { readStatements, statementElements } from '../model/statements.ts'
import { backMatter } from './back-matter.ts'
import { TABLES } from './blocks.ts'
import { labelOf } from './figures.ts'
import { Ids, ridsOf } from './ids.ts'
import { cutIntoParts, type Piece } from './parts.ts'
import { Rendering, type Passage, type RenderOptions } from './rendering.ts'
import { type Heading, sectionItems, type SectionOptions } from './sections.ts'
import { subArticle } from './sub-articles.ts'
import { idsIn, resolveMarks } from './write.ts'
import { captionRuns } from '../model/inline.ts'

/** As much of a caption as is shown beside a small picture. */
const LONGEST_TITLE = 160

/** Figures and tables of the text in their order. */
function outlineFloats(
  shown: Element[],
  rendering: Rendering,
  partOf: Map<string, number>,
): Pick<FullTextOutline, 'figures' | 'tables'> {
  const order = new Map([...partOf.keys()].map((id, index) => [id, index]))
  const place = (element: Element) => order.get(rendering.ids.of(element)) ?? 0
  const inText = (name: string) =>
    shown
      .flatMap((root) => descendants(root, name))
      .filter((element) => partOf.has(rendering.ids.of(element)))
      .sort((one, other) => place(one) - place(other))
  const entry = (fallback: string) => (element: Element) => outlineFloat(element, fallback, rendering, partOf)
  return { figures: inText('fig').map(entry('Figure')), tables: inText('table-wrap').map(entry('Table')) }
}

function outlineFloat(
  element: Element,
  fallback: string,
  rendering: Rendering,
  partOf: Map<string, number>,
): OutlineFloat {
  const id = rendering.ids.of(element)
  const image = descendants(element, 'graphic').flatMap(
    (graphic) => rendering.options.image(attribute(graphic, 'href')) ?? [],
  )[0]
  return {
    id,
    part: partOf.get(id) ?? 1,
    label: labelOf(element) || fallback,
    title: beginning(element),
    image: image?.src ?? null,
  }
}

/** The first sentence of a caption, or as much of it as fits. */
function beginning(element: Element): string {
  const runs = captionRuns(element)
  const plain = plainText(runs)
  const stop = /[.?!](?=\s)/.exec(plain.slice(20))
  const end = stop ? stop.index + 20 + 1 : plain.length
  if (end <= LONGEST_TITLE) return titleMarkup(sliceRuns(runs, 0, end))
  const space = plain.lastIndexOf(' ', LONGEST_TITLE)
  return `${titleMarkup(sliceRuns(runs, 0, space > 0 ? space : LONGEST_TITLE))}…`
}

export type { FigureImage, Passage, RenderOptions } from './rendering.ts'

export interface RenderedText {
  outline: FullTextOutline
  /** The HTML of each part; one for all but very long texts. */
  parts: string[]
  /** In reading order, all parts together. */
  passages: Passage[]
  /** What the renderer does not know, by name of the element, with how often it occurs; its text is shown all the same. */
  unknown: Record<string, number>
}

/** Renders body, floats, back matter, references and sub-articles of a JATS article; null if it has none of them. */
export function renderFullText(document: Document, options: RenderOptions): RenderedText | null {
  const article = document.documentElement!
  const shown = shownElements(article, shownByRecord(document))
  if (!shown.length) return null
  const rendering = new Rendering(TABLES, new Ids(shown), options, originalOf(article))
  const headings: Heading[] = []
  const pieces = piecesOf(article, document, rendering, headings)
  const marked = cutIntoParts(pieces)
  if (!marked.some((html) => html.trim())) return null
  const partOf = new Map<string, number>()
  for (const [index, html] of marked.entries())
    for (const id of idsIn(html)) if (!partOf.has(id)) partOf.set(id, index + 1)
  const parts = marked.map((html, index) => resolveMarks(html, (id) => addressOf(id, partOf.get(id), index + 1)))
  return {
    outline: {
      sections: headings.map((heading) => inPart(heading, partOf)),
      ...outlineFloats(shown, rendering, partOf),
      parts: parts.length,
      references: [...partOf.keys()].filter((id) => /^ref-\d+$/.test(id)).length,
      hasFormulas: rendering.hasFormulas,
    },
    parts,
    passages: rendering.passages.map((passage) => ({ ...passage, part: partOf.get(passage.anchor) ?? 1 })),
    unknown: rendering.unknown,
  }
}

/** What the page of the article shows from its record. */
const shownByRecord = (document: Document): Set<Element> =>
  new Set([...statementElements(document), ...materialSections(document)])

/** The elements that the text is made of. */
function shownElements(article: Element, stated: ReadonlySet<Element>): Element[] {
  const text = children(article, 'body', 'floats-group', 'back', 'sub-article', 'response')
  if (!text.some((part) => children(part).some((each) => !stated.has(each) && rawText(each)))) return []
  return [...text, ...frontNotes(article)]
}

/** Notes to the whole article that stand before the text, such as conflicts of interest and data availability. */
const frontNotes = (article: Element): Element[] => [
  ...children(at(article, 'front', 'article-meta'), 'author-notes'),
  ...children(child(article, 'front'), 'notes'),
]

function piecesOf(article: Element, document: Document, rendering: Rendering, headings: Heading[]): (string | Piece)[] {
  const floats = new FloatsGroup(children(article, 'floats-group'))
  const options: SectionOptions = {
    headings,
    placeFloats: (one) => floats.place(one),
    skips: shownByRecord(document),
    authorsOf: authorsOfNotes(article),
  }
  const body = child(article, 'body')
  const pieces = body ? sectionItems(body, rendering, options) : []
  const subs = children(article, 'sub-article', 'response')
  addAll(pieces, floats.rest(rendering, [...children(article, 'back'), ...subs]))
  const funding = readStatements(document).fundingStatement
    ? []
    : children(at(article, 'front', 'article-meta'), 'funding-group')
  const back = [...children(child(article, 'back')), ...frontNotes(article), ...funding]
  addAll(pieces, backMatter(back, rendering, options))
  addAll(
    pieces,
    subs.map((one) => subArticle(one, rendering, options)),
  )
  // A float whose citation was itself left out.
  addAll(pieces, floats.rest(rendering))
  return pieces
}

/** The authors that point at a note, unless all of them do. */
function authorsOfNotes(article: Element): Map<string, string[]> {
  const groups = children(at(article, 'front', 'article-meta'), 'contrib-group')
  const people = groups.flatMap((group) => children(group, 'contrib'))
  const byNote = new Map<string, string[]>()
  for (const person of people) {
    const name = child(person, 'name')
    const words = [child(name, 'given-names'), child(name, 'surname')].map(rawText).filter(Boolean).join(' ')
    for (const id of words ? new Set(children(person, 'xref').flatMap(ridsOf)) : []) {
      const names = byNote.get(id) ?? []
      names.push(words)
      byNote.set(id, names)
    }
  }
  return new Map([...byNote].filter(([, names]) => names.length < people.length))
}

/** The article at its publisher: by its DOI. */
function originalOf(article: Element): string | null {
  const ids = children(at(article, 'front', 'article-meta'), 'article-id')
  const doi = doiIn(rawText(ids.find((id) => attribute(id, 'pub-id-type') === 'doi')))
  return doi ? doiUrl(doi) : null
}

const addressOf = (id: string, part: number | undefined, here: number): string | undefined =>
  part === undefined ? undefined : part === here ? `#${id}` : `?page=${part}#${id}`

const inPart = ({ sections, ...heading }: Heading, partOf: Map<string, number>): OutlineSection => ({
  ...heading,
  part: partOf.get(heading.id) ?? 1,
  sections: sections.map((one) => inPart(one, partOf)),
})

/** Floats that a file lists apart from the text: each is placed where it is first cited, or at the end. */
class FloatsGroup {
  readonly #waiting = new Map<Element, true>()
  /** The float of the group that an element is, or is in. */
  readonly #floatOf = new Map<Element, Element>()

  constructor(groups: Element[]) {
    for (const float of groups.flatMap((group) => children(group))) {
      this.#waiting.set(float, true)
      this.#floatOf.set(float, float)
      for (const inner of children(float)) this.#floatOf.set(inner, float)
    }
  }

  /** The floats that have been cited since, in the order of their citations; captions may cite further ones. */
  place(rendering: Rendering): string[] {
    const blocks: string[] = []
    for (const target of rendering.cited.splice(0)) this.#show(this.#floatOf.get(target), rendering, blocks)
    // Rendering a caption has added to the list.
    while (rendering.cited.length) {
      for (const target of rendering.cited.splice(0)) this.#show(this.#floatOf.get(target), rendering, blocks)
    }
    return blocks
  }

  /** All that nothing has cited, and nothing in what follows will. */
  rest(rendering: Rendering, following: Element[] = []): string[] {
    const later = new Set(
      following
        .flatMap((part) => descendants(part, 'xref'))
        .flatMap(ridsOf)
        .map((id) => this.#floatById(id, rendering)),
    )
    const blocks: string[] = []
    for (const float of [...this.#waiting.keys()]) if (!later.has(float)) this.#show(float, rendering, blocks)
    return blocks
  }

  #floatById(id: string, { ids }: Rendering): Element | undefined {
    const target = ids.target(id)
    return target && this.#floatOf.get(target)
  }

  #show(float: Element | undefined, rendering: Rendering, blocks: string[]): void {
    if (!float || !this.#waiting.delete(float)) return
    blocks.push(rendering.block(float))
  }
}
