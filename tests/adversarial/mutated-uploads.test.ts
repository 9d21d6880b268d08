import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorBody } from '../../src/contract/api/errors.ts'
import { imagePixels } from '../../src/platform/image-pixels.ts'
import { pdfFindings } from '../../src/journal/documents/pdf/pdf-findings.ts'
import { lyingPdf, lyingZip, mutated } from './bad-inputs/mutations.ts'
import { expectSound } from './bad-inputs/sound.ts'
import { Tally } from './bad-inputs/tally.ts'
import { aSignedIn, type SignedIn } from '../support/builders.ts'
import { eachDatabase, type TestJournal } from '../support/databases.ts'
import { aDocx, aMultipart, aPng } from '../support/multipart.ts'
import { times } from '../support/long.ts'
import { ACTIVE_PDFS, aRealPdf } from '../support/pdf-files.ts'
import { aGifOf, aJpegOf, aPngOf, aWebpOf } from '../support/pictures.ts'

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

/** Damage of its bytes, and lies in its structure. */
const damaged = (name: string, content: Buffer): fc.Arbitrary<Buffer> =>
  name.endsWith('.docx')
    ? fc.oneof(mutated(content), lyingZip(content))
    : name.endsWith('.pdf')
      ? fc.oneof(mutated(content), lyingPdf(content))
      : mutated(content)

const file = fc.constantFrom(...FILES).chain(([name, content]) => fc.tuple(fc.constant(name), damaged(name, content)))

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
    const tally = new Tally(`Damaged uploads on ${engine}`)
    afterAll(() => tally.print())
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
          tally.count('upload', answer.status)
          expect(answer.status, journal.logged.join('\n')).toBeLessThan(500)
          if (answer.status !== 201) expect(ErrorBody.strict().safeParse(answer.body).success, answer.text).toBe(true)
        }),
        { numRuns: engine === 'sqlite' ? RUNS : RUNS / 10, endOnFailure: true },
      )
      expect(journal.logged).toEqual([])
      await expectSound(journal)
    })
  })
})
