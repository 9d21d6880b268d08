import { expect, test } from 'vitest'
import type { Reference } from '../../../../contract/rules/articles/reference.ts'
import { parseJats } from '../model/parse.ts'
import { readReferences } from './references.ts'

const references = (back: string): Reference[] =>
  readReferences(
    parseJats(
      Buffer.from(
        `<article xmlns:xlink="http://www.w3.org/1999/xlink"><front/><back>${back}</back>` +
          '<sub-article><back><ref-list><ref><mixed-citation>Of a reply.</mixed-citation></ref></ref-list></back></sub-article></article>',
      ),
    ),
  )
const reference = (citation: string): Reference | undefined =>
  references(`<ref-list><ref>${citation}</ref></ref-list>`)[0]

test('an entry in parts', () => {
  expect(
    reference(
      `<label>2.</label><element-citation publication-type="journal"><person-group person-group-type="author">
        <name><surname>van der Berg</surname><given-names>J.</given-names><suffix>Jr.</suffix></name>
        <collab>Flora of Sri Lanka</collab><name><surname>Suharto</surname></name></person-group>
        <article-title>Leaves of <italic>Rosa</italic> in CO<sub>2</sub>.</article-title><source>Trends Genet.</source>
        <year>2003</year><volume>19</volume><issue>2</issue><fpage>5</fpage><lpage>9</lpage>
        <pub-id pub-id-type="doi">https://doi.org/10.1016/S0168-9525(02)00009-4</pub-id>
        <pub-id pub-id-type="pmid">12493241</pub-id></element-citation>`,
    ),
  ).toEqual({
    kind: 'journal',
    doi: '10.1016/s0168-9525(02)00009-4',
    pmid: '12493241',
    title: 'Leaves of Rosa in CO2',
    authors: [
      { family: 'van der Berg', given: 'J.', suffix: 'Jr.' },
      { family: 'Flora of Sri Lanka', given: '', suffix: '' },
      { family: 'Suharto', given: '', suffix: '' },
    ],
    year: '2003',
    source: 'Trends Genet',
    volume: '19',
    issue: '2',
    firstPage: '5',
    lastPage: '9',
    publisher: null,
    text: expect.stringContaining('Leaves of Rosa in CO2') as string,
  })
})

test('an entry as printed', () => {
  expect(
    reference(
      '<mixed-citation>Linnaeus C. (1753) <italic>Species plantarum</italic>. Salvius, Stockholm. (See doi:10.5962/bhl.title.669.)</mixed-citation>',
    ),
  ).toMatchObject({
    ...{ kind: 'other', doi: '10.5962/bhl.title.669', title: null, authors: [], year: null, source: null },
    text: 'Linnaeus C. (1753) Species plantarum. Salvius, Stockholm. (See doi:10.5962/bhl.title.669.)',
  })
})

test.each<[string, string, Partial<Reference>]>([
  [
    'parts that nothing separates',
    '<mixed-citation><name><surname>Qin</surname><given-names>G</given-names></name><year>1998</year><source>Med Res H<sub>2</sub>O</source></mixed-citation>',
    { text: 'Qin G 1998 Med Res H2O' },
  ],
  [
    'a chapter with editors, who are no authors',
    `<mixed-citation publication-type="book"><person-group person-group-type="author"><name><surname>B</surname></name></person-group>
      <chapter-title>Seeds</chapter-title> In: <person-group person-group-type="editor"><name><surname>Ed</surname></name></person-group>
      <source>Handbook</source>, <publisher-name>Springer</publisher-name>, <fpage>95</fpage></mixed-citation>`,
    { kind: 'book', title: 'Seeds', source: 'Handbook', publisher: 'Springer', firstPage: '95', lastPage: null },
  ],
  [
    'an article number',
    '<element-citation><year>2020</year><elocation-id>e17</elocation-id></element-citation>',
    { firstPage: 'e17' },
  ],
  [
    'one page',
    '<element-citation><fpage>7</fpage><lpage>7</lpage></element-citation>',
    { firstPage: '7', lastPage: null },
  ],
  [
    'a linked DOI',
    '<mixed-citation>A. <ext-link xlink:href="http://dx.doi.org/10.1000%2Fabc">link</ext-link></mixed-citation>',
    { doi: '10.1000/abc' },
  ],
  [
    'a DOI marked as one that is none',
    '<mixed-citation>A. <pub-id pub-id-type="doi">unknown</pub-id> <pub-id pub-id-type="pmid">PMC12</pub-id></mixed-citation>',
    { doi: null, pmid: null },
  ],
  [
    'a printed address with a mark after it',
    '<mixed-citation>A (https://doi.org/10.1000/ABC).</mixed-citation>',
    { doi: '10.1000/abc' },
  ],
  [
    'a printed address with a PubMed number right after it',
    '<mixed-citation>A. https://doi.org/10.1000/5<pub-id pub-id-type="pmid">117</pub-id></mixed-citation>',
    { doi: '10.1000/5', pmid: '117', text: 'A. https://doi.org/10.1000/5 117' },
  ],
  [
    'the first of several wordings',
    '<citation-alternatives><mixed-citation>As printed.</mixed-citation><element-citation><year>1</year></element-citation></citation-alternatives>',
    { text: 'As printed.' },
  ],
])('%s', (_name, citation, expected) => {
  expect(reference(citation)).toMatchObject(expected)
})

test('all lists in their order, without empty entries and those of replies', () => {
  const list = (...texts: string[]) =>
    `<ref-list>${texts.map((text) => `<ref><mixed-citation>${text}</mixed-citation></ref>`).join('')}</ref-list>`
  expect(references(`${list('One.', ' ')}<sec>${list('Two.')}</sec><ref-list><ref/></ref-list>`)).toMatchObject([
    { text: 'One.' },
    { text: 'Two.' },
  ])
  expect(references('')).toEqual([])
})

test('of several forms of a citation one gives the parts and the other the words', () => {
  const parts = '<element-citation publication-type="book"><source>Flora</source><year>1999</year></element-citation>'
  const alternatives = `<citation-alternatives>${parts}<mixed-citation>Ye, Flora, 1999.</mixed-citation></citation-alternatives>`
  expect(reference(alternatives)).toMatchObject({
    kind: 'book',
    source: 'Flora',
    year: '1999',
    text: 'Ye, Flora, 1999.',
  })
})

test('words without a comma or stop are words all the same', () => {
  expect(reference('<citation>Flora of Samos</citation>')!.text).toBe('Flora of Samos')
})

test('a part of unusual length is cut', () => {
  const [long] = references(
    `<ref-list><ref><mixed-citation><source>${'x'.repeat(9_000)}</source></mixed-citation></ref></ref-list>`,
  )
  expect([long?.source?.length, long?.text.length]).toEqual([1_000, 4_000])
})
