import { journal } from '../../../contract/journal.ts'
import { figureName } from '../../../contract/rules/articles/pictures.ts'
import { citationPieces, citationText } from '../../../contract/rules/articles/citation/text.ts'
import { licenceName } from '../../../contract/rules/articles/citation/record.ts'
import { type Statement, STATEMENT_NAMES, STATEMENTS } from '../../../contract/rules/articles/statements.ts'
import { numberedAffiliations } from '../../../contract/rules/people/affiliations.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import type { Block } from '../jats/read/blocks.ts'
import type { JatsBody } from '../jats/read/body.ts'
import type { JatsArticle } from '../jats/read/article.ts'
import { plainText, type Run } from '../jats/model/runs.ts'
import { blocks, references } from './blocks.ts'
import { openDocument, type DocumentFacts } from './open-document.ts'
import type { Pictures } from './pictures.ts'
import { colours, full, main, page, side, styles, Sheet, collect } from './sheet.ts'
import { FontBook, TypeCase } from './fonts.ts'
import {
  citationRecordOf,
  firstPageNumber,
  link,
  placeInJournal,
  shortAuthors,
  titleInPrint,
  titleRuns,
  words,
} from './words.ts'

/** What is set besides the record and the text. */
export interface Setting {
  pictures?: Pictures
  /** Pass the same to typeset many articles faster. */
  typeCase?: TypeCase
  /** It has not been published: its date and its place in the journal are still open. */
  isProof?: boolean
  /** Of a notice: the works that it is about. */
  about?: readonly { title: string; url: string }[]
}

export interface SetArticle {
  pdf: Uint8Array
  pages: number
  /** Characters that none of the journal's fonts has: an empty box stands in their place. */
  missing: string[]
  /** Labels of figures of which there is no picture. */
  withoutPicture: string[]
}

/**
 * Typesets an article: A4, PDF/A-2a, tagged for screen readers, fonts embedded, page numbers continuing from the article's
 * first page in the volume. The output is deterministic.
 */
export async function typesetArticle(article: JatsArticle, body: JatsBody, setting: Setting = {}): Promise<SetArticle> {
  const whole = { typeCase: new TypeCase(), ...setting }
  const first = await typeset(article, body, whole, 1)
  if (!first.endsOnScrap) return first
  for (const tightness of TIGHTER) {
    const made = await typeset(article, body, whole, tightness)
    if (!made.endsOnScrap) return made
  }
  return first
}

/** If the last page has less text than this, the lines are set slightly closer to save it, if that is enough. */
const SCRAP = 110
const TIGHTER = [0.983, 0.966, 0.948]

async function typeset(
  article: JatsArticle,
  body: JatsBody,
  { typeCase, pictures, isProof = false, about = [] }: Setting & { typeCase: TypeCase },
  tightness: number,
): Promise<SetArticle & { endsOnScrap: boolean }> {
  const document = openDocument(factsOf(article))
  const bytes = collect(document)
  let pages = 0
  const fonts = new FontBook(document, typeCase)
  const sheet = new Sheet(document, fonts, tightness, () => furnish(sheet, article, ++pages), targetsOf(body))
  sheet.newPage()
  firstPage(sheet, article, body, { pictures, isProof, about })
  blocks(sheet, body.blocks, pictures)
  blocks(sheet, body.back, pictures)
  blocks(sheet, statementsAfter(article, body))
  references(sheet, body.references)
  sheet.finish()
  document.end()
  const pdf = await bytes
  return {
    ...{ pdf, pages, missing: [...fonts.missing], withoutPicture: withoutPicture(body, pictures) },
    endsOnScrap: pages > 1 && sheet.y < page.top + SCRAP,
  }
}

const factsOf = (article: JatsArticle): DocumentFacts => ({
  title: plainTitle(article.title),
  authors: article.contributors.map(({ fullName }) => fullName),
  language: article.language,
  on: article.publishedOn,
  subject: citationText(citationRecordOf(article)),
  keywords: article.keywords,
  doi: article.doi,
  licenceUrl: article.licenceUrl,
  copyright: article.copyright,
  publisher: article.source ? article.source.publisher : journal().publisher.name,
})

const withoutPicture = ({ blocks: text, back }: JatsBody, pictures: Pictures = new Map()): string[] =>
  [...text, ...back].flatMap((block) =>
    block.kind === 'figure' &&
    block.pictures.length &&
    !block.pictures.some(({ href }) => pictures.has(figureName(href)))
      ? [block.label.replace(/[.:]$/, '') || 'a picture without a label']
      : [],
  )

