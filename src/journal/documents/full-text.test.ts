import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { aTask } from '../../../tests/support/worker-tasks.ts'
import { WorkerProcesses } from '../../platform/workers/workers.ts'
import { anArchive } from '../../../tests/support/office-files.ts'
import { aWordFile, h, math, mr, p, run, tbl } from '../../../tests/support/word-files.ts'
import { Documents } from './documents.ts'
import { FULL_TEXT_PROBLEMS, readFullText, type FullTextDraft } from './full-text.ts'
import { prepareWord, WORD_TYPE } from './word/prepare.ts'
import { wordHtml } from './manuscript-text.ts'

const KNOWN = { title: 'Leaves', doi: null }
const word = (content: Buffer) => readFullText(content, WORD_TYPE, KNOWN, true)

describe('the text of an article, as it is given', () => {
  test('keeps every cell of a table of 10,000', async () => {
    const rows = Array.from({ length: 1000 }, (_row, row) =>
      Array.from({ length: 10 }, (_cell, cell) => `${row}.${cell}`),
    )
    const draft = (await word(aWordFile(h(1, 'Introduction') + tbl(rows)))) as FullTextDraft
    expect(draft.jats!.body.match(/<td>/g)).toHaveLength(10_000)
    expect(draft.shown!.parts.join('').match(/999\.9/g)).toHaveLength(1)
  })

  test.each([
    [
      'nested too deeply',
      aWordFile(
        Array(200)
          .fill(0)
          .reduce((inner: string) => `<w:sdt><w:sdtContent>${inner}</w:sdtContent></w:sdt>`, p('x')),
      ),
      'The document is nested too deeply to be read.',
    ],
    [
      'with entities',
      aWordFile('', {
        parts: {
          'word/document.xml':
            '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>',
        },
      }),
      FULL_TEXT_PROBLEMS.unreadable,
    ],
    [
      'that unpacks to too much',
      aWordFile('', { parts: { 'word/media/zeros.bin': new Uint8Array(150 * 1024 * 1024) } }),
      FULL_TEXT_PROBLEMS.unreadable,
    ],
    ['that is no Word document', anArchive({ 'a.txt': 'x' }), FULL_TEXT_PROBLEMS.unreadable],
    ['that is damaged', aWordFile(p('x')).subarray(0, 800), FULL_TEXT_PROBLEMS.unreadable],
  ])('is none of a document %s', async (_what, content, unavailable) => {
    expect(await word(content)).toEqual({ unavailable })
  })

  test('is none of a text that is too long', async () => {
    await expect(prepareWord(aWordFile(p('x')), 100)).rejects.toThrow(
      'The text of the document is too long to be read.',
    )
  })

  test('is none of what takes too long, or too much memory', async () => {
    const documents = new Documents(new WorkerProcesses(), aTask('for (;;);', { timeoutMs: 100 }))
    expect(await documents.fullText({ mediaType: WORD_TYPE, content: aWordFile(p('x')) }, KNOWN)).toEqual({
      unavailable: 'This file is too large or too complicated to be converted.',
    })
  })

  test('reads nothing outside of the document, and follows none of its own style maps', async () => {
    const draft = (await word(
      aWordFile(h(1, 'Introduction') + p('Kept'), {
        parts: { 'mammoth/style-map': 'p => script', 'word/embeddings/x.bin': 'x' },
      }),
    )) as FullTextDraft
    expect(draft.jats!.body).toContain('<p>Kept</p>')
    expect(draft.shown!.parts.join('')).not.toMatch(/script/)
  })
})

test('a manuscript is shown whole, with its title page, its tables and formulas', async () => {
  const html = await wordHtml(
    aWordFile(
      p('Leaves') +
        p('Anna Green') +
        h(1, 'Introduction') +
        p(run('Let ') + math(mr('x')) + run(' be.')) +
        tbl([['a', 'b']]),
    ),
  )
  expect(html).toContain('Anna Green')
  expect(html).toContain('<math')
  expect(html).toContain('<table')
  expect(html).not.toMatch(/style=|<script/)
  expect(await wordHtml(Buffer.from('no document'))).toBeNull()
})

// Real articles under open licences, kept outside the repository because of their size.
const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'jats')
const files = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.xml'))
      .slice(0, 8)
  : []
test.skipIf(!files.length).each(files.length ? files : ['none'])(
  'the real article %s is read as it is given',
  async (name) => {
    const draft = await readFullText(readFileSync(join(folder, name)), 'application/xml', KNOWN, true)
    expect('unavailable' in draft ? draft.unavailable : draft.shown!.parts.length).toBeGreaterThan(0)
  },
)
