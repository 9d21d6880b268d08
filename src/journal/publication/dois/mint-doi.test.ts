import { beforeAll, describe, expect, test } from 'vitest'
import { doiSettings } from '../../../contract/rules/articles/doi.ts'
import {
  aFile,
  anArticle,
  aSignedIn,
  aTombstone,
  aVolume,
  storedArticle,
  type ArticleOptions,
  type SignedIn,
} from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { withDoiPrefix } from '../../../../tests/support/doi-prefix.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'

const PREFIX = '10.5555'

describe('the DOI of an approved article', () => {
  withDoiPrefix(PREFIX)
  eachDatabase((open) => {
    let journal: TestJournal
    let administrator: SignedIn
    beforeAll(async () => {
      journal = await open()
      administrator = await aSignedIn(journal, { role: 'admin' })
    })

    const pending = (options: ArticleOptions = {}) => anArticle(journal.database, { state: 'pending', ...options })
    const approve = async (id: string, body: object = {}) => {
      const pdfUrl = fileUrl(await aFile(journal.database, { owner: administrator.user }))
      return journal.put(`/posts/${id}/approve`, { pdfUrl, ...body }, { as: administrator })
    }
    const depositsOf = (id: string) =>
      journal.database.db.selectFrom('deposits').selectAll().where('article_id', '=', id).execute()
    const before = async (id: string, query = '') =>
      (await journal.get(`/posts/${id}/readiness${query}`, { as: administrator })).body

    test('is minted with it, as it was shown before, and deposited', async () => {
      const volume = await aVolume(journal.database, { title: 'Volume 7' + (Date.now() % 1000) })
      const number = /\d+/.exec(volume.title)![0]
      const { id } = await pending()
      const shown = await before(id, `?volumeId=${volume.id}&issue=2`)
      expect(shown.doi).toEqual({ value: `${PREFIX}/jpbr.${number}.${id}`, isNew: true })
      const answer = await approve(id, { volumeId: volume.id, issue: '2' })
      expect(answer.body.doi).toBe(shown.doi.value)
      expect(await depositsOf(id)).toMatchObject([{ state: 'waiting', reason: 'approval', doi: shown.doi.value }])
      const [entry] = await journal.database.db
        .selectFrom('audit_entries')
        .select(['before', 'after'])
        .where('subject', '=', id)
        .where('action', '=', 'article.approve')
        .execute()
      expect(JSON.parse(entry!.before!).doi).toBeNull()
      expect(JSON.parse(entry!.after!).doi).toBe(shown.doi.value)
      expect((await journal.get(`/posts/details/${id}`)).body.doi).toBe(shown.doi.value)
    })

    test('is without a volume shorter, and shown so', async () => {
      const { id } = await pending()
      expect((await before(id)).doi.value).toBe(`${PREFIX}/jpbr.${id}`)
      expect((await approve(id)).body.doi).toBe(`${PREFIX}/jpbr.${id}`)
    })

    test('stays what it is where there is one', async () => {
      const { id } = await pending({ doi: '10.1371/journal.pone.7' })
      expect((await before(id)).doi).toEqual({ value: '10.1371/journal.pone.7', isNew: false })
      expect((await approve(id)).body.doi).toBe('10.1371/journal.pone.7')
      expect(await depositsOf(id)).toEqual([])
    })

    test.each<[string, ArticleOptions]>([
      ['a sample', { origin: 'sample' }],
      ['an article of another journal', { source_journal: 'PLOS ONE' }],
    ])('is not minted for %s', async (_what, options) => {
      const { id } = await pending(options)
      expect((await before(id)).doi).toBeNull()
      expect((await approve(id)).body.doi).toBeNull()
    })

    test('is not minted without a prefix', async () => {
      const { id } = await pending()
      doiSettings().prefix = ''
      try {
        expect((await before(id)).doi).toBeNull()
        expect((await approve(id)).body.doi).toBeNull()
        expect(await depositsOf(id)).toEqual([])
      } finally {
        doiSettings().prefix = PREFIX
      }
    })

    test('is one that no article has or ever had', async () => {
      const { id } = await pending()
      await anArticle(journal.database, { doi: `${PREFIX}/JPBR.${id}` })
      await aTombstone(journal.database, { doi: `${PREFIX}/jpbr.${id}-2` })
      expect((await before(id)).doi.value).toBe(`${PREFIX}/jpbr.${id}-3`)
      expect((await approve(id)).body.doi).toBe(`${PREFIX}/jpbr.${id}-3`)
    })

    test('is minted once by two who approve at the same moment', async () => {
      const { id } = await pending()
      const answers = await Promise.all([approve(id), approve(id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await depositsOf(id)).toHaveLength(1)
    })

    test('survives an import of the same DOI at the same moment', async () => {
      const { id } = await pending()
      const doi = `${PREFIX}/jpbr.${id}`
      const [answer] = await Promise.all([approve(id), anArticle(journal.database, { doi }).catch(() => null)])
      expect(answer!.status).toBe(200)
      expect([doi, `${doi}-2`]).toContain(answer!.body.doi)
      const { db } = journal.database
      const found = await db.selectFrom('articles').select('doi').where('doi', 'like', `${doi}%`).execute()
      expect(new Set(found.map((row) => row.doi)).size).toBe(found.length)
    })

    test('is never changed, by nobody', async () => {
      const { id } = await pending()
      await approve(id)
      const { doi, version } = await storedArticle(journal.database, id)
      const { db } = journal.database
      for (const other of ['10.5555/other', null]) {
        await expect(db.updateTable('articles').set({ doi: other }).where('id', '=', id).execute()).rejects.toThrow(
          'A DOI never changes',
        )
      }
      const volume = await aVolume(journal.database)
      const corrected = await journal.put(
        `/posts/${id}`,
        { version, reason: 'The volume was wrong.', volumeId: volume.id },
        { as: administrator },
      )
      expect(corrected.body).toMatchObject({ doi, volumeId: volume.id })
    })

    describe('of an article from before the journal had a prefix', () => {
      const deposit = (id: string) => journal.post(`/deposits/articles/${id}`, {}, { as: administrator })

      test('is minted when an editor asks for it, once', async () => {
        const { id } = await anArticle(journal.database)
        const answer = await deposit(id)
        expect(answer).toMatchObject({
          ...{ status: 201, body: { doi: `${PREFIX}/jpbr.${id}`, state: 'waiting', reason: 'editor', canSend: true } },
        })
        expect((await deposit(id)).body.doi).toBe(`${PREFIX}/jpbr.${id}`)
        expect((await depositsOf(id)).map(({ state }) => state).sort()).toEqual(['superseded', 'waiting'])
        expect((await journal.get(`/posts/details/${id}`)).body.doi).toBe(`${PREFIX}/jpbr.${id}`)
      })

      test.each<[string, ArticleOptions, string]>([
        ['that is not public', { state: 'archived' }, 'Only published articles can be deposited'],
        ['of another publisher', { doi: '10.1371/x' }, 'The DOI of this article is not registered by this journal'],
        ['of another journal', { source_journal: 'PLOS' }, 'The DOI of this article is not registered by this journal'],
      ])('is refused for one %s', async (_what, options, message) => {
        const { id } = await anArticle(journal.database, {
          ...options,
          ...(options.doi ? { doi: options.doi + Math.random() } : {}),
        })
        expect(await deposit(id)).toMatchObject({ status: 409, body: { message } })
      })
    })
  })
})