/** What words in the text can lead to. */
const targetsOf = ({ blocks: text, back, references: entries }: JatsBody): Set<string> =>
  new Set(
    [
      ...[...text, ...back].map((block) =>
        block.kind === 'table' ? block.table.id : block.kind === 'figure' || block.kind === 'formula' ? block.id : '',
      ),
      ...entries.map(({ id }) => id),
    ].filter(Boolean),
  )

/** Running heads from the second page on, and footers with the DOI and the page number. */
function furnish(sheet: Sheet, article: JatsArticle, pages: number): void {
  const place = (text: string, y: number, right = false) => {
    const [line] = sheet.compose(words(text), styles.running, full.width)
    if (line) sheet.line(line, right ? full.x + full.width - line.width : full.x, y, styles.running)
  }
  if (pages > 1) {
    place(shortAuthors(article), 42)
    place(titleInPrint(article), 42, true)
    sheet.rule(full.x, 56, full.width, colours.line)
  }
  const foot = page.height - 48
  if (article.doi) place(`https://doi.org/${article.doi}`, foot)
  place(String(firstPageNumber(article) + pages - 1), foot, true)
}

/** Header, title, authors; the abstract, and next to it the article details. */
function firstPage(
  sheet: Sheet,
  article: JatsArticle,
  body: JatsBody,
  {
    pictures,
    isProof,
    about,
  }: { pictures: Pictures | undefined; isProof: boolean; about: NonNullable<Setting['about']> },
): void {
  header(sheet, article, isProof)
  titleAndAuthors(sheet, article)
  sheet.artifact(() => sheet.rule(full.x, sheet.y, full.width, colours.line))
  sheet.y += 12
  const top = sheet.y
  aside(sheet, article, body, { isProof, about })
  sheet.y = top
  abstract(sheet, body, pictures)
  // The text begins below both columns, so that its headings have the side column to themselves.
  sheet.y = Math.max(sheet.y + 16, sheet.sideBottom + 14)
}

function header(sheet: Sheet, article: JatsArticle, isProof: boolean): void {
  sheet.y = 46
  sheet.element('P', () => {
    const [name] = sheet.compose(words(titleInPrint(article)), styles.header, full.width)
    const [place] = sheet.compose(words(isProof ? PROOF : placeInJournal(article)), styles.running, full.width)
    if (name) sheet.line(name, full.x, sheet.y, styles.header)
    if (place) sheet.line(place, full.x + full.width - place.width, sheet.y + 2.4, styles.running)
  })
  sheet.artifact(() => sheet.rule(full.x, sheet.y + 18, full.width, colours.accent, 1.2))
  sheet.y += 44
}

function titleAndAuthors(sheet: Sheet, article: JatsArticle): void {
  const paragraph = (tag: string, runs: Run[], style: (typeof styles)[keyof typeof styles], after: number) => {
    const lines = sheet.compose(runs, style, full.width)
    if (!lines.length) return
    sheet.element(tag, () => sheet.flow(lines, full.x, style))
    sheet.y += after
  }
  const { affiliations, numbers } = numberedAffiliations(article.contributors)
  const numbered = affiliations.length > 1
  const authors = article.contributors.flatMap((contributor, index): Run[] => {
    const marks = [...(numbered ? numbers[index]! : []).map(String), ...(contributor.corresponding ? ['*'] : [])].join(
      ',',
    )
    return [...words(`${index ? ', ' : ''}${unbroken(contributor.fullName)}`), ...words(marks, 'sup')]
  })
  paragraph('P', words(article.category), styles.heading, 8)
  paragraph('H1', titleRuns(article.title), styles.title, 12)
  paragraph('P', authors, styles.authors, 7)
  for (const [index, { line }] of affiliations.entries()) {
    paragraph('P', [...words(numbered ? `${index + 1}\u00a0` : '', 'sup'), ...words(line)], styles.affiliations, 0)
  }
  sheet.y += 12
}

/** Initials stay with the name they belong to: 'A. J.'; long names may be split. */
const unbroken = (name: string): string => name.replace(/(?<=\b\p{Lu}\.?) (?=\p{Lu})/gu, '\u00a0')

/** In place of where the article is in the journal. */
const PROOF = 'Proof, not yet published'

