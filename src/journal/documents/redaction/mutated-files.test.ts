import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { times } from '../../../../tests/support/long.ts'
import {
  anArchive,
  sheetParts,
  SHEET_TYPE,
  slideParts,
  SLIDES_TYPE,
  wordParts,
  WORD_TYPE,
} from '../../../../tests/support/office-files.ts'
import { aRealPdf } from '../../../../tests/support/pdf-files.ts'
import { aPicture } from '../../../../tests/support/png.ts'
import { redactFile } from './redact-file.ts'
import { readManuscriptText } from '../manuscript-text.ts'

const PERSON = 'Ayesha Qureshi'
const NAMES = [PERSON, 'Qureshi']
const OFFICE = [
  [WORD_TYPE, () => ({ ...wordParts(PERSON), 'word/media/image1.jpeg': aPicture(4, 4) })],
  [SHEET_TYPE, () => sheetParts(PERSON)],
  [SLIDES_TYPE, () => slideParts(PERSON)],
] as const

/** What replaces a few bytes somewhere. */
const change = fc.record({
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  length: fc.nat(20),
  by: fc.string({ maxLength: 12 }),
})
const changed = (content: Buffer, { at, length, by }: { at: number; length: number; by: string }): Buffer => {
  const start = Math.floor(at * content.length)
  return Buffer.concat([content.subarray(0, start), Buffer.from(by), content.subarray(start + length)])
}

test.each(OFFICE)('a changed part of a document of type %s ends with a reason or a clean copy', async (type, parts) => {
  const paths = Object.keys(parts())
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), change, async (path, how) => {
      const all = parts()
      const content = anArchive({ ...all, [path]: changed(Buffer.from((all as Record<string, string>)[path]!), how) })
      const answer = await redactFile(content, type, NAMES)
      if ('withheld' in answer) return
      for (const part of Object.values(unzipSync(answer.redacted))) {
        for (const encoding of ['utf8', 'utf16le'] as const)
          expect(Buffer.from(part).toString(encoding)).not.toContain('Qureshi')
      }
    }),
    { numRuns: times(150, 5000) },
  )
})

test('a changed PDF ends with a reason or a clean copy', async () => {
  const note = `<</Type/Annot/Subtype/Text/Rect[9 9 20 20]/T(${PERSON})/Contents(Measure this again.)>>`
  const info = { trailer: '/Info 5 0 R', objects: { 4: note, 5: `<</Author(${PERSON})>>` } }
  const content = aRealPdf({ page: '/Annots[4 0 R]', ...info })
  await fc.assert(
    fc.asyncProperty(change, async (how) => {
      const answer = await redactFile(changed(content, how), 'application/pdf', NAMES)
      if ('redacted' in answer) expect(Buffer.from(answer.redacted).toString('latin1')).not.toContain('Qureshi')
      await readManuscriptText(changed(content, how), 'application/pdf')
    }),
    { numRuns: times(150, 5000) },
  )
})
