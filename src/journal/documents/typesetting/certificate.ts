import { issnsInWords, titleOn } from '../../../contract/rules/articles/titles.ts'
import { type JournalTitle, journal } from '../../../contract/journal.ts'
import { inNormalForm } from '../../../contract/rules/text/plain-text.ts'
import { speciesFor } from '../../../contract/rules/site/plants.ts'
import { invalid } from '../../../platform/errors.ts'
import { drawPlant } from '../../../platform/plants/draw-plant.ts'
import type { Run } from '../jats/model/runs.ts'
import type { TextStyle } from './compose.ts'
import { openDocument } from './open-document.ts'
import { colours, full, page, styles, Sheet, collect } from './sheet.ts'
import { FontBook, TypeCase } from './fonts.ts'
import { titleRuns, words } from './words.ts'

export interface Certificate {
  /** As it is to be printed. */
  reviewer: string
  /** The day of the report; only month and year are printed. */
  on: string
  /** With it the certificate tells who reviewed what: only where reviewers are named anyway. */
  title?: string
}

export const NAME_NOT_PRINTABLE =
  'A certificate can show names in Latin, Greek and Cyrillic letters. Please write your name in Latin letters.'

const SIZE = { plant: 300, top: 470 }
const certificateStyles = {
  heading: { ...styles.heading, size: 12, leading: 18 },
  text: { ...styles.authors, size: 13.5, leading: 20, balanced: true },
  small: { ...styles.affiliations, size: 8.6, leading: 12.6 },
} satisfies Record<string, TextStyle>

/**
 * A page that a reviewer can show: who reviewed for the journal, in which month. Tagged, with its fonts embedded,
 * and the same bytes each time. Throws a DomainError if the journal's fonts lack letters of the name.
 */
export async function reviewCertificate({ reviewer, on, title }: Certificate): Promise<Uint8Array> {
  const journalThen = titleOn(on, journal())
  const name = inNormalForm(reviewer, 'NFC').replace(/\s+/g, ' ').trim()
  const document = openDocument({
    title: 'Certificate of review',
    authors: [journalThen.name],
    language: journal().language,
    // The day stays as unknown as on the page.
    on: `${on.slice(0, 7)}-01`,
  })
  const bytes = collect(document)
  const sheet = new Sheet(document, new FontBook(document, new TypeCase()), 1, () => {})
  if (!isPrintable(name, sheet.fonts)) throw invalid('name', NAME_NOT_PRINTABLE)
  sheet.newPage()
  header(sheet, journalThen)
  sheet.artifact(() => plantPicture(document, name))
  sheet.y = SIZE.top
  const paragraph = (tag: string, runs: Run[], style: TextStyle, after: number) => {
    sheet.element(tag, () => sheet.flow(sheet.compose(runs, style, full.width), full.x, style))
    sheet.y += after
  }
  const { heading, text, small } = certificateStyles
  paragraph('H1', words('Certificate of review'), heading, 10)
  paragraph('P', words(name), nameStyleFor(name, sheet), 10)
  const what = title
    ? [...words('reviewed the manuscript “'), ...titleRuns(title), ...words('”')]
    : words('reviewed a manuscript')
  paragraph('P', [...what, ...words(` for the ${journalThen.name} in ${monthOf(on)}.`)], text, 10)
  paragraph('P', words(`The ${journal().society.name} thanks its reviewers for their time and their care.`), text, 0)
  foot(sheet, small)
  sheet.finish()
  document.end()
  return bytes
}

/** As large as fits on two lines. */
function nameStyleFor(name: string, sheet: Sheet): TextStyle {
  const sized = (size: number): TextStyle => ({ ...styles.title, size, leading: size * 1.25 })
  const fits = (style: TextStyle) => {
    const lines = sheet.compose(words(name), style, full.width)
    return lines.length <= 2 && lines.every(({ width }) => width <= full.width)
  }
  return [30, 24, 18, 13].map(sized).find(fits) ?? sized(8)
}

/** Every letter is in one of the fonts; others would be set as empty boxes. */
const isPrintable = (name: string, fonts: FontBook): boolean =>
  name !== '' &&
  fonts
    .stretches(name, 'serif-bold')
    .map(({ text }) => text)
    .join('') === name

const monthOf = (on: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${on.slice(0, 7)}-01`),
  )

function header(sheet: Sheet, then: JournalTitle): void {
  sheet.y = 46
  sheet.element('P', () => {
    const [name] = sheet.compose(words(then.name), styles.header, full.width)
    const [issn] = sheet.compose(words(issnsInWords(then)), styles.running, full.width)
    if (name) sheet.line(name, full.x, sheet.y, styles.header)
    if (issn) sheet.line(issn, full.x + full.width - issn.width, sheet.y + 2.4, styles.running)
  })
  sheet.artifact(() => sheet.rule(full.x, sheet.y + 18, full.width, colours.accent, 1.2))
}

/** The picture of a plant, each reviewer's own, as where an article has no picture. */
function plantPicture(document: PDFKit.PDFDocument, name: string): void {
  const { paths, bloom } = drawPlant(name.toLowerCase(), speciesFor(name))
  const [ink, wash, flower] = ['#24442f', '#bfdab8', '#a12a3b']
  // The drawing's grid: half units of a sheet of 240 by 320.
  const scale = SIZE.plant / 480
  document
    .save()
    .translate(full.x + full.width - SIZE.plant, 78)
    .scale(scale)
    .lineCap('round')
    .lineJoin('round')
  if (paths.wash) document.path(paths.wash).fill(wash)
  for (const [kind, width] of [
    ['leaf', 1.8],
    ['twig', 2.2],
    ['stem', 3.6],
  ] as const) {
    if (paths[kind]) document.lineWidth(width).strokeColor(ink).path(paths[kind]).stroke()
  }
  const petals = bloom === 'bloom' ? '#ecd4d7' : bloom === 'seed' ? wash : '#ffffff'
  if (paths.petal) {
    document
      .lineWidth(1.9)
      .path(paths.petal)
      .fillAndStroke(petals, bloom === 'bloom' ? flower : ink)
  }
  if (paths.dot)
    document
      .lineWidth(7.6)
      .strokeColor(bloom === 'seed' ? ink : flower)
      .path(paths.dot)
      .stroke()
  document.restore()
}

function foot(sheet: Sheet, style: TextStyle): void {
  const { publisher, contact } = journal()
  const lines = [publisher.name, publisher.address, `Questions about this certificate: ${contact.email}`].flatMap(
    (text) => sheet.compose(words(text), style, full.width),
  )
  const top = page.height - 54 - lines.length * style.leading
  sheet.artifact(() => sheet.rule(full.x, top - 12, full.width, colours.line))
  sheet.element('P', () => sheet.lines(lines, full.x, top, style))
}
