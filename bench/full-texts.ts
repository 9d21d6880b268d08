import { nameOf, prose, type Random } from './texts.ts'
import { parseJats } from '../src/journal/documents/jats/model/parse.ts'
import { renderFullText, type RenderedText } from '../src/journal/documents/jats/html/render.ts'
import { RENDERER } from '../src/journal/publication/full-text/stored-text.ts'

/** Different texts; each article has one of them. */
const TEXTS = 24
/** At most so many articles of an archive have a full text: 100,000 would take ten gigabytes. */
const MOST = 3_000

/** Rows for the full text of an article, if it has one. */
export type TextOf = (index: number, articleId: string) => ReturnType<typeof rowsOf> | null

/**
 * Full texts as real articles have them: 5 sections, 5 figures without pictures, 2 tables, 50 references, 70 KB of HTML
 * on average. They are rendered from JATS as the importer does.
 */
export function fullTexts(random: Random, articles: number): TextOf {
  const texts = Array.from({ length: TEXTS }, () =>
    renderFullText(parseJats(Buffer.from(jatsOf(random))), { image: () => undefined })!,
  )
  const every = Math.ceil(articles / MOST)
  return (index, id) => (index % every === 0 ? rowsOf(texts[index % TEXTS]!, id) : null)
}

const rowsOf = ({ outline, passages, parts }: RenderedText, article_id: string) => ({
  text: {
    article_id,
    renderer: RENDERER,
    outline: JSON.stringify(outline),
    passages: JSON.stringify(passages),
  },
  parts: parts.map((html, index) => ({ article_id, part: index + 1, html })),
})

const SECTIONS = ['Introduction', 'Materials and methods', 'Results', 'Discussion', 'Conclusions']
const REFERENCES = 50

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_each, index) => make(index)).join('')

function jatsOf(random: Random): string {
  const cite = () => {
    const at = random.between(1, REFERENCES)
    return `<xref ref-type="bibr" rid="r${at}">${at}</xref>`
  }
  const paragraph = () =>
    `<p>${prose(random, random.between(300, 1_400))} <italic>Acacia nilotica</italic> [${cite()}].</p>`
  const figure = (at: number) =>
    `<fig id="f${at}"><label>Figure ${at}</label><caption><p>${prose(random, 300)}</p></caption><graphic xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="f${at}"/></fig>`
  const table = (at: number) =>
    `<table-wrap id="t${at}"><label>Table ${at}</label><caption><p>${prose(random, 90)}</p></caption><table><thead><tr>${many(6, (column) => `<th>Head ${column}</th>`)}</tr></thead><tbody>${many(random.between(8, 24), () => `<tr>${many(6, () => `<td>${random.between(1, 900) / 10}</td>`)}</tr>`)}</tbody></table></table-wrap>`
  const reference = (at: number) => {
    const { familyName, givenNames } = nameOf(random)
    return `<ref id="r${at}"><label>${at}</label><mixed-citation><name><surname>${familyName}</surname><given-names>${givenNames}</given-names></name>. <article-title>${prose(random, 80)}</article-title>. <source>Annals of Botany</source> <volume>${at}</volume>:${at}. <pub-id pub-id-type="doi">10.5555/reference.${at}</pub-id></mixed-citation></ref>`
  }
  let figures = 0
  const section = (title: string) =>
    `<sec><title>${title}</title>${many(random.between(2, 5), paragraph)}<sec><title>${title} in detail</title>${many(random.between(2, 5), paragraph)}<p>See <xref ref-type="fig" rid="f${++figures}">Figure ${figures}</xref>.</p>${figure(figures)}</sec></sec>`
  return `<article><front><article-meta><title-group><article-title>Text</article-title></title-group></article-meta></front><body>${SECTIONS.map(section).join('')}${table(1)}${table(2)}</body><back><ref-list><title>References</title>${many(REFERENCES, (index) => reference(index + 1))}</ref-list></back></article>`
}
