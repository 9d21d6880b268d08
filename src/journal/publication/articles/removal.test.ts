import { beforeAll, describe, expect, test } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import {
  aFile,
  anArticle,
  ARTICLE_STATES,
  aSignedIn,
  PRIVATE_WORDS,
  type ArticleOptions,
  type SignedIn,
} from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { REASON_MAX } from '../../../contract/api/field-schemas.ts'
import { siteVersion } from '../../../platform/database/site-version.ts'
import { sweepFiles } from '../files/sweep.ts'
import { removeSampleContent } from '../../../extensions/importing/remove-samples.ts'

const REASON = 'It was published twice.'

describe('removing an article that was public', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    let author: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
      author = await aSignedIn(journal)
    })

    const made = (options: ArticleOptions = {}) => anArticle(journal.database, { submitter: author.user, ...options })
    const remove = (id: string, reason?: string, as: SignedIn = admin) =>
      journal.send(
        'DELETE',
        `/posts/delete/${id}${reason === undefined ? '' : `?reason=${encodeURIComponent(reason)}`}`,
        undefined,
        {
          as,
        },
      )
    const tombstones = (id: string) =>
      journal.database.db.selectFrom('article_tombstones').selectAll().where('id', '=', id).execute()
    const emailsAbout = async (articleId: string) =>
      (await journal.database.db.selectFrom('outbox').selectAll().execute())
        .map(({ kind, recipient, data }) => ({ kind, recipient, data: JSON.parse(data) }))
        .filter(({ data }) => data.articleId === articleId)

    /** Every address of an article. */
    const addresses = (id: string) => [
      `/api/posts/details/${id}`,
      `/blog/${id}.pdf`,
      `/blog/${id}.bib`,
      `/blog/${id}.ris`,
      `/blog/${id}.csl.json`,
      `/blog/${id}.xml`,
    ]
    const ask = (url: string, as?: SignedIn) => journal.app.inject({ url, headers: as?.headers ?? {} })

    test('says at every address what it was, who wrote it, when and why it has gone', async () => {
      const article = await made({
        title: 'Light &amp; <i>Rosa</i> under CO<sub>2</sub>',
        doi: '10.5555/jpbr.9',
        pdf: await aFile(journal.database, { store: journal.resources.store }),
      })
      for (const url of addresses(article.id)) expect((await ask(url)).statusCode, url).toBe(200)
      expect((await remove(article.id, ` ${REASON.replace(' ', '\n')} `)).status).toBe(200)
      const [{ deleted_at: deletedAt } = { deleted_at: '' }] = await tombstones(article.id)
      const removed = {
        id: article.id,
        title: article.title,
        authors: ['Ayesha Malik', 'Bruno Kovář'],
        doi: article.doi,
        publishedAt: article.published_at,
        deletedAt,
        reason: REASON,
      }
      for (const as of [undefined, author, admin]) {
        for (const url of addresses(article.id)) {
          const answer = await ask(url, as)
          expect(answer.statusCode, url).toBe(410)
          expect(answer.json(), url).toEqual({
            ...{ statusCode: 410, error: 'Gone', message: 'This article has been removed', removed },
          })
          expect(answer.headers['cache-control']).toMatch(/no-store/)
          for (const word of PRIVATE_WORDS) expect(answer.body.toLowerCase()).not.toContain(word)
        }
      }
      for (const list of ['/api/posts/published', '/feed.atom', '/sitemap.xml']) {
        expect((await ask(list)).body).not.toContain(article.id)
      }
      expect(await loadAuditEntries(journal.database, article.id)).toEqual([
        {
          ...{ actor_id: admin.user.id, action: 'article.delete' },
          before: { title: article.title },
          after: { reason: REASON },
        },
      ])
      expect(await emailsAbout(article.id)).toEqual([
        {
          kind: 'article-deleted',
          recipient: author.user.email,
          data: { articleId: article.id, title: article.title, name: author.user.full_name, reason: REASON },
        },
      ])
    })

    test('keeps saying it when the deleted content has been swept', async () => {
      const article = await made()
      await remove(article.id, REASON)
      await journal.database.db
        .updateTable('deleted_articles')
        .set({ deleted_at: new Date(Date.now() - 31 * 86_400_000).toISOString() })
        .where('id', '=', article.id)
        .execute()
      await sweepFiles(journal.resources)
      expect(
        await journal.database.db.selectFrom('deleted_articles').select('id').where('id', '=', article.id).execute(),
      ).toEqual([])
      expect((await ask(`/api/posts/details/${article.id}`)).json().removed.reason).toBe(REASON)
    })

    test.each(['a', 'Ж', '植'])('takes a reason of full length in any script: %s', async (letter) => {
      const reason = letter.repeat(REASON_MAX)
      const article = await made()
      expect((await remove(article.id, reason)).status).toBe(200)
      expect((await ask(`/api/posts/details/${article.id}`)).json().removed.reason).toBe(reason)
    })

    test('needs no reason from a plain call, and says that none was given', async () => {
      for (const reason of [undefined, ' ']) {
        const article = await made()
        expect((await remove(article.id, reason)).status).toBe(200)
        expect((await ask(`/api/posts/details/${article.id}`)).json().removed.reason).toBeNull()
      }
    })

    test.each([
      ['x'.repeat(501), 'Please use at most 500 characters'],
      ['x\u202ey', 'Please remove characters that cannot be printed'],
    ])('refuses a reason that cannot be shown: %#', async (reason, message) => {
      const article = await made()
      expect((await remove(article.id, reason)).body.errors).toEqual({ reason: message })
      expect((await ask(`/api/posts/details/${article.id}`)).statusCode).toBe(200)
    })

    test.each(ARTICLE_STATES)('of an article that is %s', async (state) => {
      const article = await made({ state })
      expect((await remove(article.id, REASON)).status).toBe(200)
      const wasPublic = ['public', 'archived'].includes(state)
      for (const url of addresses(article.id)) expect((await ask(url)).statusCode, url).toBe(wasPublic ? 410 : 404)
      expect(await tombstones(article.id)).toHaveLength(wasPublic ? 1 : 0)
      expect(await emailsAbout(article.id)).toHaveLength(1)
    })

    test('their own unpublished article is not told to its submitter', async () => {
      const article = await made({ state: 'pending' })
      expect((await remove(article.id, undefined, author)).status).toBe(200)
      expect((await emailsAbout(article.id)).map(({ kind }) => kind)).toEqual(['submission-deleted'])
      expect((await ask(`/api/posts/details/${article.id}`, author)).json().message).toBe('Post not found')
    })

    test('once: the second caller reads that it has gone', async () => {
      const article = await made()
      const answers = await Promise.all([remove(article.id, 'One'), remove(article.id, 'Other')])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
      expect(await tombstones(article.id)).toHaveLength(1)
      const correction = { version: 1, reason: 'Late', title: 'Late' }
      const late = await journal.put(`/posts/${article.id}`, correction, { as: admin })
      expect([late.status, late.body.message]).toEqual([410, 'This article has been removed'])
    })

    test('leaves nothing of a sample article once the samples are removed', async () => {
      const [sample, real] = [await made({ origin: 'sample' }), await made()]
      for (const { id } of [sample, real]) await remove(id, REASON)
      const version = await siteVersion(journal.database.db)
      await removeSampleContent(journal.resources)
      // Its page, which may be cached under the previous version, is rendered again.
      expect(await siteVersion(journal.database.db)).toBeGreaterThan(version)
      expect((await ask(`/api/posts/details/${sample.id}`)).statusCode).toBe(404)
      expect((await ask(`/api/posts/details/${real.id}`)).statusCode).toBe(410)
    })
  })
})
