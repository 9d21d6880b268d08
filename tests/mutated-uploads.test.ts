import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { ErrorBody } from '../src/contract/api/errors.ts'
import { imagePixels } from '../src/server/image-pixels.ts'
import { pdfFindings } from '../src/server/files/pdf-findings.ts'
import { aSignedIn, type SignedIn } from './builders.ts'
import { eachDatabase, type TestJournal } from './databases.ts'
import { aDocx, aMultipart, aPng } from './multipart.ts'
import { times } from './long.ts'
import { ACTIVE_PDFS, aRealPdf } from './pdf-files.ts'
import { aGifOf, aJpegOf, aPngOf, aWebpOf } from './pictures.ts'

const RUNS = times(100, 10_000)

const FILES: [name: string, content: Buffer][] = [
  ['paper.pdf', aRealPdf()],
  ['active.pdf', aRealPdf({ ...ACTIVE_PDFS['a script in a form'], compressed: true })],
  ['paper.docx', aDocx()],
  ['plate.png', aPng()],
  ['moving.png', aPngOf(20, 20, 3)],
  ['plate.jpg', aJpegOf(20, 20)],
  ['plate.gif', aGifOf(20, 20, { frames: 3 })],
  ['plate.webp', aWebpOf.animated(20, 20, 3)],
  ['notes.txt', Buffer.from('\ufeffseeds', 'utf16le')],
]

/** What lines, disks and hands do to bytes: a few changed, cut out, doubled, or put elsewhere. */
const change = fc.record({
  kind: fc.constantFrom('flip', 'cut', 'double', 'end', 'insert'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 60 }),
  byte: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 0x0d, 0x0a, 0x2d, 0x22, 0xff)),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function changed(content: Buffer, { kind, at, length, byte }: Change): Buffer {
  const from = Math.floor(at * content.length)
  const [before, piece, after] = [
    content.subarray(0, from),
    content.subarray(from, from + length),
    content.subarray(from + length),
  ]
  if (kind === 'flip')
    return Buffer.concat([before, Buffer.alloc(Math.min(1, piece.length), byte), content.subarray(from + 1)])
  if (kind === 'cut') return Buffer.concat([before, after])
  if (kind === 'double') return Buffer.concat([before, piece, piece, after])
  if (kind === 'insert') return Buffer.concat([before, Buffer.alloc(length, byte), content.subarray(from)])
  return before
}
const mutated = (content: Buffer) =>
  fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => changes.reduce(changed, content))

const file = fc.constantFrom(...FILES).chain(([name, content]) => fc.tuple(fc.constant(name), mutated(content)))

test('no damaged file makes those who look into it fail', async () => {
  await fc.assert(
    fc.asyncProperty(file, async ([, content]) => {
      imagePixels(content)
      if (content.subarray(0, 5).toString() === '%PDF-') await pdfFindings(content)
    }),
    { numRuns: RUNS },
  )
})

describe('no damaged upload fails', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })

    test.each([
      ['in its file', file.map(([name, content]) => aMultipart({ name, content }).body)],
      [
        'anywhere in its form',
        fc
          .constantFrom(...FILES)
          .chain(([name, content]) => mutated(aMultipart({ name, content }, { note: 'a' }).body)),
      ],
    ])('%s', async (_where, bodies) => {
      const { headers } = aMultipart({ name: 'a.txt', content: Buffer.from('a') })
      await fc.assert(
        fc.asyncProperty(bodies, async (body) => {
          const answer = await journal.send('POST', '/files/upload', body, { as: admin, headers })
          expect(answer.status, journal.logged.join('\n')).toBeLessThan(500)
          if (answer.status !== 201) expect(ErrorBody.strict().safeParse(answer.body).success, answer.text).toBe(true)
        }),
        { numRuns: engine === 'sqlite' ? RUNS : RUNS / 10 },
      )
      expect(journal.logged).toEqual([])
      const { db } = journal.database
      expect(await db.selectFrom('upload_reservations').select('id').execute()).toEqual([])
    })
  })
})
