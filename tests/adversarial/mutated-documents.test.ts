import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { renderFullText } from '../../src/journal/documents/jats/html/render.ts'
import { readBody } from '../../src/journal/documents/jats/read/body.ts'
import { parseJats, ImportProblem } from '../../src/journal/documents/jats/model/parse.ts'
import { readJats } from '../../src/journal/documents/jats/read/article.ts'
import { prepareFigure } from '../../src/journal/publication/files/prepare-figure.ts'
import { redactFile } from '../../src/journal/documents/redaction/redact-file.ts'
import { readManuscriptText, wordHtml } from '../../src/journal/documents/manuscript-text.ts'
import { readFullText } from '../../src/journal/documents/full-text.ts'
import { WORD_TYPE } from '../../src/journal/documents/word/prepare.ts'
import { lyingPdf, lyingZip, mutated, mutatedXml } from './bad-inputs/mutations.ts'
import { Tally } from './bad-inputs/tally.ts'
import { times } from '../support/long.ts'
import { aRealPdf } from '../support/pdf-files.ts'
import { aGifOf, aJpegOf, aPngOf, aWebpOf } from '../support/pictures.ts'
import { aPicture } from '../support/png.ts'
import {
  aWordFile,
  drawing,
  footnoteMark,
  h,
  italic,
  linked,
  listed,
  math,
  mr,
  p,
  run,
  tbl,
  textBox,
} from '../support/word-files.ts'
import { readReferences } from '../../src/journal/documents/jats/read/references.ts'

/*
 * Documents that readers of files of their own processes get: texts of articles, manuscripts, reviewers' files and
 * figures. Whatever was done to a file, it ends with a result or with a reason, within the time that its process has,
 * and no script comes of it.
 */
const RUNS = times(40, 2_500)
/** The processes have thirty seconds; a busy machine may be several times slower than an idle one. */
const LONGEST_MS = 20_000

const WORD = aWordFile(
  [
    h(1, 'Introduction'),
    p(run('Leaves of ') + italic('Acacia') + footnoteMark(1) + linked('l1', 'a link') + math(mr('x'))),
    listed('one', 'bullet') + listed('two', 'order', 1),
    tbl(
      [
        ['a', ['b', '<w:gridSpan w:val="2"/>']],
        ['c', ['d', '<w:vMerge w:val="restart"/>'], 'e'],
      ],
      { header: 1 },
    ),
    p(drawing('i1', 'A leaf')) + p('Figure 1. A leaf.', 'Caption') + p(textBox('In a box', { copy: true })),
    h(1, 'References') + p('Malik A (2020) Roots. Plants 1: 1–5. https://doi.org/10.5555/a'),
  ].join(''),
  {
    pictures: { i1: { name: 'image1.png', content: aPicture(4, 4) } },
    links: { l1: 'https://example.org/' },
    footnotes: ['A note.'],
  },
)
const WORD_PARTS = unzipSync(WORD)
const JATS = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'jats', 'full-text.xml'), 'utf8')
const PDF = aRealPdf({
  page: '/Contents 4 0 R /Resources<</Font<</F 5 0 R>>>>',
  objects: {
    4: '<</Length 44>>\nstream\nBT /F 12 Tf 20 100 Td (Roots of wheat) Tj ET  \nendstream',
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  },
})
const PICTURES = [aPngOf(20, 20, 3), aJpegOf(20, 20), aGifOf(20, 20, { frames: 3 }), aWebpOf.animated(20, 20, 3)]
const KNOWN = { title: 'Leaves', doi: null }
const NAMES = ['Ayesha Qureshi', 'Qureshi']

const word = fc.oneof(
  { weight: 3, arbitrary: mutatedPart(Object.keys(WORD_PARTS).filter((name) => /\.(?:xml|rels)$/.test(name))) },
  { weight: 1, arbitrary: lyingZip(WORD) },
  { weight: 1, arbitrary: mutated(WORD) },
)
const jats = fc.oneof(
  { weight: 3, arbitrary: mutatedXml(JATS).map((xml) => Buffer.from(xml)) },
  { weight: 1, arbitrary: mutated(Buffer.from(JATS)) },
)
const pdf = fc.oneof(lyingPdf(PDF), mutated(PDF))
const picture = fc.constantFrom(...PICTURES).chain(mutated)

/** The document with one part changed, packed again. */
function mutatedPart(names: string[]): Arbitrary<Buffer> {
  return fc
    .constantFrom(...names)
    .chain((name) =>
      mutatedXml(Buffer.from(WORD_PARTS[name]!).toString()).map((xml) =>
        Buffer.from(zipSync({ ...WORD_PARTS, [name]: Buffer.from(xml) })),
      ),
    )
}

const SCRIPT = /<script|\son\w+\s*=\s*["']|href="(?!https?:|mailto:|tel:|doi:|\?|#|\/)/i

/** Reads as the import does. */
function imported(content: Buffer): string {
  try {
    const document = parseJats(content)
    readJats(document)
    readBody(document)
    readReferences(document)
    const parts = renderFullText(document, { image: () => undefined })?.parts ?? []
    expect(parts.join('')).not.toMatch(SCRIPT)
    return 'read'
  } catch (error) {
    if (error instanceof ImportProblem) return 'refused'
    throw error
  }
}

type Reading = [what: string, files: Arbitrary<Buffer>, read: (content: Buffer) => Promise<string> | string]

const previewed = (type: string) => async (content: Buffer) => {
  const answer = await readFullText(content, type, KNOWN, true)
  if ('unavailable' in answer) return 'refused'
  expect(answer.shown!.parts.join('')).not.toMatch(SCRIPT)
  return 'read'
}
const redacted = (type: string) => async (content: Buffer) =>
  'redacted' in (await redactFile(content, type, NAMES)) ? 'read' : 'refused'
const text = (type: string) => async (content: Buffer) =>
  'unavailable' in (await readManuscriptText(content, type)) ? 'refused' : 'read'

const READINGS: Reading[] = [
  ['the preview of a Word document', word, previewed(WORD_TYPE)],
  ['a manuscript in Word', word, async (content) => ((await wordHtml(content)) === null ? 'refused' : 'read')],
  ["a reviewer's Word document", word, redacted(WORD_TYPE)],
  ['the preview of JATS', jats, previewed('application/xml')],
  ['the import of JATS', jats, imported],
  ['the text of a PDF', pdf, text('application/pdf')],
  ["a reviewer's PDF", pdf, redacted('application/pdf')],
  [
    'the picture of a figure',
    picture,
    async (content) => {
      // The library refuses by throwing; its process then ends, and there is no picture.
      const prepared = await prepareFigure(content, { withPreview: true }).catch(() => null)
      return prepared ? 'read' : 'refused'
    },
  ],
]

describe('a damaged document ends with a result or a reason, in time', () => {
  const tally = new Tally('Damaged documents')
  afterAll(() => tally.print())

  test.each(READINGS)('%s', async (what, files, read) => {
    await fc.assert(
      fc.asyncProperty(files, async (content) => {
        const start = process.cpuUsage()
        tally.count(what, (await read(content)) === 'read' ? 200 : 400)
        const { user, system } = process.cpuUsage(start)
        expect((user + system) / 1000).toBeLessThan(LONGEST_MS)
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  })
})
