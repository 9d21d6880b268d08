import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Document } from '@xmldom/xmldom'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { citationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { TEST_URL, testArticle } from '../../../../../tests/support/test-article.ts'
import { MODEL_FILE, modelOfSchema } from '../../../../../tests/support/jats-model.ts'
import { jatsFaults } from '../../../../../tests/support/jats-schema.ts'
import { times } from '../../../../../tests/support/long.ts'
import { children } from '../model/nodes.ts'
import { parseJats } from '../model/parse.ts'
import { readJats } from '../read/article.ts'
import { statedBehind } from '../model/statements.ts'
import { jats } from './article.ts'
import { normaliseText } from './normalise.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..')
const FRONT = '<front><article-meta><title-group><article-title>T</article-title></title-group></article-meta></front>'
const file = (rest: string, front = FRONT) =>
  `<article xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:mml="http://www.w3.org/1998/Math/MathML">${front}${rest}</article>`

const parsed = (xml: string | Buffer) => parseJats(Buffer.from(xml))
const PARTS = ['body', 'back', 'floats-group', 'sub-article', 'response']
const lettersOf = (xml: string | Buffer): string => lettersIn(parsed(xml))
const lettersIn = (document: Document): string =>
  children(document.documentElement!, ...PARTS)
    .map(({ textContent }) => textContent)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
const sorted = (letters: string) => [...letters].sort().join('')

/** The export of a file's text, which must be valid. */
function exported(xml: string | Buffer): string {
  const article = testArticle({})
  const written = jats(citationRecord(article, TEST_URL), article, normaliseText(parsed(xml)))
  expect(jatsFaults(written)).toEqual([])
  return written
}
const rest = (xml: string) => /<\/front>(.*)<\/article>/s.exec(xml)![1]!

test('the table is what the schema says', async () => {
  await expect(modelOfSchema()).toMatchFileSnapshot(MODEL_FILE)
})

