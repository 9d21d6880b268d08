import { describe, expect, test } from 'vitest'
import { affiliationsOfText } from '../../people/affiliations.ts'
import { journal } from '../../../../../journal.config.ts'
import type { Article } from '../../../api/articles.ts'
import { citationRecord } from './record.ts'
import { TEST_URL, testArticle } from '../../../../../tests/support/test-article.ts'

const record = (article?: Parameters<typeof testArticle>[0]) => citationRecord(testArticle(article), TEST_URL)

describe('the metadata of an article', () => {
  test('says everything once, with absolute addresses', () => {
    const people = [
      {
        fullName: 'Rabia  Khan',
        affiliation: 'Department of Botany',
        orcidId: '0000-0002-1825-0097',
        orcidAuthenticated: true,
      },
      { fullName: 'Jan van der Berg' },
      { fullName: 'Suharto' },
    ]
    expect(record({ people, copyright: '© 2026 Khan et al.' })).toEqual({
      id: 'k7m2p9qrstvw',
      slug: 'earlier-flowering-of-ferula-assa-foetida-in-balochistan',
      title: 'Earlier flowering of Ferula assa-foetida in Balochistan',
      titleMarkup: 'Earlier flowering of <i>Ferula assa-foetida</i> in Balochistan',
      authors: [
        {
          fullName: 'Rabia Khan',
          family: 'Khan',
          given: 'Rabia',
          suffix: '',
          isGroup: false,
          orcid: '0000-0002-1825-0097',
          authenticated: true,
          affiliations: affiliationsOfText('Department of Botany'),
          credit: [],
        },
        {
          fullName: 'Jan van der Berg',
          family: 'van der Berg',
          given: 'Jan',
          suffix: '',
          isGroup: false,
          orcid: null,
          authenticated: false,
          affiliations: [],
          credit: [],
        },
        {
          ...{ fullName: 'Suharto', family: 'Suharto', given: '', suffix: '', isGroup: false },
          ...{ orcid: null, authenticated: false, affiliations: [], credit: [] },
        },
      ],
      journal: journal.name,
      journalAbbreviation: journal.abbreviation,
      issn: journal.issn || null,
      issnPrint: null,
      publisher: journal.publisher.name,
      firstPublishedElsewhere: false,
      category: { name: 'Ecology and Climate Effects', url: `${TEST_URL}/category/ecology` },
      volume: '4',
      issue: null,
      pages: '41-56',
      firstPage: '41',
      lastPage: '56',
      elocationId: null,
      publishedOn: '2026-01-27',
      modifiedOn: null,
      ...{ standing: 'current', asNotice: null, notices: [], awards: [], links: [] },
      ...{ supplements: [], vouchers: [], newNames: [] },
      receivedOn: '2025-11-02',
      revisedOn: null,
      acceptedOn: '2026-01-05',
      doi: '10.5555/jpbr.41',
      doiUrl: 'https://doi.org/10.5555/jpbr.41',
      url: `${TEST_URL}/blog/k7m2p9qrstvw`,
      pdfUrl: `${TEST_URL}/blog/k7m2p9qrstvw.pdf`,
      cardUrl: `${TEST_URL}/blog/k7m2p9qrstvw/card.png`,
      abstract: 'First anthesis moved forward. Above 2,200 m it did not.',
      keywords: ['phenology', 'drylands'],
      licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
      licenceName: 'CC BY 4.0',
      copyright: '© 2026 Khan et al.',
      language: journal.language,
      siteUrl: TEST_URL,
      siteName: journal.name,
    })
  })

  test.each([
    ['Volume 12', '12'],
    ['volume 3', '3'],
    ['Vol. 7', '7'],
    ['Vol 7', '7'],
    ['Special Issue 2026', 'Special Issue 2026'],
    ['Volume 12 (2026)', '12'],
  ])('the volume called "%s" is %s', (title, volume) => {
    expect(record({ volume: { id: 'v', title, name: title } }).volume).toBe(volume)
  })

  test.each([
    ['1-5,7-10', null, { pages: '1-5,7-10', firstPage: '1', lastPage: '10', elocationId: null }],
    ['12', null, { pages: '12', firstPage: '12', lastPage: '12', elocationId: null }],
    [null, 'e0171767', { pages: null, firstPage: null, lastPage: null, elocationId: 'e0171767' }],
    ['12', 'e0171767', { pages: '12', firstPage: '12', lastPage: '12', elocationId: null }],
    [null, null, { pages: null, firstPage: null, lastPage: null, elocationId: null }],
  ])('pages %s and number %s', (pageNum, elocationId, expected) => {
    expect(record({ pageNum, elocationId })).toMatchObject(expected)
  })

  test('belongs to the journal that published it first', () => {
    const identity = { ...journal, issn: '1234-5679' }
    const source = { journal: 'Plants', publisher: 'MDPI' }
    expect(citationRecord(testArticle({ source }), TEST_URL, identity)).toMatchObject({
      journal: 'Plants',
      journalAbbreviation: null,
      issn: null,
      issnPrint: null,
      publisher: 'MDPI',
      firstPublishedElsewhere: true,
    })
    expect(citationRecord(testArticle(), TEST_URL, identity).issn).toBe('1234-5679')
  })

  test('has no DOI, PDF, volume or date when the article has none', () => {
    expect(record({ doi: null, pdfUrl: null, volume: null, publishedAt: null, receivedAt: null })).toMatchObject({
      doi: null,
      doiUrl: null,
      pdfUrl: null,
      volume: null,
      publishedOn: null,
      receivedOn: null,
    })
  })

  test('writes the address of a DOI with odd letters', () => {
    const doi = '10.1002/(SICI)1097-0258(19980815)17:15<1661::AID-SIM968>3.0.CO;2-2?#%'
    expect(record({ doi })).toMatchObject({
      doi,
      doiUrl: 'https://doi.org/10.1002/(SICI)1097-0258(19980815)17:15%3C1661::AID-SIM968%3E3.0.CO;2-2%3F%23%25',
    })
  })

  test('takes family and given names from the record where it says them', () => {
    const people = [
      { fullName: 'Parisa Mohammadi Nejad', familyName: 'Mohammadi Nejad', givenNames: 'Parisa' },
      { fullName: 'Suharto', familyName: 'Suharto' },
      { fullName: 'Nguyễn Thị Hòa', familyName: 'Nguyễn', givenNames: 'Thị Hòa' },
      { fullName: 'Flora of Sri Lanka Consortium', isGroup: true },
    ]
    expect(record({ people }).authors).toMatchObject([
      { family: 'Mohammadi Nejad', given: 'Parisa' },
      { family: 'Suharto', given: '' },
      { family: 'Nguyễn', given: 'Thị Hòa' },
      { family: 'Flora of Sri Lanka Consortium', given: '', isGroup: true },
    ])
  })

  test('never names a reviewer', () => {
    const article = testArticle({ people: [{ fullName: 'Rabia Khan' }, { fullName: 'Secret Reviewer' }] })
    const seenByAdministrators = {
      ...article,
      contributors: article.contributors.map((each, index) => ({ ...each, role: index ? 'Reviewer' : 'Author' })),
    } as unknown as Article
    expect(citationRecord(seenByAdministrators, TEST_URL).authors.map(({ fullName }) => fullName)).toEqual([
      'Rabia Khan',
    ])
  })

  test('keeps keywords whole', () => {
    expect(record({ keywords: 'essential oil, 1,8-cineole,  Ocimum\n basilicum ,' }).keywords).toEqual([
      'essential oil',
      '1,8-cineole',
      'Ocimum basilicum',
    ])
  })
})
