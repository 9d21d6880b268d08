import PDFDocument from 'pdfkit'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { citationText } from '../../../contract/rules/articles/citation/text.ts'
import { journal } from '../../../../journal.config.ts'
import type { JatsBody } from '../jats/body.ts'
import type { JatsArticle } from '../jats/read.ts'
import { blocks, references } from './blocks.ts'
import { collect } from './collect.ts'
import { colours, full, page, styles } from './design.ts'
import { firstPage } from './first-page.ts'
import { FontBook, TypeCase } from './fonts.ts'
import { Sheet } from './sheet.ts'
import { citationRecordOf, firstPageNumber, shortAuthors, words } from './words.ts'

/**
 * Typesets an article: A4, tagged for screen readers, fonts embedded, page numbers continuing from the
 * article's first page in the volume. The output is deterministic. Pass the same `typeCase` to typeset many
 * articles faster.
 */
export async function typesetArticle(
  article: JatsArticle,
  body: JatsBody,
  typeCase = new TypeCase(),
): Promise<Uint8Array> {
  const first = await typeset(article, body, typeCase, 1)
  if (!first.endsOnScrap) return first.bytes
  for (const tightness of TIGHTER) {
    const made = await typeset(article, body, typeCase, tightness)
    if (!made.endsOnScrap) return made.bytes
  }
  return first.bytes
}

/** If the last page has less text than this, the lines are set slightly closer to save it, if that is enough. */
const SCRAP = 110
const TIGHTER = [0.983, 0.966, 0.948]

async function typeset(article: JatsArticle, body: JatsBody, typeCase: TypeCase, tightness: number) {
  const document = openDocument(article)
  const bytes = collect(document)
  let pages = 0
  const sheet = new Sheet(document, new FontBook(document, typeCase), tightness, () => furnish(sheet, article, ++pages))
  sheet.newPage()
  firstPage(sheet, article, body)
  blocks(sheet, body.blocks)
  blocks(sheet, body.back)
  references(sheet, body.references)
  sheet.finish()
  document.end()
  return { bytes: await bytes, endsOnScrap: pages > 1 && sheet.y < page.top + SCRAP }
}

function openDocument(article: JatsArticle): PDFKit.PDFDocument {
  const date = new Date(`${article.publishedOn}T00:00:00Z`)
  return new PDFDocument({
    size: 'A4',
    // Lines are placed by this module; pdfkit must not add pages of its own.
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: article.language,
    info: {
      Title: plainTitle(article.title),
      Author: article.contributors.map(({ fullName }) => fullName).join('; '),
      Subject: citationText(citationRecordOf(article)),
      Keywords: article.keywords.join(', '),
      Creator: journal.name,
      Producer: journal.name,
      CreationDate: date,
      ModDate: date,
    },
  })
}

/** Running heads from the second page on, and footers with the DOI and the page number. */
function furnish(sheet: Sheet, article: JatsArticle, pages: number): void {
  const place = (text: string, y: number, right = false) => {
    const [line] = sheet.compose(words(text), styles.running, full.width)
    if (line) sheet.line(line, right ? full.x + full.width - line.width : full.x, y, styles.running)
  }
  if (pages > 1) {
    place(shortAuthors(article), 42)
    place(article.source?.journal ?? journal.name, 42, true)
    sheet.rule(full.x, 56, full.width, colours.line)
  }
  const foot = page.height - 48
  if (article.doi) place(`https://doi.org/${article.doi}`, foot)
  place(String(firstPageNumber(article) + pages - 1), foot, true)
}
