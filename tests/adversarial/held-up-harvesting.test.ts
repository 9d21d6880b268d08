import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AUTHORS_MAX } from '../../src/contract/api/submission.ts'
import { CLEANER } from '../../src/platform/html/sanitise.ts'
import { importArticle } from '../../src/extensions/importing/import-article.ts'
import { parseJats } from '../../src/journal/documents/jats/model/parse.ts'
import { readJats } from '../../src/journal/documents/jats/read/article.ts'
import { aVolume, someArticles } from '../support/builders.ts'
import { WorkerProcesses } from '../../src/platform/workers/workers.ts'
import { openTestJournal, type TestJournal } from '../support/databases.ts'
import { heldUp } from './held-up.ts'
import { aPngOf } from '../support/pictures.ts'

/** Nobody waits longer than 100 ms for someone else's request, with some tolerance for a busy test machine. */
const MOST_MS = 250

describe('no harvester holds the others up', () => {
  let journal: TestJournal
  let volume: { id: string }
  let large: string
  beforeAll(async () => {
    journal = await openTestJournal('sqlite', { workers: new WorkerProcesses() })
    volume = await aVolume(journal.database, { title: 'Volume 7' })
    const head = aPngOf(4, 4).toString('base64')
    const picture = `<img src="data:image/png;base64,${head.slice(0, head.length - (head.length % 4))}${'A'.repeat(340_000)}" alt="">`
    await someArticles(journal.database, 60, {
      abstract: `<p>${'a &amp; b '.repeat(10_000)}</p>${picture.repeat(2)}`,
      abstract_cleaner: CLEANER,
      volume,
      contributors: Array.from({ length: AUTHORS_MAX }, () => ({ role: 'Author' as const })),
    })
    // A file of 3 MB, with what has to be mended in each of its sections.
    const section = `<sec><p>${'word <italic>Rosa</italic> <xref ref-type="ref" rid="r1">1</xref> '.repeat(10)}</p><p/></sec><p>x</p>`
    const content = Buffer.from(
      `<article><front><article-meta><title-group><article-title>Large</article-title></title-group>
        <pub-date><year>2026</year></pub-date><volume>7</volume></article-meta></front>
        <body>${section.repeat(4_000)}</body><back><ref-list><ref id="r1"><mixed-citation>c</mixed-citation></ref></ref-list></back></article>`,
    )
    expect(content.length).toBeGreaterThan(2_500_000)
    const given = {
      article: readJats(parseJats(content)),
      xml: { name: 'a.xml', content },
      origin: 'imported',
      text: null,
    } as const
    expect(await importArticle(journal.resources, given)).toMatchObject({ result: 'added' })
    const { data } = (await journal.get('/posts/published?limit=1')).body
    large = data[0].id
  }, 120_000)
  afterAll(() => journal.close())

  const UNITS = ['%00', '&', '=', '%F0%9F%8C%B1', 'a=', '%', '+', 'set=', 'verb=']
  const LIST = 'verb=ListRecords&metadataPrefix='

  test('by requests as long as they may be', async () => {
    const ask = async () => {
      for (const unit of UNITS) {
        const filled = unit.repeat(3_900 / unit.length)
        for (const query of [
          filled,
          `${LIST}${filled}`,
          `${LIST}oai_dc&set=${filled}`,
          `verb=ListRecords&resumptionToken=${filled}`,
        ])
          expect((await journal.app.inject(`/oai?${query.slice(0, 3_900)}`)).statusCode).toBeLessThan(500)
        const answer = await journal.app.inject({
          ...{ method: 'POST', url: '/oai', payload: filled },
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
        expect(answer.statusCode).toBe(200)
      }
    }
    expect(await heldUp(ask, MOST_MS)).toBeLessThan(MOST_MS)
  })

  test.each([
    ['records with large abstracts', () => `/oai?${LIST}oai_dc`],
    ['the same with a hundred authors each, in JATS', () => `/oai?${LIST}jats`],
    ['identifiers', () => '/oai?verb=ListIdentifiers&metadataPrefix=jats'],
    ['an article of 3 MB, which has first to be made valid', () => `/blog/${large}.xml`],
    ['the same in a harvest', () => `/oai?verb=GetRecord&metadataPrefix=jats&identifier=oai:journal.test:${large}`],
    ['a volume as JATS', () => `/volume/${volume.id}.zip`],
    ['a volume as a bag', () => `/volume/${volume.id}.bag.zip`],
    ['a list for DOAJ', () => '/doaj/articles.csv'],
    ['a manifest', () => `/lockss/${volume.id}`],
  ])(
    'by asking for %s',
    async (_name, address) => {
      const ask = async () => {
        await journal.database.db.deleteFrom('jats_texts').execute()
        await journal.database.db
          .updateTable('site_version')
          .set((row) => ({ version: row('version', '+', 1) }))
          .execute()
        const { statusCode, body } = await journal.app.inject(address())
        expect(statusCode, body.slice(0, 300)).toBe(200)
      }
      expect(await heldUp(ask, MOST_MS)).toBeLessThan(MOST_MS)
    },
    180_000,
  )
})
