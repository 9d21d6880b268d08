import { journal } from '../../../contract/journal.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { moneyInWords } from '../../../contract/rules/fees/money.ts'
import { inNormalForm } from '../../../contract/rules/text/plain-text.ts'
import type { Run } from '../jats/model/runs.ts'
import type { Line, TextStyle } from './compose.ts'
import { FontBook, TypeCase } from './fonts.ts'
import { openDocument } from './open-document.ts'
import { collect, colours, full, page, Sheet, type Structure, styles } from './sheet.ts'
import { titleRuns, words } from './words.ts'

/** What an invoice or a credit note says: all of it is as it was on its day. */
export interface InvoiceToPrint {
  number: string
  /** The invoice that this one takes back. */
  credits: string | null
  payer: string
  address: string
  issuedOn: string
  dueOn: string | null
  title: string
  manuscript: string
  acceptedOn: string | null
  currency: string
  /** In the smallest unit of the currency. */
  lines: readonly { words: string; minor: number }[]
  total: number
  payTo: string
  journal: string
  publisher: string
  publisherAddress: string
  contact: string
}

const serif = (size: number, leading: number, more: Partial<TextStyle> = {}): TextStyle => ({
  ...{ family: 'serif', size, leading, colour: colours.ink },
  ...more,
})
const STYLE = {
  journal: serif(15, 20, { bold: true }),
  title: serif(23, 30, { bold: true }),
  text: serif(11, 16),
  label: serif(11, 16, { colour: colours.muted }),
  total: serif(11, 16, { bold: true }),
  foot: { ...styles.affiliations, size: 8.6, leading: 12.6 },
} satisfies Record<string, TextStyle>

/** Names are in a column of their own; amounts end at the right edge. */
const LABEL_WIDTH = 110
const value = { x: full.x + LABEL_WIDTH, width: full.width - LABEL_WIDTH }
const AMOUNT_WIDTH = 120
const GAP = 14
const FROM_FOOT = 54

const SPRIG = [
  ['M12 27V9', ''],
  ['M12 19C5 19 3 14.5 3 11c5 0 9 2.5 9 8z', '#d7e5db'],
  ['M12 15c0-5 3.5-7.5 9-7.5C21 11.5 18.5 15 12 15z', '#d7e5db'],
  ['M12 9c-2.5-2-2.5-5 0-8 2.5 3 2.5 6 0 8z', colours.accent],
] as const

const CREDIT_NOTE = 'It takes back the invoice as a whole. Nothing is to be paid for that invoice any more.'
const FEE_NOTE =
  'This fee was fixed when the manuscript was submitted and played no part in the decision. We never ask for payment by card or in a message.'
const ASK_HOW = 'The editorial office writes to you about the ways to pay.'

/** An invoice or a credit note on A4: tagged, with its fonts embedded, and the same bytes each time. */
export async function invoicePdf(invoice: InvoiceToPrint): Promise<Uint8Array> {
  const name = `${invoice.credits === null ? 'Invoice' : 'Credit note'} ${invoice.number}`
  const document = openDocument({
    ...{ title: name, authors: [invoice.journal], language: journal().language, on: invoice.issuedOn },
  })
  const bytes = collect(document)
  const sheet = new Sheet(document, new FontBook(document, new TypeCase()), 1, () => {})
  sheet.newPage()
  head(sheet, invoice.journal)
  paragraph(sheet, 'H1', words(name), STYLE.title, 16)
  facts(sheet, invoice)
  amounts(sheet, invoice)
  if (invoice.credits === null) {
    row(sheet, 'Pay to', textLines(sheet, `${invoice.payTo || ASK_HOW}\nReference ${invoice.number}`))
    sheet.y += GAP
    paragraph(sheet, 'P', words(FEE_NOTE), STYLE.text, 0)
  } else paragraph(sheet, 'P', words(CREDIT_NOTE), STYLE.text, 0)
  foot(sheet, invoice)
  sheet.finish()
  document.end()
  return bytes
}

/** Whether the journal's fonts have every letter of a text; others would be set as empty boxes. */
export function isPrintable(text: string): boolean {
  const document = openDocument({ title: '', authors: [], language: journal().language, on: '2000-01-01' })
  const fonts = new FontBook(document, new TypeCase())
  fonts.stretches(inNormalForm(text, 'NFC').replace(/\s+/g, ' '), 'serif')
  return fonts.missing.size === 0
}

function head(sheet: Sheet, name: string): void {
  sheet.y = 64
  const named = sheet.compose(words(name), STYLE.journal, full.width - 40)
  sheet.artifact(() => sprig(sheet.document, full.x + full.width - 24, sheet.y - 8))
  sheet.element('P', () => sheet.flow(named, full.x, STYLE.journal))
  sheet.y += 10
  sheet.artifact(() => sheet.rule(full.x, sheet.y, full.width, colours.accent, 1.2))
  sheet.y += 28
}

