import { expect, test } from 'vitest'
import { affiliationsOfText } from '../../../../contract/rules/people/affiliations.ts'
import { journal } from '../../../../../journal.config.ts'
import { highwireTags } from './highwire.ts'
import { citationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { TEST_URL, testArticle } from '../../../../../tests/support/test-article.ts'

const tags = (article?: Parameters<typeof testArticle>[0], identity: Parameters<typeof citationRecord>[2] = journal) =>
  highwireTags(citationRecord(testArticle(article), TEST_URL, identity)).map(({ name, content }) => [name, content])

test('an article with everything', () => {
  const people = [
    {
      fullName: 'Rabia Khan',
      affiliations: affiliationsOfText('Department of Botany'),
      orcidId: '0000-0002-1825-0097',
      orcidAuthenticated: true,
    },
    { fullName: 'Jan van der Berg' },
  ]
  expect(tags({ people }, { ...journal, issn: '1234-5679' })).toEqual([
    ['citation_title', 'Earlier flowering of Ferula assa-foetida in Balochistan'],
    ['citation_author', 'Khan, Rabia'],
    ['citation_author_institution', 'Department of Botany'],
    ['citation_author_orcid', 'https://orcid.org/0000-0002-1825-0097'],
    ['citation_author', 'van der Berg, Jan'],
    ['citation_publication_date', '2026/01/27'],
    ['citation_journal_title', journal.name],
    ['citation_journal_abbrev', journal.abbreviation],
    ['citation_issn', '1234-5679'],
    ['citation_publisher', journal.publisher.name],
    ['citation_volume', '4'],
    ['citation_firstpage', '41'],
    ['citation_lastpage', '56'],
    ['citation_doi', '10.5555/jpbr.41'],
    ['citation_pdf_url', `${TEST_URL}/blog/k7m2p9qrstvw.pdf`],
    ['citation_abstract_html_url', `${TEST_URL}/blog/k7m2p9qrstvw`],
    ['citation_language', journal.language],
    ['citation_keywords', 'phenology'],
    ['citation_keywords', 'drylands'],
  ])
})

test('an article with little: no tag is empty', () => {
  const bare = { doi: null, pdfUrl: null, volume: null, pageNum: null, publishedAt: null, keywords: '' }
  expect(tags({ ...bare, source: { journal: 'Plants', publisher: null } })).toEqual([
    ['citation_title', 'Earlier flowering of Ferula assa-foetida in Balochistan'],
    ['citation_author', 'Khan, Rabia'],
    ['citation_journal_title', 'Plants'],
    ['citation_abstract_html_url', `${TEST_URL}/blog/k7m2p9qrstvw`],
    ['citation_language', journal.language],
  ])
})

test('an issue has a tag of its own', () => {
  expect(tags({ issue: '3' })).toContainEqual(['citation_issue', '3'])
})

test('an article number stands for the first page', () => {
  const names = tags({ pageNum: null, elocationId: 'e0171767' }).filter(([name]) => /page$/.test(name!))
  expect(names).toEqual([['citation_firstpage', 'e0171767']])
})

test('a keyword with a comma stays one', () => {
  const keywords = tags({ keywords: 'basil, 1,8-cineole' }).filter(([name]) => name === 'citation_keywords')
  expect(keywords.map(([, content]) => content)).toEqual(['basil', '1,8-cineole'])
})
