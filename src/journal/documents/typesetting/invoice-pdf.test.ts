import { describe, expect, test } from 'vitest'
import { pdfFindings } from '../pdf/pdf-findings.ts'
import { pdfPages } from '../pdf/pdf-text.ts'
import { invoicePdf, type InvoiceToPrint, isPrintable } from './invoice-pdf.ts'

const INVOICE: InvoiceToPrint = {
  ...{ number: 'JPBR-2026-0039', credits: null, payer: 'Dolma Sherpa', issuedOn: '2026-06-15', dueOn: '2026-07-15' },
  address: 'Department of Ecology, Sample University of Solukhumbu\nSalleri, Nepal',
  title: 'Nectar robbing and seed set in <i>Salvia nubicola</i> above the tree line',
  ...{ manuscript: '2026-021', acceptedOn: '2026-06-15', currency: 'USD', total: 8000, payTo: '' },
  lines: [
    { words: 'Publication fee, international authors, as of the day of submission, April 30, 2026', minor: 10_000 },
    { words: 'Reduced, as agreed', minor: -2000 },
  ],
  ...{ journal: 'Journal of Plants', publisher: 'Plant Society', publisherAddress: '1 Herbarium Road, Multan' },
  contact: 'editor@example.org',
}
const textOf = async (invoice: InvoiceToPrint): Promise<string[]> =>
  (await pdfPages(await invoicePdf(invoice))).map((lines) =>
    lines
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' '),
  )

describe('an invoice', () => {
  test('says on one page who pays, what for, how much and until when', async () => {
    const pages = await textOf(INVOICE)
    expect(pages).toHaveLength(1)
    for (const words of ['Invoice JPBR-2026-0039', 'Dolma Sherpa', 'Salleri, Nepal', 'June 15, 2026', 'July 15, 2026'])
      expect(pages[0]).toContain(words)
    for (const words of [
      'Salvia nubicola',
      '2026-021',
      'USD 100',
      '−USD 20',
      'USD 80',
      'Journal of Plants',
      'Reference',
    ])
      expect(pages[0]!.replaceAll('USD −20', '−USD 20')).toContain(words)
  })

  test('that is credited is named by the credit note', async () => {
    const [text] = await textOf({ ...INVOICE, number: 'JPBR-2026-0040', credits: 'JPBR-2026-0039', dueOn: null })
    expect(text).toContain('Credit note JPBR-2026-0040')
    expect(text).toContain('Invoice JPBR-2026-0039')
    expect(text).not.toMatch(/Due|Pay to|To be paid/)
  })

  test('is whole, tagged and only shows a page, whatever is written in it', async () => {
    const hostile = '<script>alert(1)</script> =cmd|A1 (\\) /JS %%EOF '.repeat(6)
    const pdf = await invoicePdf({ ...INVOICE, payer: hostile.slice(0, 300), address: 'W'.repeat(600), title: hostile })
    expect(await pdfFindings(pdf)).toEqual([])
    const raw = Buffer.from(pdf).toString('latin1')
    for (const mark of ['/Marked true', '/S /H1', '/S /Table', '/FontFile2']) expect(raw, mark).toContain(mark)
    const [first] = await textOf({ ...INVOICE, payer: hostile.slice(0, 300) })
    expect(first).toContain('<script>alert(1)</script>')
  })

  test('is the same file each time', async () => {
    expect(Buffer.from(await invoicePdf(INVOICE)).equals(await invoicePdf(INVOICE))).toBe(true)
  })

  test.each([
    ['Łukasz Żółć, Αθήνα, Киев', true],
    ['Khurshid Alam Orakzai\nPeshawar', true],
    ['خورشید', false],
    ['植物', false],
  ])('whether %s can be printed is %s', (text, is) => expect(isPrintable(text)).toBe(is))
})