/** The drawn sprig that is the journal's sign, as on its pages. */
function sprig(document: PDFKit.PDFDocument, x: number, y: number): void {
  document.save().translate(x, y).lineWidth(1.6).lineCap('round').strokeColor(colours.accent)
  for (const [path, fill] of SPRIG) {
    document.path(path)
    if (fill) document.fillAndStroke(fill, colours.accent)
    else document.stroke()
  }
  document.restore()
}

function paragraph(sheet: Sheet, tag: string, runs: Run[], style: TextStyle, after: number): void {
  sheet.element(tag, () => sheet.flow(sheet.compose(runs, style, full.width), full.x, style))
  sheet.y += after
}

/** The lines of a text of several. */
const textLines = (sheet: Sheet, text: string): Line[] =>
  text
    .split('\n')
    .filter((part) => part.trim())
    .flatMap((part) => sheet.compose(words(part.trim()), STYLE.text, value.width))

/** What something is called at the left, and what it is beside that. */
function row(sheet: Sheet, label: string, lines: Line[]): void {
  sheet.need(Math.min(lines.length, 2) * STYLE.text.leading)
  sheet.element('P', () => {
    const [first] = sheet.compose(words(`${label} `), STYLE.label, LABEL_WIDTH)
    if (first) sheet.line(first, full.x, sheet.y, STYLE.label)
    sheet.flow(lines, value.x, STYLE.text)
  })
  sheet.y += 3
}

function facts(
  sheet: Sheet,
  { payer, address, issuedOn, dueOn, credits, title, manuscript, acceptedOn }: InvoiceToPrint,
) {
  row(sheet, 'To', textLines(sheet, `${payer}\n${address}`))
  row(sheet, 'Date', textLines(sheet, longDate(issuedOn)))
  if (dueOn !== null) row(sheet, 'Due', textLines(sheet, longDate(dueOn)))
  if (credits !== null) row(sheet, 'Takes back', textLines(sheet, `Invoice ${credits}`))
  const about = `, ${manuscript}${acceptedOn === null ? '' : `, accepted ${longDate(acceptedOn)}`}`
  row(sheet, 'Article', sheet.compose([...titleRuns(title), ...words(about)], STYLE.text, value.width))
  sheet.y += GAP
}

/** What is to be paid, as a table with its sum. */
function amounts(sheet: Sheet, { lines, currency, total, credits }: InvoiceToPrint): void {
  const cells = (table: Structure, what: string, amount: string, style: TextStyle, tag: 'TH' | 'TD') => {
    const composed = sheet.compose(words(what), style, full.width - AMOUNT_WIDTH - GAP)
    const [sum] = sheet.compose(words(amount), style, full.width)
    sheet.need(composed.length * style.leading)
    const scope = tag === 'TH' ? ({ Scope: 'Column' } as const) : {}
    const draw = (tr: Structure) => {
      const top = sheet.y
      sheet.element(tag, () => sheet.flow(composed, full.x, style), tr, scope)
      const toRight = () => sum && sheet.line(sum, full.x + full.width - sum.width, top, style)
      sheet.element(tag, () => void toRight(), tr, scope)
    }
    sheet.group('TR', draw, table)
    sheet.y += 5
  }
  const rule = (weight = 0.5) => {
    sheet.artifact(() => sheet.rule(full.x, sheet.y, full.width, weight > 0.5 ? colours.ink : colours.line, weight))
    sheet.y += 5
  }
  sheet.group('Table', (table) => {
    cells(table, 'For', 'Amount', STYLE.label, 'TH')
    rule()
    for (const { words: what, minor } of lines) {
      cells(table, what, moneyInWords({ currency, minor }), STYLE.text, 'TD')
      rule()
    }
    cells(table, 'Tax', 'none', STYLE.text, 'TD')
    rule()
    const sum = credits === null ? 'To be paid' : 'Credited'
    cells(table, sum, moneyInWords({ currency, minor: total }), STYLE.total, 'TD')
    rule(1)
  })
  sheet.y += GAP
}

function foot(sheet: Sheet, { publisher, publisherAddress, contact }: InvoiceToPrint): void {
  const lines = [`Published by the ${publisher}`, publisherAddress, contact].flatMap((text) =>
    sheet.compose(words(text), STYLE.foot, full.width),
  )
  const height = lines.length * STYLE.foot.leading
  sheet.need(height + 24)
  const top = page.height - FROM_FOOT - height
  sheet.artifact(() => sheet.rule(full.x, top - 12, full.width, colours.line))
  sheet.element('P', () => sheet.lines(lines, full.x, top, STYLE.foot))
}