describe('the text of a file, valid', () => {
  test.each<[name: string, given: string, written: string]>([
    [
      'a section without a title has an empty one',
      '<body><sec><p>a</p></sec></body>',
      '<body><sec><title/><p>a</p></sec></body>',
    ],
    [
      'what follows a section stays behind it',
      '<body><sec><title>A</title><p>a</p></sec><p>b</p><fig><label>F</label></fig></body>',
      '<body><sec><title>A</title><p>a</p></sec><sec><title/><p>b</p><fig><label>F</label></fig></sec></body>',
    ],
    [
      'references are of a kind that is known',
      '<body><p><xref ref-type="ref" rid="r">1</xref><xref ref-type="media" rid="r">S</xref><xref ref-type="odd" rid="r">o</xref></p></body><back><ref-list><ref id="r"><mixed-citation>c</mixed-citation></ref></ref-list></back>',
      '<body><p><xref ref-type="bibr" rid="r">1</xref><xref ref-type="supplementary-material" rid="r">S</xref><xref ref-type="custom" custom-type="odd" rid="r">o</xref></p></body><back><ref-list><ref id="r"><mixed-citation>c</mixed-citation></ref></ref-list></back>',
    ],
    [
      'a reference to what is not there is text',
      '<body><p>see <xref ref-type="aff" rid="aff9">9</xref></p></body>',
      '<body><p>see 9</p></body>',
    ],
    [
      'kinds of notes in small letters',
      '<back><fn-group><fn fn-type="COI-statement"><p>None.</p></fn></fn-group></back>',
      '<back><fn-group><fn fn-type="coi-statement"><p>None.</p></fn></fn-group></back>',
    ],
    [
      'an iD after the name comes before it',
      '<sub-article><front-stub><contrib-group><contrib><name><surname>Kew</surname></name><contrib-id>1</contrib-id></contrib></contrib-group></front-stub></sub-article>',
      '<sub-article><front-stub><contrib-group><contrib><contrib-id>1</contrib-id><name><surname>Kew</surname></name></contrib></contrib-group></front-stub></sub-article>',
    ],
    ['a stray break is a space', '<body><p>a<break/>b</p></body>', '<body><p>a b</p></body>'],
    [
      'words between blocks are a paragraph',
      '<body>a <bold>b</bold><p>c</p></body>',
      '<body><p>a <bold>b</bold></p><p>c</p></body>',
    ],
    [
      'rows beside bodies, and a table of a head',
      '<body><table-wrap><table><thead><tr><th>h</th></tr></thead></table></table-wrap></body>',
      '<body><table-wrap><table><tbody><tr><th>h</th></tr></tbody></table></table-wrap></body>',
    ],
    [
      'older names and unknown elements',
      '<back><ref-list><ref><citation>c <odd>d</odd></citation></ref></ref-list></back><floats-wrap><fig><label>F</label></fig></floats-wrap>',
      '<back><ref-list><ref><mixed-citation>c d</mixed-citation></ref></ref-list></back><floats-group><fig><label>F</label></fig></floats-group>',
    ],
    [
      'ids once, none that the record has',
      '<body><p id="aff1">a</p><p id="x">b</p><p id="x">c <xref rid="aff1">d</xref></p></body>',
      '<body><p id="text-aff1">a</p><p id="x">b</p><p>c <xref rid="text-aff1">d</xref></p></body>',
    ],
    [
      'links that run something, comments and instructions are left out',
      '<body><p><ext-link xlink:href="javascript:alert(1)">a</ext-link><!-- b --><?c d?><ext-link xlink:href="https://a.test/ü b#c#d">e</ext-link></p></body>',
      '<body><p><ext-link>a</ext-link><ext-link xlink:href="https://a.test/%C3%BC%20b#c%23d">e</ext-link></p></body>',
    ],
    [
      'formulas that are whole',
      '<body><p><inline-formula><mml:math><mml:msub><mml:mi href="javascript:x">a</mml:mi></mml:msub>b</mml:math></inline-formula></p></body>',
      '<body><p><inline-formula><mml:math><mml:msub><mml:mi>a</mml:mi><mml:mrow/></mml:msub><mml:mtext>b</mml:mtext></mml:math></inline-formula></p></body>',
    ],
  ])('%s', (_name, given, written) => {
    expect(rest(exported(file(given)))).toBe(written)
  })

  test('nothing that the record says is said again', () => {
    const front = (funding: string, notes: string) =>
      FRONT.replace('</article-meta>', `<author-notes>${notes}</author-notes>${funding}</article-meta>`)
    const note = '<fn fn-type="financial-disclosure"><p>Paid by A.</p></fn>'
    const address = '<corresp>a@b.test</corresp><fn fn-type="corresp"><p>a@b.test</p></fn>'
    const back = `<back><fn-group>${note}<fn fn-type="con"><p>B wrote.</p></fn></fn-group></back>`
    const text = normaliseText(parsed(file(back, front('', `${address}${note}<fn><p>Equal.</p></fn>`))))
    expect(text.notes).toBe('<fn><p>Equal.</p></fn>')
    expect(text.rest).toBe('<back><fn-group><fn fn-type="con"><p>B wrote.</p></fn></fn-group></back>')
    // What says more than the statement stays.
    const stated = '<funding-group><funding-statement>Paid by B.</funding-statement></funding-group>'
    expect(normaliseText(parsed(file(back, front(stated, '')))).rest).toContain('Paid by A.')
  })

  const folders = ['sample/articles', 'tests/fixtures/jats'].map((folder) => join(ROOT, folder))
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.xml$/.test(name) && !['broken.xml', 'laughs.xml'].includes(name))
      .map((name) => join(folder, name)),
  )
  test.each(files)('%s', (path) => {
    const given = readFileSync(path)
    const file = parsed(given)
    // The record has said it.
    for (const element of statedBehind(file)) element.parentNode!.removeChild(element)
    expect(sorted(lettersOf(exported(given)))).toBe(sorted(lettersIn(file)))
  })
})

/** A tree of elements, to be damaged. */
interface Tree {
  name: string
  content: (Tree | string)[]
}

describe('whatever is done to a file', () => {
  const source = readFileSync(join(ROOT, 'tests/fixtures/jats/structured.xml'))
  const names = [...new Set([...source.toString().matchAll(/<([a-z-]+)/g)].map(([, name]) => name!))]
  const NAMES = [
    ...names,
    ...'fig table thead tr td list def-list ref graphic name ack app boxed-text disp-quote'.split(' '),
  ]
  const leaf = fc.constantFrom('word', ' ', 'more words, ', '1')
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.record({
      name: fc.constantFrom(...NAMES.filter((name) => !['article', 'front'].includes(name))),
      content: fc.array(fc.oneof({ depthSize: 'small', maxDepth: 6 }, leaf, tie('tree')), { maxLength: 5 }),
    }),
  }))
  const sourceOf = (node: Tree | string): string =>
    typeof node === 'string' ? node : `<${node.name}>${node.content.map(sourceOf).join('')}</${node.name}>`

  test('it is valid and has all its words', () => {
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 6 }), fc.array(tree, { maxLength: 4 }), (body, back) => {
        const xml = file(`<body>${body.map(sourceOf).join('')}</body><back>${back.map(sourceOf).join('')}</back>`)
        expect(sorted(lettersOf(exported(xml)))).toBe(sorted(lettersOf(xml)))
      }),
      { numRuns: times(300, 20_000) },
    )
  })
})

test('the reader finds what the file said', () => {
  const given = readFileSync(join(ROOT, 'tests/fixtures/jats/structured.xml'))
  const written = exported(given)
  expect(readJats(parsed(written)).title).toBe(testArticle({}).title)
})
