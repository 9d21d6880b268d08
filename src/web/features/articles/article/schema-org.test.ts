import { affiliationOf } from '../../../../contract/rules/people/affiliations.ts'
import { expect, test } from 'vitest'
import { journal } from '../../../../../journal.config.ts'
import { citationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { jsonForScript } from '../../../ui/page-markup.ts'
import { breadcrumbs, scholarlyArticle } from './schema-org.ts'
import { TEST_URL, testArticle } from '../../../../../tests/support/test-article.ts'

const record = (article?: Parameters<typeof testArticle>[0]) =>
  citationRecord(testArticle(article), TEST_URL, { ...journal, issn: '1234-5679' })

test('an article with everything', () => {
  const people = [
    {
      ...{ fullName: 'Rabia Khan', orcidId: '0000-0002-1825-0097' },
      affiliations: [
        affiliationOf({ institution: 'Department of Botany' }),
        affiliationOf({ institution: 'California Digital Library', ror: 'https://ror.org/03yrm5c26' }),
      ],
    },
    { fullName: 'Suharto' },
    { fullName: 'Flora of Sri Lanka Consortium', isGroup: true },
  ]
  expect(scholarlyArticle(record({ people, copyright: '© 2026 Khan' }))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'ScholarlyArticle',
    '@id': `${TEST_URL}/blog/k7m2p9qrstvw`,
    url: `${TEST_URL}/blog/k7m2p9qrstvw`,
    mainEntityOfPage: `${TEST_URL}/blog/k7m2p9qrstvw`,
    headline: 'Earlier flowering of Ferula assa-foetida in Balochistan',
    name: 'Earlier flowering of Ferula assa-foetida in Balochistan',
    author: [
      {
        '@type': 'Person',
        name: 'Rabia Khan',
        familyName: 'Khan',
        givenName: 'Rabia',
        sameAs: 'https://orcid.org/0000-0002-1825-0097',
        affiliation: [
          { '@type': 'Organization', name: 'Department of Botany' },
          { '@type': 'Organization', name: 'California Digital Library', sameAs: 'https://ror.org/03yrm5c26' },
        ],
      },
      { '@type': 'Person', name: 'Suharto' },
      { '@type': 'Organization', name: 'Flora of Sri Lanka Consortium' },
    ],
    datePublished: '2026-01-27',
    isPartOf: {
      '@type': 'PublicationVolume',
      volumeNumber: '4',
      isPartOf: { '@type': 'Periodical', name: journal.name, issn: '1234-5679', url: TEST_URL },
    },
    pagination: '41–56',
    pageStart: '41',
    pageEnd: '56',
    identifier: {
      '@type': 'PropertyValue',
      propertyID: 'DOI',
      value: '10.5555/jpbr.41',
      url: 'https://doi.org/10.5555/jpbr.41',
    },
    sameAs: 'https://doi.org/10.5555/jpbr.41',
    license: 'https://creativecommons.org/licenses/by/4.0/',
    copyrightNotice: '© 2026 Khan',
    publisher: { '@type': 'Organization', name: journal.publisher.name },
    image: `${TEST_URL}/blog/k7m2p9qrstvw/card.png`,
    abstract: 'First anthesis moved forward. Above 2,200 m it did not.',
    articleSection: 'Ecology and Climate Effects',
    keywords: ['phenology', 'drylands'],
    inLanguage: journal.language,
    isAccessibleForFree: true,
    encoding: {
      '@type': 'MediaObject',
      contentUrl: `${TEST_URL}/blog/k7m2p9qrstvw.pdf`,
      encodingFormat: 'application/pdf',
    },
  })
})