function aside(
  sheet: Sheet,
  article: JatsArticle,
  body: JatsBody,
  { isProof, about }: { isProof: boolean; about: NonNullable<Setting['about']> },
): void {
  const entry = (label: string, ...paragraphs: Run[][]) => {
    const kept = paragraphs.filter((runs) => runs.length)
    if (!kept.length) return
    sheet.element('P', () => {
      sheet.y = sheet.lines(sheet.compose(words(label), styles.label, side.width), side.x, sheet.y, styles.label)
      for (const runs of kept) {
        sheet.y = sheet.lines(sheet.compose(runs, styles.note, side.width), side.x, sheet.y, styles.note)
      }
    })
    sheet.y += 7
  }
  const dated = (label: string, date: string | null) => (date ? words(`${label} ${longDate(date)}`) : [])
  const corresponding = article.contributors.filter((contributor) => contributor.corresponding)
  entry(
    'Dates',
    dated('Received', article.receivedOn),
    dated('Revised', article.revisedOn),
    dated('Accepted', article.acceptedOn),
    isProof ? [] : dated('Published', article.publishedOn),
  )
  // As many as the column holds; the text names them all.
  if (about.length) {
    entry(
      'This notice is about',
      ...about.slice(0, 5).flatMap(({ title, url }) => [words(shortened(title)), link(url)]),
    )
  }
  entry(
    corresponding.length > 1 ? '* Corresponding authors' : '* Corresponding author',
    ...corresponding.flatMap(({ fullName, email }) => [
      words(fullName),
      ...(email ? [link(email, `mailto:${email}`)] : []),
    ]),
  )
  entry('Copyright and licence', words(article.copyright ?? ''), licence(article), publisher(article))
  entry(
    'Cite as',
    citationPieces(citationRecordOf(article)).map(({ text, marks, href }) => ({
      text,
      marks,
      ...(href ? { href } : {}),
    })),
  )
  for (const [name, statement] of statementsOf(article, body)) {
    if (isShort(statement)) entry(STATEMENTS[name].heading, ...statement.split('\n\n').map((part) => words(part)))
  }
  for (const note of body.notes) {
    if (!Object.values(article.statements).includes(plainText(note))) entry('Note', note)
  }
  sheet.sideBottom = sheet.y
}

/** What the record states and the text does not. */
function statementsOf({ statements }: JatsArticle, { back }: JatsBody): [name: Statement, text: string][] {
  const text = back.map((block) => ('runs' in block ? plainText(block.runs) : '')).join('\n\n')
  return STATEMENT_NAMES.flatMap((name) => {
    const statement = statements[name]
    return statement && !text.includes(statement) ? [[name, statement]] : []
  })
}

const shortened = (title: string): string => (title.length > 120 ? `${title.slice(0, 119).toWellFormed()}…` : title)

/** The side column of the first page has no room for more. */
const isShort = (statement: string): boolean => statement.length <= 320

const statementsAfter = (article: JatsArticle, body: JatsBody): Block[] =>
  statementsOf(article, body).flatMap(([name, statement]): Block[] =>
    isShort(statement)
      ? []
      : [
          { kind: 'heading', level: 1, runs: words(STATEMENTS[name].heading) },
          ...statement.split('\n\n').map((part): Block => ({ kind: 'paragraph', runs: words(part) })),
        ],
  )

function licence({ licenceUrl }: JatsArticle): Run[] {
  if (!licenceUrl) return []
  const name =
    licenceUrl === journal().licence.url
      ? `${journal().licence.name} (${journal().licence.shortName.replaceAll(' ', '\u00a0')})`
      : licenceName(licenceUrl)
  return [...words(`Open access under ${name}: `), ...link(licenceUrl)]
}

function abstract(sheet: Sheet, body: JatsBody, pictures: Pictures | undefined): void {
  const label = (text: string) => {
    sheet.element('H2', () => {
      sheet.y = sheet.lines(sheet.compose(words(text), styles.heading, main.width), main.x, sheet.y, styles.heading)
    })
    sheet.y += 3
  }
  if (body.abstract.length) {
    label('Abstract')
    blocks(
      sheet,
      body.abstract.map((block) => (block.kind === 'heading' ? { ...block, level: 3 } : block)),
      pictures,
    )
  }
  if (body.keywords.length) {
    sheet.y += 8
    label('Keywords')
    const keywords = body.keywords.flatMap((keyword, index) => [...words(index ? ', ' : ''), ...keyword])
    const lines = sheet.compose(keywords, { ...styles.body, justified: false }, main.width)
    sheet.element('P', () => sheet.flow(lines, main.x, styles.body))
  }
}

function publisher({ source }: JatsArticle): Run[] {
  const name = source ? source.publisher : journal().publisher.name
  return name ? words(`Published by ${name.replace(/\.$/, '')}.`) : []
}
