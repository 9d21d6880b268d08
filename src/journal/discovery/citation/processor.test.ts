import { describe, expect, test } from 'vitest'
import { journal } from '../../../../journal.config.ts'
import { citationRecord } from '../../../contract/rules/articles/citation/record.ts'
import { CITATION_STYLES, type CitationStyle } from '../../../contract/rules/articles/citation/text.ts'
import { TEST_URL, testArticle } from '../../../../tests/support/test-article.ts'
import { itemToFormat } from './item.ts'
import { formatInAllStyles } from './processor.ts'

type Given = Parameters<typeof testArticle>[0]
const formatted = (article?: Given) => formatInAllStyles(itemToFormat(citationRecord(testArticle(article), TEST_URL)))
const people = (...names: string[]) => names.map((fullName) => ({ fullName }))

const J = journal.name
const TITLE = 'Earlier flowering of <i>Ferula assa-foetida</i> in Balochistan'
const HEADLINE = 'Earlier Flowering of <i>Ferula assa-foetida</i> in Balochistan'
const DOI = 'https://doi.org/10.5555/jpbr.41'
const PAGE = `${TEST_URL}/blog/k7m2p9qrstvw`
const SOME = people('Rabia Khan', 'Daniel Okafor')

/** Expected as the manuals show them: APA 7, MLA 9, Chicago 18 (author-date), Citing Medicine 2, Cite Them Right 12. */
const REFERENCES: [string, Given, Record<CitationStyle, string>][] = [
  [
    'an article with two authors',
    { people: SOME, issue: '2' },
    {
      apa: `Khan, R., &#38; Okafor, D. (2026). ${TITLE}. <i>${J}</i>, <i>4</i>(2), 41–56. ${DOI}`,
      mla: `Khan, Rabia, and Daniel Okafor. “${HEADLINE}.” <i>${J}</i>, vol. 4, no. 2, Jan. 2026, pp. 41–56, ${DOI}.`,
      chicago: `Khan, Rabia, and Daniel Okafor. 2026. “${HEADLINE}.” <i>${J}</i> 4 (2): 41–56. ${DOI}.`,
      vancouver: `Khan R, Okafor D. ${TITLE}. ${J}. 2026 Jan 27;4(2):41–56. doi:10.5555/jpbr.41`,
      harvard: `Khan, R. and Okafor, D. (2026) ‘${TITLE}’, <i>${J}</i>, 4(2), pp. 41–56. Available at: ${DOI}.`,
    },
  ],
  [
    'an article without DOI, volume and pages, but a number',
    { people: people('Suharto'), doi: null, volume: null, pageNum: null, elocationId: 'e17' },
    {
      apa: `Suharto. (2026). ${TITLE}. <i>${J}</i>, Article e17. ${PAGE}`,
      mla: `Suharto. “${HEADLINE}.” <i>${J}</i>, Jan. 2026, article e17, ${PAGE}.`,
      chicago: `Suharto. 2026. “${HEADLINE}.” <i>${J}</i>, January 27, e17. ${PAGE}.`,
      vancouver: `Suharto. ${TITLE}. ${J} [Internet]. 2026 Jan 27;e17. Available from: ${PAGE}`,
      harvard: `Suharto (2026) ‘${TITLE}’, <i>${J}</i>, article e17. Available at: ${PAGE}.`,
    },
  ],
  [
    'a particle, a suffix, a group and a family name that comes first',
    {
      people: [
        { fullName: 'Jan van der Berg' },
        { fullName: 'John Smith Jr.' },
        { fullName: 'Nguyễn Thị Hòa', familyName: 'Nguyễn', givenNames: 'Thị Hòa' },
        { fullName: 'Flora, Fauna & Friends', isGroup: true },
      ],
    },
    {
      apa: `van der Berg, J., Smith, J., Jr., Nguyễn, T. H., &#38; Flora, Fauna &#38; Friends. (2026). ${TITLE}. <i>${J}</i>, <i>4</i>, 41–56. ${DOI}`,
      mla: `van der Berg, Jan, et al. “${HEADLINE}.” <i>${J}</i>, vol. 4, Jan. 2026, pp. 41–56, ${DOI}.`,
      chicago: `Berg, Jan van der, John Smith Jr., Thị Hòa Nguyễn, and Flora, Fauna &#38; Friends. 2026. “${HEADLINE}.” <i>${J}</i> 4 (January): 41–56. ${DOI}.`,
      vancouver: `van der Berg J, Smith J Jr, Nguyễn TH, Flora, Fauna &#38; Friends. ${TITLE}. ${J}. 2026 Jan 27;4:41–56. doi:10.5555/jpbr.41`,
      harvard: `van der Berg, J. <i>et al.</i> (2026) ‘${TITLE}’, <i>${J}</i>, 4, pp. 41–56. Available at: ${DOI}.`,
    },
  ],
  [
    'an article with neither pages nor number',
    { people: SOME, pageNum: null },
    {
      apa: `Khan, R., &#38; Okafor, D. (2026). ${TITLE}. <i>${J}</i>, <i>4</i>. ${DOI}`,
      mla: `Khan, Rabia, and Daniel Okafor. “${HEADLINE}.” <i>${J}</i>, vol. 4, Jan. 2026, ${DOI}.`,
      chicago: `Khan, Rabia, and Daniel Okafor. 2026. “${HEADLINE}.” <i>${J}</i> 4 (January). ${DOI}.`,
      vancouver: `Khan R, Okafor D. ${TITLE}. ${J}. 2026 Jan 27;4. doi:10.5555/jpbr.41`,
      harvard: `Khan, R. and Okafor, D. (2026) ‘${TITLE}’, <i>${J}</i>, 4. Available at: ${DOI}.`,
    },
  ],
  [
    'an article first published elsewhere, undated and without authors',
    { people: [], publishedAt: null, source: { journal: 'Plants', publisher: 'MDPI' } },
    {
      apa: `${TITLE}. (n.d.). <i>Plants</i>, <i>4</i>, 41–56. ${DOI}`,
      mla: `“${HEADLINE}.” <i>Plants</i>, vol. 4, pp. 41–56, ${DOI}.`,
      chicago: `“${HEADLINE}.” n.d. <i>Plants</i> 4: 41–56. ${DOI}.`,
      vancouver: `${TITLE}. Plants. 4:41–56. doi:10.5555/jpbr.41`,
      harvard: `<i>Plants</i> (no date) ‘${TITLE}’, 4, pp. 41–56. Available at: ${DOI}.`,
    },
  ],
]

