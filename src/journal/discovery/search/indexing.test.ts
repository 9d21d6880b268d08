import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { aCategory, aFile, anArticle, aSignedIn, aVolume, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { times } from '../../../../tests/support/long.ts'
import { aRealPdf } from '../../../../tests/support/pdf-files.ts'
import { connect } from '../../../platform/database/connect.ts'
import { nearWords } from '../../../platform/search-engine/spelling.ts'
import { TERMS } from '../../../platform/search-engine/terms.ts'
import { indexed as indexAll } from '../../../../tests/support/searchable.ts'
import { indexDue, queueOutdatedIndex } from './index-articles.ts'
import { readDuePdfs } from './pdf-texts.ts'
import { saveFullText } from '../../publication/full-text/stored-text.ts'

const OUTLINE = { sections: [], figures: [], tables: [], parts: 1, references: 0, hasFormulas: false }
const textOf = (said: string, html = '') => ({
  ...{ outline: OUTLINE, parts: [html], unknown: {} },
  passages: [{ section: 'Results', anchor: 'p-1', part: 1, text: said }],
})

/** A PDF of one page that says this. */
const pdfOf = (said: string) => {
  const stream = `BT /F1 12 Tf 10 100 Td (${said}) Tj ET`
  return aRealPdf({
    page: '/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>',
    objects: {
      4: `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
      5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    },
  })
}

describe('the index of articles', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    beforeEach(async () => {
      await journal.database.db.deleteFrom('articles').execute()
      await index()
    })

    const index = () => indexAll(journal.database)
    const waiting = () => journal.database.db.selectFrom('jobs').selectAll().where('kind', '=', 'index').execute()
    const found = async (q: string): Promise<string[]> => {
      const { body, text } = await journal.get(`/search?${new URLSearchParams({ q, exact: 'true' })}`)
      expect(body.data, text).toBeDefined()
      return body.data.map(({ article }: { article: { id: string } }) => article.id)
    }
    const rowsOf = async (table: string) =>
      (await sql<{ n: number }>`select count(*) as n from ${sql.ref(table)}`.execute(journal.database.db)).rows[0]!.n
    /** What is left of articles in the indexes of words. */
    const indexed = () => rowsOf(journal.engine === 'sqlite' ? 'search_bodies' : 'search_vectors')

    test('a DOI and an ORCID iD that an article gets later find it, as long as it is public', async () => {
      const { db } = journal.database
      const { id } = await anArticle(journal.database, { contributors: [{ full_name: 'Ada' }] })
      await index()
      const both = () => Promise.all(['10.5555/later', '0000-0002-1825-0097'].map(found))
      expect(await both()).toEqual([[], []])
      await db.updateTable('articles').set({ doi: '10.5555/later' }).where('id', '=', id).execute()
      await db
        .updateTable('contributors')
        .set({ orcid: '0000-0002-1825-0097' })
        .where('full_name', '=', 'Ada')
        .execute()
      await index()
      expect(await both()).toEqual([[id], [id]])
      await db.updateTable('articles').set({ archived_at: '2026-01-02T00:00:00.000Z' }).where('id', '=', id).execute()
      expect(await both()).toEqual([[], []])
    })

    test('the word that shares most pieces with a mistyped one is known among hundreds that share some', async () => {
      const { db } = journal.database
      const syllables = ['an', 'tho', 'mon', 'the', 'nas', 'xan', 'hem', 'on', 'as', 'em']
      const words = syllables.flatMap((one) => syllables.flatMap((two) => [`${one}${two}ria`, `${one}${two}${one}al`]))
      for (const word of [...words, 'xanthomonas'])
        await db
          .insertInto('search_words')
          .values({ word, articles: 1 })
          .onConflict((same) => same.doNothing())
          .execute()
      expect((await nearWords(db, 'xanthemonas'))[0]).toMatchObject({ word: 'xanthomonas', distance: 1 })
    })

    test('follows every write', async () => {
      const { database } = journal
      const volume = await aVolume(database)
      const { id, version } = await anArticle(database, { state: 'pending', title: 'Mosses' })
      expect([await index(), await found('mosses')]).toEqual([0, []])

      const pdf = await aFile(database, { owner: admin.user, store: journal.resources.store, content: aRealPdf() })
      const pdfUrl = `/files/${pdf.id}/${pdf.name}`
      const approved = await journal.put(
        `/posts/${id}/approve`,
        { version, volumeId: volume.id, pdfUrl },
        { as: admin },
      )
      expect(approved.status, approved.text).toBe(200)
      expect([(await index()) > 0, await found('mosses')]).toEqual([true, [id]])

      const correct = async (change: object) => {
        const { body } = await journal.get(`/posts/details/${id}`, { as: admin })
        const answer = await journal.put(
          `/posts/${id}`,
          { version: body.version, reason: 'A slip.', ...change },
          { as: admin },
        )
        expect(answer.status, answer.text).toBe(200)
        await index()
      }
      await correct({ title: 'Lichens' })
      expect([await found('mosses'), await found('lichens')]).toEqual([[], [id]])
      await correct({ abstract: '<p>Usnea on bark.</p>', keywords: 'epiphytes' })
      expect([await found('usnea'), await found('epiphyte')]).toEqual([[id], [id]])
      const other = await aCategory(database)
      await correct({ categoryId: other.id })
      const { body } = await journal.get(`/search?category=${other.id}`)
      expect(body.meta.totalItems).toBe(1)

      const person = { email: 'a@plants.test', affiliation: 'Botany', role: 'Author', fullName: 'Zoe Zea' }
      const added = await journal.post(`/posts/${id}/contributors`, person, { as: admin })
      await index()
      expect(await found('zoe lichens')).toEqual([id])
      const { contributorId } = (
        added.body.contributors as { contributorId: string; contributor: { fullName: string } }[]
      ).find(({ contributor }) => contributor.fullName === 'Zoe Zea')!
      await journal.send('DELETE', `/posts/${id}/contributors/${contributorId}`, undefined, { as: admin })
      await index()
      expect(await found('zoe')).toEqual([])

      await database.transaction((tx) => saveFullText(tx, id, textOf('Soredia everywhere.')))
      expect([await found('soredia'), await index(), await found('soredia')]).toEqual([[], 1, [id]])
      await database.transaction((tx) => saveFullText(tx, id, textOf('Isidia everywhere.')))
      expect([await index(), await found('soredia'), await found('isidia')]).toEqual([1, [], [id]])

      // What is no longer public is not found from this moment on, before anything is indexed.
      await journal.put(`/posts/${id}/archive`, { archive: true }, { as: admin })
      expect(await found('lichens')).toEqual([])
      expect([await index(), await indexed()]).toEqual([1, 0])
      await journal.put(`/posts/${id}/archive`, { archive: false }, { as: admin })
      expect([await index(), await found('isidia')]).toEqual([1, [id]])
      await journal.send('DELETE', `/posts/delete/${id}`, undefined, { as: admin })
      expect([await found('lichens'), await indexed(), await waiting()]).toEqual([[], 0, []])
    })

    test('has nothing to do when nothing has changed', async () => {
      await anArticle(journal.database)
      expect([await index(), await index()]).toEqual([1, 0])
    })

    test('goes on where it was interrupted, and forgets no change that comes meanwhile', async () => {
      const { database } = journal
      const ids: string[] = []
      for (let at = 0; at < 6; at++) ids.push((await anArticle(database, { title: `Ferns ${at}` })).id)
      let asked = 0
      await indexDue(journal.resources, () => ++asked > 3)
      expect((await found('ferns')).length).toBeGreaterThan(0)
      expect((await found('ferns')).length).toBeLessThan(6)
      await index()
      expect((await found('ferns')).sort()).toEqual(ids.sort())

      // The article changes after it has been read and before it is written.
      await database.db.updateTable('articles').set({ abstract: '<p>First.</p>' }).execute()
      const indexing = index()
      await database.db.updateTable('articles').set({ abstract: '<p>Horsetails.</p>' }).execute()
      await indexing
      await index()
      expect((await found('horsetails')).sort()).toEqual(ids.sort())
    })

    test('is the same after changes and indexing by several at once', async () => {
      const { database } = journal
      const ids: string[] = []
      for (let at = 0; at < 8; at++) ids.push((await anArticle(database, { title: 'Sedge start' })).id)
      const words = ['carex', 'scirpus', 'juncus']
      const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)]!
      // Two connections of one process to a SQLite file would wait for each other.
      const second = journal.engine === 'sqlite' ? database : connect(await placeOf(journal))
      const change = async () => {
        const archived_at = pick([null, null, '2026-01-01T00:00:00.000Z'])
        await database.db
          .updateTable('articles')
          .set({ abstract: `<p>Sedge ${pick(words)}</p>`, archived_at })
          .where('id', '=', pick(ids))
          .execute()
      }
      await Promise.all([
        ...Array.from({ length: 3 }, async () => {
          for (let at = 0; at < times(15, 200); at++) {
            await change()
            for (const id of await found('sedge')) expect(ids).toContain(id)
          }
        }),
        ...[database, second].map(async (each) => {
          for (let at = 0; at < times(10, 100); at++) await indexDue({ ...journal.resources, database: each })
        }),
      ])
      if (second !== database) await second.close()
      await database.db
        .updateTable('jobs')
        .set({ run_after: '', failed_at: null })
        .where('kind', '=', 'index')
        .execute()
      await index()
      const rows = await database.db.selectFrom('public_articles').select(['id', 'abstract']).execute()
      for (const word of words) {
        const expected = rows.filter(({ abstract }) => abstract.includes(word)).map(({ id }) => id)
        expect((await found(word)).sort(), word).toEqual(expected.sort())
      }
      expect(await indexed()).toBe(rows.length)
    })

    test('is made again if the words of texts are others', async () => {
      await anArticle(journal.database)
      await index()
      await journal.database.db
        .updateTable('search_articles')
        .set({ analyser: TERMS - 1 })
        .execute()
      await journal.database.transaction((tx) => queueOutdatedIndex(tx))
      expect([await index(), await index()]).toEqual([1, 0])
    })

    test('an article that cannot be indexed is tried again later, and holds up none', async () => {
      const { database } = journal
      const [bad, good] = [await anArticle(database), await anArticle(database, { title: 'Good ferns' })]
      await database.db
        .insertInto('full_texts')
        .values({ article_id: bad.id, renderer: 1, outline: null, passages: '{broken' })
        .execute()
      const tryAll = () => indexDue(journal.resources)
      expect([await tryAll(), await tryAll()]).toEqual([1, 0])
      expect(await waiting()).toMatchObject([{ subject: bad.id, attempts: 1, failed_at: null }])
      expect(await found('ferns')).toEqual([good.id])
      await database.db.updateTable('full_texts').set({ passages: '[]' }).execute()
      expect(await tryAll()).toBe(1)
    })

    test('Latin names in italics of the whole text are known', async () => {
      const { id } = await anArticle(journal.database)
      const html = '<p>Seeds of <i>Vicia faba</i> and <em>Vigna radiata</em>.</p>'
      await journal.database.transaction((tx) =>
        saveFullText(tx, id, textOf('Seeds of Vicia faba and Vigna radiata.', html)),
      )
      await index()
      const { body } = await journal.get(`/search?${new URLSearchParams({ q: 'V. faba' })}`)
      expect(body.names).toEqual([{ typed: 'V. faba', names: ['Vicia faba'] }])
    })

    describe('PDFs', () => {
      const aPdf = (content: Uint8Array) => aFile(journal.database, { store: journal.resources.store, content })
      const pdfRow = () => journal.database.db.selectFrom('pdf_texts').selectAll().executeTakeFirst()

      test('are read where there is no full text, once', async () => {
        const { id } = await anArticle(journal.database, { pdf: await aPdf(pdfOf('Hornworts under the microscope')) })
        await index()
        expect(await found('hornworts')).toEqual([])
        expect(await readDuePdfs(journal.resources)).toBe(1)
        expect([await index(), await found('hornworts')]).toEqual([1, [id]])
        const { body } = await journal.get('/search?q=hornworts')
        expect(body.data[0].passages).toMatchObject([
          { anchor: '', part: 1, text: expect.stringContaining('<mark>Hornworts') },
        ])
        expect([await readDuePdfs(journal.resources), await index()]).toEqual([0, 0])
        // A full text takes its place.
        await journal.database.transaction((tx) => saveFullText(tx, id, textOf('Liverworts.')))
        await index()
        expect([await found('hornworts'), await found('liverworts'), await pdfRow()]).toEqual([[], [id], undefined])
      })

      test('that cannot be read are remembered, and tried again later', async () => {
        await anArticle(journal.database, { pdf: await aPdf(Buffer.from('%PDF-1.7\nno PDF at all')) })
        await index()
        expect([await readDuePdfs(journal.resources), await readDuePdfs(journal.resources)]).toEqual([0, 0])
        const { db } = journal.database
        const job = () => db.selectFrom('jobs').selectAll().where('kind', '=', 'pdfTexts').executeTakeFirstOrThrow()
        expect([await pdfRow(), await job()]).toMatchObject([{ passages: null }, { attempts: 1, claim: null }])
        expect((await job()).run_after > new Date().toISOString()).toBe(true)
        await index()
        expect(await job()).toMatchObject({ attempts: 1 })
      })
    })
  })
})

/** Where the journal's database is on PostgreSQL. */
async function placeOf({ database }: TestJournal) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  return { url: `${inject('postgres')}/${rows[0]!.name}` }
}
