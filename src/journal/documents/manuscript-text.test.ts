import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { anArchive, SHEET_TYPE, sheetParts, W, wordParts, WORD_TYPE } from '../../../tests/support/office-files.ts'
import { aRealPdf } from '../../../tests/support/pdf-files.ts'
import { readManuscriptText } from './manuscript-text.ts'
import { MOST_CHARACTERS, UNAVAILABLE, type ManuscriptText } from './plain-text.ts'

async function read(content: Buffer, mediaType: string): Promise<ManuscriptText> {
  const text = await readManuscriptText(content, mediaType)
  if ('unavailable' in text) throw new Error(text.unavailable)
  return text
}
const word = (body: string) =>
  anArchive({ ...wordParts('Someone'), 'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>` })
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`

describe('the text of a Word document', () => {
  test('has its headings, the changes accepted, then its notes', async () => {
    const { paragraphs, words, isShortened } = await read(anArchive(wordParts('Someone')), WORD_TYPE)
    expect(paragraphs).toEqual([
      { text: 'Leaves in spring', style: 'heading' },
      { text: 'added words', style: 'text' },
      { text: 'movedThe leaves open & close', style: 'text' },
      { text: 'the file', style: 'text' },
      { text: 'added words', style: 'text' },
    ])
    expect([words, isShortened]).toEqual([13, false])
  })

  test.each([
    [
      'cells of tables',
      `<w:tbl><w:tr><w:tc><w:p>${run('a')}</w:p></w:tc><w:tc><w:p>${run('b')}</w:p></w:tc></w:tr></w:tbl>`,
      ['a', 'b'],
    ],
    ['breaks and tabs', `<w:p><w:r><w:t>a</w:t><w:br/><w:t>b</w:t><w:tab/><w:t>c</w:t></w:r></w:p>`, ['a b c']],
    [
      'a text box, once',
      `<w:p>${run('a ')}<mc:AlternateContent xmlns:mc="m"><mc:Choice><w:txbxContent><w:p>${run('box')}</w:p></w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p>${run('box')}</w:p></w:txbxContent></mc:Fallback></mc:AlternateContent>${run('b')}</w:p>`,
      ['a b', 'box'],
    ],
    ['markup as text', `<w:p>${run('&lt;script&gt;alert(1)&lt;/script&gt;')}</w:p>`, ['<script>alert(1)</script>']],
    ['no marks that turn the direction', `<w:p>${run('a\u202eb')}</w:p>`, ['ab']],
  ])('%s', async (_what, body, texts) => {
    const { paragraphs } = await read(word(body), WORD_TYPE)
    expect(paragraphs.slice(0, texts.length).map(({ text }) => text)).toEqual(texts)
  })
})

describe('the text of a PDF', () => {
  async function pdf(pages: [text: string, y: number, size?: number][][]): Promise<Buffer> {
    const document = await PDFDocument.create()
    const font = await document.embedFont(StandardFonts.TimesRoman)
    for (const lines of pages) {
      const page = document.addPage([400, 600])
      for (const [text, y, size = 11] of lines) page.drawText(text, { x: 50, y, size, font })
    }
    return Buffer.from(await document.save())
  }
  const texts = async (content: Buffer) => (await read(content, 'application/pdf')).paragraphs

  test('is in paragraphs and headings, by sizes and distances', async () => {
    const first: [string, number, number?][] = [
      ['Leaves in spring', 550, 16],
      ['The leaves open when the days get longer. They are photo-', 520],
      ['synthetic from the first day on.', 506],
      ['A second paragraph that does not end on', 470],
    ]
    expect(
      await texts(
        await pdf([
          first,
          [
            ['this page.', 550],
            ['Another.', 500],
          ],
        ]),
      ),
    ).toEqual([
      { text: 'Leaves in spring', style: 'heading' },
      {
        text: 'The leaves open when the days get longer. They are photosynthetic from the first day on.',
        style: 'text',
      },
      { text: 'A second paragraph that does not end on this page.', style: 'text' },
      { text: 'Another.', style: 'text' },
    ])
  })

  test('has no line numbers', async () => {
    const lines = Array.from({ length: 20 }, (_, at): [string, number] => [
      `${at + 1}  word number ${at}`,
      580 - at * 14,
    ])
    const [paragraph] = await texts(await pdf([lines]))
    expect(paragraph!.text).toMatch(/^word number 0 word number 1 word/)
  })

  test('but keeps numbers that count nothing', async () => {
    expect(await texts(await pdf([[['12 plants', 500]]]))).toEqual([{ text: '12 plants', style: 'text' }])
  })
})

describe('plain text', () => {
  test.each([
    ['paragraphs between empty lines', 'One\nline.\n\nTwo.', ['One line.', 'Two.']],
    ['a line each', 'One.\r\nTwo.', ['One.', 'Two.']],
  ])('has %s', async (_what, text, expected) => {
    const { paragraphs } = await read(Buffer.from(text), 'text/plain')
    expect(paragraphs.map((each) => each.text)).toEqual(expected)
  })

  test('may be in other encodings', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('é', 'utf16le')])
    for (const content of [Buffer.from('é'), Buffer.from('é', 'latin1'), utf16]) {
      expect((await read(content, 'text/plain')).paragraphs).toEqual([{ text: 'é', style: 'text' }])
    }
  })
})

describe('limits', () => {
  test.each([
    ['one paragraph', 'leaf '.repeat(200_000)],
    ['many', 'leaf leaf\n'.repeat(100_000)],
    ['a character outside the usual plane at the limit', `${'a'.repeat(MOST_CHARACTERS - 1)}🌱🌱`],
  ])('a long text is cut, which is said: %s', async (_what, text) => {
    const { paragraphs, isShortened } = await read(Buffer.from(text), 'text/plain')
    const length = paragraphs.reduce((sum, each) => sum + each.text.length, 0)
    expect([length <= MOST_CHARACTERS, length > MOST_CHARACTERS - 20, isShortened]).toEqual([true, true, true])
    expect(paragraphs.every((each) => each.text.isWellFormed())).toBe(true)
  })

  test('one of exactly the limit is whole', async () => {
    const { isShortened } = await read(Buffer.from('a'.repeat(MOST_CHARACTERS)), 'text/plain')
    expect(isShortened).toBe(false)
  })
})

test.each([
  ['a spreadsheet', anArchive(sheetParts('Someone')), SHEET_TYPE, UNAVAILABLE.type],
  ['pages without text', aRealPdf(), 'application/pdf', UNAVAILABLE.empty],
  ['no PDF', Buffer.from('%PDF-1.7\n'), 'application/pdf', UNAVAILABLE.unreadable],
  ['no archive', Buffer.from('PK'), WORD_TYPE, UNAVAILABLE.unreadable],
  ['an empty text', Buffer.from(' \n '), 'text/plain', UNAVAILABLE.empty],
])('%s has no text that could be shown', async (_what, content, type, unavailable) => {
  expect(await readManuscriptText(content, type)).toEqual({ unavailable })
})