test('an article tells of grants, works and contributions', () => {
  const place = { doi: null, accession: null, url: null, relation: null, repository: null }
  const article = scholarlyArticle(
    record({
      people: [{ fullName: 'Rabia Khan', credit: ['software'] }, { fullName: 'Ali Raza' }],
      awards: [{ funder: 'Fern Fund', ror: 'https://ror.org/025h79t26', number: 'F-7', doi: null }],
      links: [{ ...place, kind: 'data', doi: '10.5061/dryad.1', repository: 'Dryad' }],
    }),
  )
  expect(article).toMatchObject({
    contributor: [
      {
        '@type': 'Role',
        roleName: ['https://credit.niso.org/contributor-roles/software/'],
        contributor: { '@type': 'Person', name: 'Rabia Khan' },
      },
    ],
    funding: [
      { '@type': 'Grant', identifier: 'F-7', funder: { name: 'Fern Fund', sameAs: 'https://ror.org/025h79t26' } },
    ],
    isBasedOn: [{ '@type': 'Dataset', name: 'Data, Dryad', url: 'https://doi.org/10.5061/dryad.1' }],
  })
})

test('an article mentions the names that it publishes and its specimens, but no withheld place', () => {
  const voucher = { taxon: 'Rosa a', collector: 'A. Malik', number: '7', herbarium: 'K', typeStatus: null }
  const { mentions } = scholarlyArticle(
    record({
      newNames: [{ name: 'Rosa nova Malik', act: 'taxon', ipni: '77123456-1' }],
      vouchers: [
        { ...voucher, barcode: 'K 1', uri: 'https://k.test/1', country: 'Nepal', locality: null, sensitive: false },
        { ...voucher, barcode: null, uri: null, country: null, locality: null, sensitive: true },
      ],
    }),
  )
  expect(mentions).toEqual([
    {
      ...{ '@type': 'Taxon', name: 'Rosa nova Malik', identifier: 'urn:lsid:ipni.org:names:77123456-1' },
      sameAs: 'https://www.ipni.org/n/77123456-1',
    },
    {
      ...{ '@type': 'Thing', additionalType: 'http://rs.tdwg.org/dwc/terms/PreservedSpecimen' },
      ...{ name: 'Rosa a: A. Malik 7 (K), Nepal', identifier: 'K 1', url: 'https://k.test/1' },
    },
    {
      ...{ '@type': 'Thing', additionalType: 'http://rs.tdwg.org/dwc/terms/PreservedSpecimen' },
      name: 'Rosa a: A. Malik 7 (K), place withheld: the species is protected',
    },
  ])
})

test('an article with little says nothing empty', () => {
  const bare = { people: [], doi: null, pdfUrl: null, volume: null, pageNum: null, keywords: '', abstract: '' }
  const article = scholarlyArticle(record({ ...bare, source: { journal: 'Plants', publisher: null } }))
  expect(Object.keys(article)).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(author|identifier|sameAs|pagination|pageStart|encoding|publisher|abstract|keywords)$/),
    ]),
  )
  expect(article.isPartOf).toEqual({ '@type': 'Periodical', name: 'Plants' })
})

test('an article that was corrected says when', () => {
  expect(scholarlyArticle(record())).not.toHaveProperty('dateModified')
  expect(scholarlyArticle(record({ correctedAt: '2026-02-03T10:00:00.000Z' }))).toMatchObject({
    datePublished: '2026-01-27',
    dateModified: '2026-02-03',
  })
})

test('the way to the article', () => {
  expect(breadcrumbs(record()).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Current Articles', item: `${TEST_URL}/blog` },
    { '@type': 'ListItem', position: 2, name: 'Ecology and Climate Effects', item: `${TEST_URL}/category/ecology` },
    {
      '@type': 'ListItem',
      position: 3,
      name: 'Earlier flowering of Ferula assa-foetida in Balochistan',
      item: `${TEST_URL}/blog/k7m2p9qrstvw`,
    },
  ])
})

test('JSON in a script element cannot leave it', () => {
  const value = { title: '</script><script>alert(1)</script><!-- \u2028 \u2029' }
  const json = jsonForScript(value)
  expect(json).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual(value)
})

test.each([
  [
    {},
    {
      '@type': 'PublicationIssue',
      issueNumber: '3',
      isPartOf: { '@type': 'PublicationVolume', volumeNumber: '4', isPartOf: { '@type': 'Periodical' } },
    },
  ],
  [{ volume: null }, { '@type': 'PublicationIssue', issueNumber: '3', isPartOf: { '@type': 'Periodical' } }],
])('an article in an issue: %j', (article, isPartOf) => {
  expect(scholarlyArticle(record({ ...article, issue: '3' }))).toMatchObject({ isPartOf })
})
