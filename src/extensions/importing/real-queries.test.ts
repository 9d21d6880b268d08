import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { keywordList } from '../../contract/rules/articles/keywords.ts'
import { SEARCH_MAX } from '../../contract/rules/articles/article-policy.ts'
import { plainTitle } from '../../contract/rules/text/inline-markup.ts'
import type { Article } from '../../contract/api/articles.ts'
import { aSignedIn } from '../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../tests/support/databases.ts'
import { randomFrom } from '../../../tests/support/random.ts'
import { searchable } from '../../../tests/support/searchable.ts'
import { parseJats } from '../../journal/documents/jats/model/parse.ts'
import { readJats } from '../../journal/documents/jats/read/article.ts'
import { importFolder } from './import-folder.ts'

// Real articles under open licences, kept outside the repository because of their size.
const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'jats')
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : []

const IDENTIFIERS = ['a DOI', 'an ORCID iD', 'its title']

const random = randomFrom(20_261_125)
const below = (most: number): number => Math.floor(random() * most)

/** A word with one typing error, of the kinds that people make: a letter too few, twice, wrong, or two exchanged. */
function misspelt(word: string): string {
  const at = 1 + below(word.length - 2)
  const [before, letter, next, after] = [word.slice(0, at), word[at]!, word[at + 1]!, word.slice(at + 2)]
  const made = [
    before + next + after,
    before + letter + letter + next + after,
    `${before}${letter === 'e' ? 'i' : 'e'}${next}${after}`,
    before + next + letter + after,
  ][below(4)]!
  return made === word ? misspelt(word) : made
}

/** Queries whose article is known, by kind. */
function queriesOf(article: Article, xml: Uint8Array): [kind: string, query: string][] {
  const document = parseJats(xml)
  const queries: [string, string][] = []
  const title = plainTitle(article.title)
  const year = article.publishedAt!.slice(0, 4)
  queries.push(
    ['its title', title],
    ['a DOI', article.doi!],
    ['a DOI', `https://doi.org/${article.doi!.toUpperCase()}`],
  )
  const authors = readJats(document).contributors
  const [first] = authors
  const family = first!.familyName ?? first!.fullName.split(' ').at(-1)!
  queries.push(['first author and year', `${family} ${year}`])
  if (authors.length > 1) queries.push(['first author and year', `${family} et al. (${year})`])
  const orcid = authors.find((one) => one.orcid)?.orcid
  if (orcid) queries.push(['an ORCID iD', orcid], ['an ORCID iD', `https://orcid.org/${orcid}`])
  const latin = /<i>([A-Z][a-z]{3,}) ([a-z-]{4,})<\/i>/.exec(`${article.title} ${article.abstract}`)
  if (latin) {
    const [, genus, epithet] = latin
    queries.push(['a misspelt Latin name', `${misspelt(genus!)} ${misspelt(epithet!)}`])
    queries.push(['a misspelt Latin name', `${genus!} ${misspelt(epithet!)}`])
    queries.push(['a misspelt genus', misspelt(genus!)])
  }
  for (const keyword of keywordList(article.keywords).slice(0, 3)) queries.push(['a keyword', keyword])
  const paragraphs = [...document.getElementsByTagName('p')]
    .map((each) => each.textContent!.replace(/\s+/g, ' ').trim())
    .filter((text) => text.length > 300)
  for (const paragraph of [paragraphs[2], paragraphs.at(-3)]) {
    if (!paragraph) continue
    const words = paragraph.split(' ').filter((word) => !/["“”]/.test(word))
    const from = below(Math.max(1, words.length - 8))
    queries.push(['a phrase in quotes', `"${words.slice(from, from + 8).join(' ')}"`])
  }
  return queries
}

if (!files.length) test.skip('queries for the 40 real articles (left out: they are not beside the project)', () => {})
else
  describe('queries for the 40 real articles', () => {
    eachDatabase((open) => {
      let journal: TestJournal
      const queries: { kind: string; query: string; id: string }[] = []
      beforeAll(async () => {
        journal = await open()
        await importFolder(journal.resources, folder, { origin: 'imported' })
        await searchable(journal.database)
        const admin = await aSignedIn(journal, { role: 'admin' })
        const listed: Article[] = (await journal.get('/posts/all?limit=100', { as: admin })).body.data
        const byDoi = new Map(listed.map((article) => [article.doi, article.id]))
        for (const file of files) {
          const xml = readFileSync(join(folder, file))
          const id = byDoi.get(readJats(parseJats(xml)).doi)!
          const article: Article = (await journal.get(`/posts/details/${id}`, { as: admin })).body
          for (const [kind, query] of queriesOf(article, xml)) queries.push({ kind, query, id })
        }
      }, 180_000)

      test('find it, identifiers before all others', { timeout: 180_000 }, async () => {
        const missed: string[] = []
        for (const { kind, query, id } of queries) {
          const { data } = (await journal.get(`/search?${new URLSearchParams({ q: query.slice(0, SEARCH_MAX) })}`)).body
          const place = (data as { article: Article }[]).findIndex(({ article }) => article.id === id)
          if (IDENTIFIERS.includes(kind)) expect(place, query).toBe(0)
          if (place < 0 || place > 4) missed.push(`${kind}: ${query} (${place})`)
        }
        expect(queries.length).toBeGreaterThan(400)
        expect(missed.length / queries.length, missed.join('\n')).toBeLessThan(0.018)
      })
    })
  })
