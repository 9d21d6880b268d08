import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { aTask } from '../../../tests/support/worker-tasks.ts'
import { WorkerProcesses } from '../../platform/workers/workers.ts'
import { FILE_MAX_BYTES } from '../../contract/rules/files/file-rules.ts'
import { anArchive, W, wordParts, WORD_TYPE } from '../../../tests/support/office-files.ts'
import { aRealPdf } from '../../../tests/support/pdf-files.ts'
import { aPicture } from '../../../tests/support/png.ts'
import { Documents, DOCUMENTS_TASK, anonymousFileName } from './documents.ts'
import { WITHHELD, LOOK } from './redaction/withheld.ts'
import { UNAVAILABLE } from './plain-text.ts'

const NAMES = ['Ayesha Qureshi', 'Qureshi']
const folder = mkdtempSync(join(inject('temporaryFolder'), 'documents-'))
const workers = new WorkerProcesses()
afterAll(() => workers.end())
const documents = new Documents(workers)
const picture = aPicture(8, 8)
const parts = () => ({ ...wordParts('Ayesha Qureshi'), 'word/media/image1.jpeg': picture })

describe('a process of its own', () => {
  test('cleans, searches and reads a file, from its path or its bytes', async () => {
    const content = anArchive(parts())
    const path = join(folder, 'report.docx')
    writeFileSync(path, content)
    for (const file of [
      { path, mediaType: WORD_TYPE },
      { content, mediaType: WORD_TYPE },
    ]) {
      const answer = await documents.redact(file, NAMES)
      // It has a picture.
      expect(answer).toMatchObject({ withheld: LOOK.drawings })
      const copy = { content: 'mayRelease' in answer ? answer.mayRelease! : new Uint8Array(), mediaType: WORD_TYPE }
      expect(await documents.namesLeft(copy, NAMES)).toEqual([])
      expect((await documents.namesLeft(file, NAMES))![0]).toMatchObject({ name: 'Ayesha Qureshi', where: 'inside' })
      expect(await documents.manuscriptText(file)).toMatchObject({ isShortened: false })
    }
  })

  const running = (code: string) => new Documents(workers, aTask(code, { timeoutMs: 1000 }))
  const file = { content: Buffer.from('x'), mediaType: 'text/plain' }

  test.each([
    ['dies', 'process.exit(1)'],
    ['ends without a word', 'process.exit(0)'],
    ['says nonsense', 'return "clean"'],
    ['gives an empty copy', 'return { cleaned: Buffer.alloc(0) }'],
    ['gives something else', 'return { cleaned: "x", paragraphs: [{ text: 1, style: "text" }], words: 1 }'],
    ['withholds without a reason', 'return { withheld: 1 }'],
    ['hangs', 'for (;;);'],
  ])('that %s holds the file back', async (_what, code) => {
    const failing = running(code)
    expect(await failing.redact(file, NAMES)).toEqual({ withheld: WITHHELD.limits })
    expect(await failing.manuscriptText(file)).toEqual({ unavailable: UNAVAILABLE.unreadable })
    expect(await failing.namesLeft(file, NAMES)).toBeNull()
  })

  test('does not take a part of a file for the whole', async () => {
    const path = join(folder, 'notes.txt')
    writeFileSync(path, 'notes')
    expect(await documents.redact({ path, mediaType: 'text/plain' }, NAMES)).toHaveProperty('redacted')
    await expect(documents.redact({ path: `${path}.gone`, mediaType: 'text/plain' }, NAMES)).rejects.toThrow('ENOENT')
  })

  test('is not told the names where other programs could read them', async () => {
    const seen = join(folder, 'seen')
    const watching = running(
      `(await import('node:fs')).writeFileSync(${JSON.stringify(seen)}, JSON.stringify([process.argv, process.env])); return 1`,
    )
    await watching.redact(file, NAMES)
    expect(existsSync(seen)).toBe(true)
    expect(readFileSync(seen, 'utf8')).not.toContain('Qureshi')
  })
})

describe('the worst files end within the limits, with a reason', () => {
  // Less time than usual, which only makes it harder.
  const documents = new Documents(new WorkerProcesses(), { ...DOCUMENTS_TASK, timeoutMs: 6_000 })
  const PDF = 'application/pdf'
  const text = (size: number, paragraph: string) =>
    anArchive({
      ...parts(),
      'word/document.xml': `<w:document ${W}><w:body>${paragraph.repeat(size / paragraph.length)}</w:body></w:document>`,
    })
  const packed = (content: Buffer) => deflateSync(content).toString('latin1')
  const bomb = packed(Buffer.alloc(600 * 1024 * 1024))

  test.each([
    ['an archive that unpacks to more than memory', text(150_000_000, '<w:p/>'), WORD_TYPE],
    ['elements within elements', text(3_000_000, '<w:p>'), WORD_TYPE],
    ['ten million bytes of markup', text(40_000_000, '<w:p><w:r><w:t>leaf</w:t></w:r></w:p>'), WORD_TYPE],
    [
      'a stream that unpacks to more than memory',
      aRealPdf({
        page: '/Contents 4 0 R',
        objects: { 4: `<</Filter/FlateDecode/Length ${bomb.length}>>\nstream\n${bomb}\nendstream` },
      }),
      PDF,
    ],
    ['a nest of lists', aRealPdf({ objects: { 4: '['.repeat(5_000_000) } }), PDF],
    ['noise', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(FILE_MAX_BYTES - 9, '<< /a [ 1 0 obj ')]), PDF],
    ['a picture of nothing but markers', Buffer.alloc(FILE_MAX_BYTES, Buffer.from([0xff, 0xd8])), 'image/jpeg'],
  ])('%s', { timeout: 120_000 }, async (_what, content, mediaType) => {
    const answer = await documents.redact({ content, mediaType }, NAMES)
    expect('withheld' in answer && answer.withheld).toMatch(/\.$/)
  })
})

test.each([
  [WORD_TYPE, 'Reviewer K.docx'],
  ['application/pdf', 'Reviewer K.pdf'],
  ['image/jpeg', 'Reviewer K.jpg'],
  ['text/csv', 'Reviewer K.csv'],
  ['video/mp4', 'Reviewer K'],
])('a file of type %s is called %s', (type, name) => {
  expect(anonymousFileName('K', type)).toBe(name)
})