describe.each(REFERENCES)('%s', (_name, article, expected) => {
  const found = formatted(article)
  test.each(CITATION_STYLES.map(({ id }) => id))('in %s', (style) => {
    expect(found[style]).toBe(expected[style])
  })
})

const authors = (count: number) => people(...Array.from({ length: count }, (_, index) => `Ann Bee${index + 1}`))

test.each<[CitationStyle, number, string]>([
  ['apa', 20, 'Bee1, A., Bee2, A., Bee3, A., Bee4, A., Bee5, A., Bee6, A., Bee7, A., Bee8, A., Bee9, A., Bee10, A., Bee11, A., Bee12, A., Bee13, A., Bee14, A., Bee15, A., Bee16, A., Bee17, A., Bee18, A., Bee19, A., &#38; Bee20, A. (2026)'],
  ['apa', 21, 'Bee1, A., Bee2, A., Bee3, A., Bee4, A., Bee5, A., Bee6, A., Bee7, A., Bee8, A., Bee9, A., Bee10, A., Bee11, A., Bee12, A., Bee13, A., Bee14, A., Bee15, A., Bee16, A., Bee17, A., Bee18, A., Bee19, A., … Bee21, A. (2026)'],
  ['mla', 2, 'Bee1, Ann, and Ann Bee2. “'],
  ['mla', 3, 'Bee1, Ann, et al. “'],
  ['chicago', 6, 'Bee1, Ann, Ann Bee2, Ann Bee3, Ann Bee4, Ann Bee5, and Ann Bee6. 2026'],
  ['chicago', 7, 'Bee1, Ann, Ann Bee2, Ann Bee3, et al. 2026'],
  ['vancouver', 6, 'Bee1 A, Bee2 A, Bee3 A, Bee4 A, Bee5 A, Bee6 A. Earlier'],
  ['vancouver', 7, 'Bee1 A, Bee2 A, Bee3 A, Bee4 A, Bee5 A, Bee6 A, et al. Earlier'],
  ['harvard', 3, 'Bee1, A., Bee2, A. and Bee3, A. (2026)'],
  ['harvard', 4, 'Bee1, A. <i>et al.</i> (2026)'],
])('%s names %i authors', (style, count, start) => {
  expect(formatted({ people: authors(count) })[style].slice(0, start.length)).toBe(start)
}) // prettier-ignore

describe('a title in capitals', () => {
  test.each([
    ['The role of Phaseolus vulgaris under drought', 'The Role of Phaseolus vulgaris under Drought'],
    [
      '<i>Rosa gallica</i> subsp. <i>pumila</i> in CO<sub>2</sub>',
      '<i>Rosa gallica</i> Subsp. <i>pumila</i> in CO<sub>2</sub>',
    ],
    ['Soil pH and mRNA of wheat', 'Soil pH and mRNA of Wheat'],
    ['Salt &amp; drought: p &lt; 0.05', 'Salt &#38; Drought: P &lt; 0.05'],
    ['The &lt;b&gt;bold&lt;/b&gt; &lt;script&gt; title', 'The &lt;b&gt;bold&lt;/B&gt; &lt;script&gt; Title'],
  ])('%s', (title, expected) => {
    const found = formatted({ title }).mla
    expect(found.slice(found.indexOf('“') + 1, found.indexOf('.”')).toLowerCase()).toBe(expected.toLowerCase())
    expect(found).not.toMatch(/<(?!\/?(?:i|sub|sup)>)/)
    if (!title.includes('script')) expect(found).toContain(expected)
  })
})
