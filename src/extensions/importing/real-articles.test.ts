import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { affiliationsOfText } from '../../contract/rules/people/affiliations.ts'
import { textOfHtml } from '../../contract/rules/text/html-text.ts'
import { plainTitle } from '../../contract/rules/text/inline-markup.ts'
import { repeatsAbstract } from '../../contract/rules/articles/key-message.ts'
import type { Article } from '../../contract/api/articles.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { aSignedIn } from '../../../tests/support/builders.ts'
import { jatsFaults } from '../../../tests/support/jats-schema.ts'
import { parseJats } from '../../journal/documents/jats/model/parse.ts'
import { readJats, type JatsArticle } from '../../journal/documents/jats/read/article.ts'
import { importFolder, type FileReport } from './import-folder.ts'

// Real articles under open licences, kept outside the repository because of their size.
const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'jats')
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : []

const sources = new Map<string, JatsArticle>()
const readSource = (name: string): JatsArticle => {
  if (!sources.has(name)) sources.set(name, readJats(parseJats(readFileSync(join(folder, name)))))
  return sources.get(name)!
}

if (!files.length) test.skip('the 40 real articles (left out: they are not beside the project)', () => {})
else
  describe('the 40 real articles', () => {
    eachDatabase((open) => {
      let journal: TestJournal
      let reports: FileReport[]
      let articles: Article[]
      beforeAll(async () => {
        journal = await open()
        reports = await importFolder(journal.resources, folder, { origin: 'imported' })
        const admin = await aSignedIn(journal, { role: 'admin' })
        const listed: Article[] = (await journal.get('/posts/all?limit=100', { as: admin })).body.data
        const read = async ({ id }: Article): Promise<Article> =>
          (await journal.get(`/posts/details/${id}`, { as: admin })).body
        articles = await Promise.all(listed.map(read))
      }, 120_000)

      test('all are imported, without a warning', () => {
        expect(files).toHaveLength(40)
        expect(reports.filter((report) => report.result !== 'added')).toEqual([])
        expect(reports.flatMap((report) => report.warnings)).toEqual([])
        expect(articles).toHaveLength(40)
      })

      test('none lacks what a reader looks for', () => {
        for (const article of articles) {
          const { title, abstract, excerpt, category, contributors, doi, copyright, licenceUrl } = article
          expect(plainTitle(title).length, doi!).toBeGreaterThan(20)
          expect(textOfHtml(abstract).length, doi!).toBeGreaterThan(400)
          expect(plainTitle(excerpt).length, doi!).toBeGreaterThan(80)
          expect(plainTitle(excerpt).length, doi!).toBeLessThanOrEqual(300)
          expect(category.name.trim(), doi!).not.toBe('')
          expect(contributors.length, doi!).toBeGreaterThan(0)
          expect(copyright, doi!).toMatch(/©/)
          expect(licenceUrl, doi!).toMatch(/^https:\/\/creativecommons\.org\/licenses\/by\/[234]\.0\/$/)
        }
      })

      test('texts are clean: no raw entities, TeX, doubled spaces or traces of what was left out', () => {
        for (const { title, abstract, excerpt, doi, contributors } of articles) {
          const texts = [
            plainTitle(title),
            textOfHtml(abstract),
            plainTitle(excerpt),
            ...contributors.flatMap(({ contributor }) => [contributor.fullName, contributor.affiliation]),
          ]
          for (const text of texts) {
            expect(text, doi!).not.toMatch(/&#?\w+;|\\[a-z]+|\$|[\u0000-\u001f\ue000-\uf8ff\u2010]/)
            expect(text, doi!).not.toMatch(/ {2}| [,;](?: |$)|\(\s*\)|\[\s*\]|^\s|\s$/)
          }
          expect(abstract, doi!).not.toMatch(/<h3>(?:Abstract|Electronic supplementary)/i)
          for (const { contributor } of contributors) expect(contributor.fullName).toMatch(/^[\p{L}\p{M}.' -]+$/u)
        }
      })

      test('who paid, where the files say it', () => {
        const stated = articles.filter(({ fundingStatement }) => fundingStatement !== null)
        expect(stated.length).toBeGreaterThanOrEqual(5)
        for (const { fundingStatement, doi } of stated) expect(fundingStatement, doi!).toMatch(/^\p{Lu}[^<]{20,}\.?$/su)
      })

      test('issues, as the files have them', () => {
        const issueOf = (doi: string) => articles.find((article) => article.doi === doi)!.issue
        expect(articles.filter(({ issue }) => issue !== null)).toHaveLength(21)
        expect(issueOf('10.1098/rspb.2018.1283')).toBe('1883')
        expect(issueOf('10.1093/aob/mcw242')).toBe('4')
        expect(issueOf('10.1186/1472-6882-12-165')).toBeNull()
      })

      test('an author has each affiliation once, without its mark', () => {
        for (const { contributors, doi } of articles) {
          for (const { contributor } of contributors) {
            const affiliations = affiliationsOfText(contributor.affiliation).map(({ line }) => line)
            expect(affiliations.join('; '), doi!).toBe(contributor.affiliation)
            for (const affiliation of affiliations) expect(affiliation, doi!).toMatch(/^\p{L}[\p{L}’.-]/u)
          }
        }
        const authors = articles.find((article) => article.doi === '10.1186/1472-6882-12-165')!.contributors
        expect(authors.map(({ contributor }) => contributor.affiliations.length)).toContain(2)
      })

      test('the text of an abstract parts its headings from what follows', () => {
        for (const { abstract, doi } of articles) {
          const text = textOfHtml(abstract)
          for (const [, heading] of abstract.matchAll(/<h3>(.*?)<\/h3>/g)) {
            expect(text, doi!).toContain(`${heading!.replace(/[.:]$/, '')}: `)
          }
        }
        expect(articles.filter(({ abstract }) => abstract.includes('<h3>'))).toHaveLength(9)
      })

      test('a key message that is the beginning of the abstract is known as such', () => {
        const repeating = articles.filter(({ excerpt, abstract }) => repeatsAbstract(excerpt, abstract))
        expect(repeating.length).toBeGreaterThan(25)
        expect(repeating.length).toBeLessThan(40)
      })

      test('titles and key messages keep their italics', () => {
        expect(articles.filter((article) => article.title.includes('<i>'))).toHaveLength(31)
        expect(articles.filter((article) => article.excerpt.includes('<i>')).length).toBeGreaterThan(10)
        const titles = articles.map((article) => article.title)
        expect(titles).toContain(
          '<i>GS9</i> acts as a transcriptional activator to regulate rice grain shape and appearance quality',
        )
        expect(titles).toContain(
          'Virus-induced gene silencing and virus-induced flowering in strawberry (<i>Fragaria</i>\u2009×\u2009<i>ananassa</i>) using apple latent spherical virus vectors',
        )
      })

      test('dates are in order', () => {
        for (const { publishedAt, receivedAt, acceptedAt, doi } of articles) {
          expect(publishedAt!, doi!).toMatch(/^20(?:0[89]|1\d)-\d\d-\d\dT00:00:00\.000Z$/)
          expect(receivedAt! < acceptedAt!, doi!).toBe(true)
          expect(acceptedAt! <= publishedAt!.slice(0, 10), doi!).toBe(true)
        }
      })

      test('each has its corresponding authors, with an address to write to', () => {
        for (const { contributors, doi } of articles) {
          const corresponding = contributors.filter(({ role }) => role === 'Corresponding Author')
          expect(corresponding.length, doi!).toBeGreaterThan(0)
          for (const { contributor } of corresponding) expect(contributor.email, doi!).toMatch(/^\S+@\S+\.\S+$/)
        }
        const addresses = (doi: string) =>
          articles
            .find((article) => article.doi === doi)!
            .contributors.flatMap(({ role, contributor }) =>
              role === 'Corresponding Author' ? [contributor.email] : [],
            )
        expect(addresses('10.3390/plants7030058')).toEqual(['devinder.sandhu@ars.usda.gov', 'ksgill@wsu.edu'])
        expect(addresses('10.1093/aobpla/ply076')).toEqual(['jcsong88@yahoo.com', 'paula.jameson@canterbury.ac.nz'])
        expect(addresses('10.1093/jxb/ery297')).toEqual(['okita@wsu.edu'])
      })

      test('each is written as a valid JATS record that reads as the same article', async () => {
        for (const { id, doi } of articles) {
          const record = await journal.app.inject(`/blog/${id}.xml`)
          expect([record.statusCode, jatsFaults(record.body)], doi!).toEqual([200, []])
          const name = files.find((file) => readSource(file).doi === doi)!
          const { language: _, warnings: _of, contributors, ...source } = readSource(name)
          // The addresses of the others are not for readers.
          const people = contributors.map((one) => (one.corresponding ? one : { ...one, email: '' }))
          const { language: _own, warnings, ...again } = readJats(parseJats(record.rawPayload))
          expect(warnings, doi!).toEqual([])
          expect(again, doi!).toEqual({ ...source, contributors: people })
        }
      }, 120_000)

      test('again, nothing changes', async () => {
        const again = await importFolder(journal.resources, folder, { origin: 'imported' })
        expect(new Set(again.map((report) => report.result))).toEqual(new Set(['unchanged']))
      }, 120_000)
    })
  })
