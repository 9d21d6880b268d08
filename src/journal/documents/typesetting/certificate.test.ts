import { describe, expect, test } from 'vitest'
import { journal } from '../../../../journal.config.ts'
import { pdfFindings } from '../pdf/pdf-findings.ts'
import { pdfPages } from '../pdf/pdf-text.ts'
import { NAME_NOT_PRINTABLE, reviewCertificate } from './certificate.ts'

/** The text of its pages, as another program reads it. */
async function textOf(pdf: Uint8Array): Promise<string[]> {
  const pages = await pdfPages(pdf)
  return pages.map((lines) =>
    lines
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' '),
  )
}
const CERTIFICATE = { reviewer: 'Ayesha Qureshi', on: '2026-11-22' }

describe('a certificate of review', () => {
  test('says on one page who reviewed for the journal, and when; not what, nor the day', async () => {
    const pages = await textOf(await reviewCertificate(CERTIFICATE))
    expect(pages).toHaveLength(1)
    const [text] = pages
    expect(text).toContain('Ayesha Qureshi')
    expect(text).toContain(`reviewed a manuscript for the ${journal.name} in November 2026.`)
    expect(text).toContain(journal.society.name)
    expect(text).not.toMatch(/22|“/)
  })

  test('names the manuscript if asked to', async () => {
    const [text] = await textOf(await reviewCertificate({ ...CERTIFICATE, title: 'Light in <i>Carex</i>' }))
    expect(text).toContain('reviewed the manuscript “Light in Carex” for the')
  })

  test('is whole, tagged, and only shows a page', async () => {
    const pdf = await reviewCertificate(CERTIFICATE)
    expect(await pdfFindings(pdf)).toEqual([])
    const raw = Buffer.from(pdf).toString('latin1')
    for (const mark of ['%PDF-1.7', '/Marked true', '/S /H1', '/Lang (en)', '/FontFile2', '/ToUnicode']) {
      expect(raw, mark).toContain(mark)
    }
  })

  test('is the same bytes each time', async () => {
    const [one, two] = await Promise.all([reviewCertificate(CERTIFICATE), reviewCertificate(CERTIFICATE)])
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true)
  })

  test.each([
    'Željko Šarić-Brønsted',
    'Nguyễn Thị Hòa',
    'Αθηνά Παπαδοπούλου',
    'Ольга Иванова',
    'e\u0301lodie',
    'A'.repeat(60),
    'Maria da Conceição '.repeat(10).trim(),
  ])('can be for %s', async (reviewer) => {
    const [text, ...more] = await textOf(await reviewCertificate({ ...CERTIFICATE, reviewer }))
    expect(more).toEqual([])
    expect(text!.replaceAll(' ', '')).toContain(reviewer.normalize('NFC').replaceAll(' ', ''))
  })

  test.each(['王小明', 'عائشة قریشی', ' '])('is refused for %s with what to do', async (reviewer) => {
    await expect(reviewCertificate({ ...CERTIFICATE, reviewer })).rejects.toMatchObject({
      kind: 'invalid',
      errors: { name: NAME_NOT_PRINTABLE },
    })
  })
})
