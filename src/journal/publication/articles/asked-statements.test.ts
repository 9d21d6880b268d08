import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCategory, anArticle, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { freshDatabase } from '../../../../tests/support/fresh-database.ts'
import { aDocx, aMultipart } from '../../../../tests/support/multipart.ts'
import { aNotice } from '../../../../tests/support/notice-builders.ts'
import { DECLARATIONS, STATEMENTS } from '../../../contract/rules/articles/statements.ts'
import { connect } from '../../../platform/database/connect.ts'
import { migrate } from '../../../platform/database/migrate.ts'

describe('what was never asked', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    const details = async (id: string, as?: SignedIn) => (await journal.get(`/posts/details/${id}`, { as })).body
    const correct = (id: string, version: number, correction: object) =>
      journal.put(`/posts/${id}`, { version, reason: 'The authors have answered.', ...correction }, { as: admin })
    /** Published after a submission at which these were asked for. */
    const anAsked = (asked_statements: string | null, more = {}) =>
      anArticle(journal.database, { asked_statements, ...more })

    test('is nothing where all was asked, even if it was left open', async () => {
      const author = await aSignedIn(journal)
      const { body, headers } = aMultipart({ name: 'a.docx', content: aDocx() })
      const { url } = (await journal.send('POST', '/files/upload', body, { as: author, headers })).body
      const category = await aCategory(journal.database)
      const person = { fullName: 'Ayesha Malik', email: 'a@plants.test', affiliation: 'Multan', role: 'Author' }
      const words = { title: 'Roots', excerpt: 'Roots.', keywords: 'root', abstract: '<p>Roots.</p>' }
      const sent = { ...words, categoryId: category.id, files: [url], contributors: [person] }
      const { body: article } = await journal.post('/posts', sent, { as: author })
      expect(article).toMatchObject({ competingInterests: null, statementAnswers: [], notAsked: [] })
    })

    test('is named of articles from before, until it is answered, in every version', async () => {
      const { id } = await anAsked('fundingStatement')
      const before = ['competingInterests', 'dataAvailability', 'permits', 'aiUse']
      expect((await details(id)).notAsked).toEqual(before)
      expect((await correct(id, 1, { competingInterests: 'None declared.' })).status).toBe(200)
      expect((await details(id)).notAsked).toEqual(before.slice(1))
      expect((await journal.get(`/posts/${id}/versions/1`)).body.article.notAsked).toEqual(before)
      expect((await details((await anAsked('')).id)).notAsked).toEqual(DECLARATIONS)
    })

    test('is never said of imported articles, of notices, or of what was removed', async () => {
      for (const more of [{ origin: 'imported' as const }, { origin: 'sample' as const }]) {
        expect((await details((await anAsked(null, more)).id)).notAsked).toEqual([])
      }
      const { id } = await anAsked('')
      const editors = [admin, await aSignedIn(journal, { role: 'admin' })] as const
      const { articleId } = await aNotice(journal, editors, 'removal', [id])
      expect((await details(articleId!)).notAsked).toEqual([])
      expect((await details(id)).notAsked).toEqual([])
    })

    test('no output of articles whose people never answered says none', async () => {
      const articles = [
        await anAsked(''),
        await anAsked(null, { origin: 'imported' }),
        await anAsked('fundingStatement'),
      ]
      const nones = DECLARATIONS.map((name) => STATEMENTS[name].none!)
      let read = 0
      for (const { id } of articles) {
        const addresses = [
          ...['xml', 'bib', 'ris', 'enw', 'csl.json', 'linkset.json'].map((ending) => `/blog/${id}.${ending}`),
          ...[`/api/posts/details/${id}`, `/api/posts/${id}/versions/1`, `/blog/${id}/status.json`],
          ...['jats', 'oai_dc'].map(
            (format) => `/oai?verb=GetRecord&metadataPrefix=${format}&identifier=oai:journal.test:${id}`,
          ),
        ]
        for (const address of addresses) {
          const { body, statusCode } = await journal.app.inject(address)
          if (statusCode === 200) read++
          for (const none of nones) expect(body.includes(none), `${none} at ${address}`).toBe(false)
        }
      }
      expect(read).toBeGreaterThan(24)
    })

    test('follows for articles from before from when they were submitted', async () => {
      const { where, remove } = await freshDatabase(engine)
      const database = connect(where)
      await migrate(database, '0058-requests')
      const at = (day: string) => `2025-${day}T00:00:00.000Z`
      await sql`update migrations set at = ${at('03-01')} where name = '0012-funding-statement'`.execute(database.db)
      await sql`update migrations set at = ${at('06-01')} where name = '0056-declarations'`.execute(database.db)
      await aCategory(database, { id: 'c', name: 'Ferns', slug: 'ferns' })
      const write = (id: string, created: string, origin = 'submitted', type = 'research-article') =>
        sql`insert into articles (id, slug, title, keywords, excerpt, abstract, abstract_cleaner, category_id, origin, type,
            created_at, updated_at)
          values (${id}, ${id}, ${id}, '', '', '', 1, 'c', ${origin}, ${type}, ${created}, ${created})`.execute(
          database.db,
        )
      await write('first', at('02-28'))
      await write('second', at('03-02'))
      await write('third', at('06-02'))
      await write('imported', at('02-28'), 'imported')
      await write('notice', at('02-28'), 'submitted', 'correction')
      await migrate(database)
      const rows = await database.db.selectFrom('articles').select(['id', 'asked_statements']).execute()
      expect(Object.fromEntries(rows.map((row) => [row.id, row.asked_statements]))).toEqual({
        ...{ first: '', second: 'fundingStatement', third: DECLARATIONS.join(','), imported: null, notice: null },
      })
      await database.close()
      await remove()
    })

    test('a version that was stored before these were kept is read as it was', async () => {
      const { id } = await anAsked('')
      await correct(id, 1, { title: 'Second title' })
      const version = await journal.database.db
        .selectFrom('article_versions')
        .selectAll()
        .where('article_id', '=', id)
        .where('number', '=', 1)
        .executeTakeFirstOrThrow()
      const stored = JSON.parse(version.content!) as Record<string, unknown>
      for (const field of ['vouchers', 'permitDetails', 'newNames', 'namesLocked', 'notAsked']) delete stored[field]
      const older = await anAsked('')
      const content = JSON.stringify({ ...stored, id: older.id })
      const rows = [
        { ...version, article_id: older.id, content },
        { ...version, article_id: older.id, number: 2, weight: 'small' as const, edit: 2, content: null, sha256: null },
      ]
      await journal.database.db.insertInto('article_versions').values(rows).execute()
      const set = { public_version: 2, version: 2 }
      await journal.database.db.updateTable('articles').set(set).where('id', '=', older.id).execute()
      const answer = await journal.get(`/posts/${older.id}/versions/1`)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.article).toMatchObject({
        ...{ vouchers: [], permitDetails: [], newNames: [], namesLocked: false, notAsked: DECLARATIONS },
      })
      expect((await journal.get(`/posts/${older.id}/compare/1/2`)).status).toBe(200)
    })
  })
})
