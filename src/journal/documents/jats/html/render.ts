import type { Document, Element } from '@xmldom/xmldom'
import { addAll } from '../add-all.ts'
import type { FullTextOutline, OutlineSection } from '../../../../contract/api/full-texts.ts'
import { doiUrl } from '../../../../contract/rules/articles/doi.ts'
import { at, attribute, child, children, rawText } from '../nodes.ts'
import { readStatements, statementElements } from '../statements.ts'
import { backMatter } from './back-matter.ts'
import { TABLES } from './blocks.ts'
import { FloatsGroup } from './floats-group.ts'
import { Ids, ridsOf } from './ids.ts'
import { doiIn } from './links.ts'
import { outlineFloats } from './outline.ts'
import { cutIntoParts, type Piece } from './parts.ts'
import type { Passage, RenderOptions } from './render-types.ts'
import { Rendering } from './rendering.ts'
import { sectionItems, type Heading, type SectionOptions } from './sections.ts'
import { subArticle } from './sub-articles.ts'
import { idsIn, resolveMarks } from './write.ts'

export type { FigureImage, Passage, RenderOptions } from './render-types.ts'

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
  const shown = shownElements(article)
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

/** The elements that the text is made of. */
function shownElements(article: Element): Element[] {
  const text = children(article, 'body', 'floats-group', 'back', 'sub-article', 'response')
  if (!text.some((part) => rawText(part))) return []
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
    skips: statementElements(document),
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
