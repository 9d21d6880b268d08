import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PublicArticle } from '../../../../contract/api/articles.ts'
import type { Material } from '../../../../contract/rules/articles/declared-material.ts'
import { affiliationOf } from '../../../../contract/rules/people/affiliations.ts'
import { citationRecord } from '../../../../contract/rules/articles/citation/record.ts'
import { TEST_URL, testArticle } from '../../../../../tests/support/test-article.ts'
import { CREDIT_ROLES } from '../../../../contract/rules/people/credit.ts'
import { eachStatement, STATEMENTS } from '../../../../contract/rules/articles/statements.ts'
import { journal } from '../../../../../journal.config.ts'
import { jatsFaults } from '../../../../../tests/support/jats-schema.ts'
import { renderFullText } from '../html/render.ts'
import { parseJats } from '../model/parse.ts'
import { readJats, type JatsArticle } from '../read/article.ts'
import { jats } from './article.ts'
import { normaliseText } from './normalise.ts'

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

  test('vouchers, permits and new names, valid and apart from the text', () => {
    const more = { barcode: 'K 000123', uri: 'https://data.kew.org/K000123?a=1&b="2"', locality: 'Hunza <3,000 m>' }
    const common = {
      taxon: 'Populus ciliata',
      collector: 'N. Karimi',
      number: '44',
      herbarium: 'SGIL',
      typeStatus: null,
    }
    const none = { barcode: null, uri: null, country: null, locality: null }
    const material: Material = {
      vouchers: [
        { ...common, ...more, country: 'Pakistan', typeStatus: 'holotype', sensitive: false },
        { ...common, ...none, taxon: 'Tecomella undulata', sensitive: true },
      ],
      permitDetails: [{ kind: 'ABS', number: '7/A', authority: 'Forest & Co', country: 'Nepal', on: '2024-02-08' }],
      newNames: [
        { name: 'Populus hunzana Karimi, sp. nov.', act: 'taxon', ipni: '77123456-1' },
        { name: 'Populus nova (Karimi) Malik', act: 'combination', ipni: null },
      ],
    }
    const article = testArticle(material)
    const text = { type: null, language: null, notes: '', related: '', rest: '<body><p>Two poplars.</p></body>' }
    const xml = jats(citationRecord(article, TEST_URL), article, text)
    expect(jatsFaults(xml)).toEqual([])
    expect(xml).toContain('<named-content content-type="dwc:institutional_code">SGIL</named-content>')
    expect(read(xml)).toMatchObject({ material, warnings: [] })
    const document = parseJats(Buffer.from(xml))
    expect(normaliseText(document).rest).toBe('<body><p>Two poplars.</p></body><back/>')
    expect(renderFullText(document, { image: () => undefined })!.parts.join('')).not.toContain('SGIL')
  })

  test('what the rules of the journal refuse of them is left out, with a warning', () => {
    const odd = { kind: 'other' as const, number: '7', authority: 'Forest', country: 'Nepal', on: 'last year' }
    const file = readAgain({ permitDetails: [odd] })
    expect(file.material.permitDetails).toEqual([])
    expect(file.warnings).toEqual(['Of the permits in the file, 1 could not be read.'])
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

  test('what each author did', () => {
    const people = [
      { fullName: 'Rabia Khan', credit: CREDIT_ROLES },
      { fullName: 'Ali Raza', credit: [] },
    ]
    expect(readAgain({ people }).contributors.map(({ credit }) => credit)).toEqual([CREDIT_ROLES, []])
  })

  test('every statement, and none in the words that are printed', () => {
    const statements = eachStatement((name) => STATEMENTS[name].none ?? 'We thank the station.\n\nAnd the driver.')
    expect(readAgain(statements).statements).toEqual(statements)
    const article = testArticle(statements)
    const text = { type: null, language: null, notes: '', related: '', rest: '<body><p>Text.</p></body>' }
    expect(read(jats(citationRecord(article, TEST_URL), article, text)).statements).toEqual(statements)
    expect(readAgain({}).statements).toEqual(eachStatement(() => null))
  })

  test('a structured abstract and a key message of its own', () => {
    const abstract =
      '<p>First.</p><h3>Methods</h3><p>H<sub>2</sub>O &amp; <em>Rosa</em>, <a href="https://a.test/" rel="noopener">here</a>.</p><ul><li>one</li><li>two</li></ul><h3>Results</h3><blockquote>said</blockquote>'
    const again = readAgain({ abstract, excerpt: 'Roots of <i>Rosa</i> grow.' })
    expect(again.abstract).toBe(abstract)
    expect(again.keyMessage).toBe('Roots of <i>Rosa</i> grow.')
  })
})
