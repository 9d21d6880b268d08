import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PublicArticle } from '../../../../contract/api/articles.ts'
import { affiliationOf } from '../../../../contract/rules/people/affiliations.ts'
import { citationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { TEST_URL, testArticle } from '../../../../../tests/support/test-article.ts'
import { journal } from '../../../../../journal.config.ts'
import { jatsFaults } from '../../../../../tests/support/jats-schema.ts'
import { parseJats } from '../model/parse.ts'
import { readJats, type JatsArticle } from '../read/article.ts'
import { jats } from './article.ts'

const written = (article: PublicArticle): string => jats(citationRecord(article, TEST_URL), article)
const read = (xml: string) => readJats(parseJats(Buffer.from(xml)))
const readAgain = (odd: Parameters<typeof testArticle>[0]) => read(written(testArticle(odd)))

/** A file's article as the journal shows it. */
function articleOf(file: JatsArticle): PublicArticle {
  const { title, abstract, keyMessage, category, statements, doi, source, contributors } = file
  const article = testArticle({
    ...{ title, abstract, doi, source, excerpt: keyMessage, keywords: file.keywords.join(', '), ...statements },
    ...{ category: { id: 'c', name: category }, pageNum: file.pages, elocationId: file.elocationId, issue: file.issue },
    ...{ volume: file.volume ? { id: 'v', title: file.volume, name: file.volume } : null },
    ...{ publishedAt: `${file.publishedOn}T00:00:00.000Z`, receivedAt: file.receivedOn, acceptedAt: file.acceptedOn },
    ...{ copyright: file.copyright, licenceUrl: file.licenceUrl ?? journal.licence.url },
    people: contributors.map(({ orcid, email, corresponding, ...person }) => ({
      ...person,
      ...(corresponding && email ? { email } : {}),
      orcidId: orcid,
    })),
  })
  for (const [index, { corresponding }] of contributors.entries())
    article.contributors[index]!.role = corresponding ? 'Corresponding Author' : 'Author'
  return article
}

describe('read again, an article says the same', () => {
  const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'sample', 'articles')

  test.each(readdirSync(folder).filter((name) => name.endsWith('.xml')))('%s', (name) => {
    const file = readJats(parseJats(readFileSync(join(folder, name))))
    const xml = written(articleOf(file))
    expect(jatsFaults(xml)).toEqual([])
    expect(read(xml)).toEqual({ ...file, warnings: [] })
  })

  test('people in odd orders, with the addresses that are theirs', () => {
    const people = [
      { fullName: 'Nguyễn Thị Hòa', familyName: 'Nguyễn', givenNames: 'Thị Hòa', email: 'khan@plants.test' },
      { fullName: 'Suharto' },
      { fullName: 'Flora of Sri Lanka Consortium', isGroup: true },
      { fullName: 'Hassan Khan Jr', familyName: 'Khan', givenNames: 'Hassan', email: 'hoa@plants.test' },
    ]
    const article = testArticle({ people })
    article.contributors[3]!.role = 'Corresponding Author'
    const again = read(written(article)).contributors
    expect(again).toMatchObject(people.map(({ email = '', ...person }) => ({ ...person, email })))
    expect(again.map(({ corresponding }) => corresponding)).toEqual([true, false, false, true])
  })

  test.each([
    { institution: 'Kew', department: null, city: null, country: null },
    { institution: 'Kew', department: 'Herbarium', city: 'Richmond', country: 'United Kingdom' },
    { institution: 'National University of Singapore', city: 'Singapore', country: 'Singapore' },
    { institution: 'Kew', city: 'Richmond', line: 'Kew, 12345 Richmond, Surrey' },
    { institution: 'Kew', ror: 'https://ror.org/00ynnr806', line: 'Kew' },
  ])('an affiliation: %j', (typed) => {
    const place = affiliationOf(typed)
    const people = [{ fullName: 'Rabia Khan', affiliations: [place] }]
    expect(readAgain({ people }).contributors[0]!.affiliations).toEqual([place])
  })

  test('a structured abstract and a key message of its own', () => {
    const abstract =
      '<p>First.</p><h3>Methods</h3><p>H<sub>2</sub>O &amp; <em>Rosa</em>, <a href="https://a.test/" rel="noopener">here</a>.</p><ul><li>one</li><li>two</li></ul><h3>Results</h3><blockquote>said</blockquote>'
    const again = readAgain({ abstract, excerpt: 'Roots of <i>Rosa</i> grow.' })
    expect(again.abstract).toBe(abstract)
    expect(again.keyMessage).toBe('Roots of <i>Rosa</i> grow.')
  })
})
