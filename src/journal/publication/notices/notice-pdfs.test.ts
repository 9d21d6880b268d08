import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle, aSignedIn, type SignedIn, storedArticle } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { withDoiPrefix } from '../../../../tests/support/doi-prefix.ts'
import { aDraft, aNotice, WORDS } from '../../../../tests/support/notice-builders.ts'
import { pdfaProblems } from '../../../../tests/support/pdf-a.ts'
import { textOfPages } from '../../../../tests/support/pdf-words.ts'
import type { NoticeKind } from '../../../contract/rules/articles/notices.ts'
import { fileIdOf } from '../../../contract/rules/files/file-rules.ts'
import { runDueJobs } from '../../../platform/jobs/run.ts'
import { noticePdfJobs } from './notice-pdfs.ts'
import { NOTHING_TO_SHOW } from './preview.ts'

describe('what a notice looks like before and after it is published', () => {
  withDoiPrefix('10.5555')
  eachDatabase((open) => {
    let journal: TestJournal
    let samina: SignedIn
    let bilal: SignedIn
    beforeAll(async () => {
      journal = await open()
      samina = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
      bilal = await aSignedIn(journal, { role: 'admin', fullName: 'Bilal Rahujo' })
    })

    const anArticleOf = () =>
      anArticle(journal.database, { title: 'Leaf rolling', doi: `10.5555/${crypto.randomUUID()}` })
    const drafted = async (article: { id: string }, kind: NoticeKind = 'retraction') =>
      (await aDraft(journal, samina, kind, [article.id])).id
    const bytesOf = async (url: string) => buffer((await journal.resources.store.open(fileIdOf(url)!))!.read())
    const post = (id: string, what: string, as = samina) => journal.post(`/notices/${id}/${what}`, {}, { as })
    const rows = async () => {
      const { db } = journal.database
      return {
        articles: await db.selectFrom('articles').selectAll().orderBy('id').execute(),
        notices: await db.selectFrom('notices').selectAll().orderBy('id').execute(),
        emails: await db.selectFrom('outbox').select('id').execute(),
        deposits: await db.selectFrom('deposits').select('id').execute(),
        versions: await db.selectFrom('article_versions').selectAll().execute(),
        audit: await db.selectFrom('audit_entries').select('id').execute(),
      }
    }

    test('is read from the code that publishes it, and nothing of it stays', async () => {
      const article = await anArticleOf()
      const id = await drafted(article)
      const before = await rows()
      const { status, body } = await post(id, 'preview')
      expect(status).toBe(200)
      expect(body.notice).toMatchObject({
        title: 'Retraction: Leaf rolling',
        type: 'retraction',
        doi: expect.any(String),
      })
      expect(body.about).toMatchObject([{ id: article.id, title: 'RETRACTED: Leaf rolling', standing: 'retracted' }])
      const { xml } = (await post(id, 'deposit')).body
      expect(xml).toContain('<title>Retraction: Leaf rolling</title>')
      expect(xml).toContain('<title>RETRACTED: Leaf rolling</title>')
      expect(await rows()).toEqual(before)
    })

    test('is a sentence where nothing of it can be seen', async () => {
      const article = await anArticleOf()
      const own = (await aNotice(journal, [samina, bilal], 'correction', [article.id])).articleId!
      const { id } = await journal.database.db
        .selectFrom('notices')
        .select('id')
        .where('article_id', '=', own)
        .executeTakeFirstOrThrow()
      await journal.database.db
        .updateTable('articles')
        .set({ archived_at: '2026-01-01T00:00:00.000Z' })
        .where('id', '=', own)
        .execute()
      for (const what of ['preview', 'pdf', 'deposit']) {
        const { status, body } = await post(id, what)
        expect([status, body.message], what).toEqual([409, NOTHING_TO_SHOW])
      }
    })

    test('has a PDF beforehand, from its words', async () => {
      const article = await anArticleOf()
      const id = await drafted(article)
      const before = await rows()
      const { status, body } = await post(id, 'pdf')
      expect(status).toBe(201)
      const pdf = await bytesOf(body.file.url)
      expect(await pdfaProblems(pdf)).toEqual([])
      const [page] = await textOfPages(pdf)
      for (const words of ['Retraction: Leaf rolling', 'Samina Farooqi', WORDS.why]) expect(page).toContain(words)
      expect(pdf.toString('latin1')).toContain(`/URI (https://doi.org/${article.doi})`)
      expect(await rows()).toEqual(before)
    })

    test('is shown to no author of its article, nor to readers', async () => {
      const author = await aSignedIn(journal, { role: 'admin' })
      const article = await anArticle(journal.database, { submitter: author.user })
      const id = await drafted(article)
      for (const what of ['preview', 'pdf', 'deposit']) {
        expect((await post(id, what, author)).status, what).toBe(404)
        expect((await journal.post(`/notices/${id}/${what}`, {})).status, what).toBe(401)
      }
    })

    test('has the same words in the PDF that readers get, which is made once', async () => {
      const article = await anArticleOf()
      const own = (await aNotice(journal, [samina, bilal], 'retraction', [article.id])).articleId!
      expect((await journal.get(`/posts/details/${own}`)).body.pdfUrl).toBeNull()
      const run = () => runDueJobs(journal.resources, noticePdfJobs(journal.resources))
      expect(await run()).toBe(1)
      expect(await run()).toBe(0)
      const { pdfUrl } = (await journal.get(`/posts/details/${own}`)).body
      expect(pdfUrl).toBe(`/blog/${own}.pdf`)
      const sent = await journal.app.inject(pdfUrl)
      expect(await pdfaProblems(sent.rawPayload)).toEqual([])
      expect((await textOfPages(sent.rawPayload))[0]).toContain('Retraction:')
      expect((await storedArticle(journal.database, own)).pdf_file_id).not.toBeNull()
    })

    test('keeps its page without a PDF while none can be made', async () => {
      const article = await anArticleOf()
      const { articleId } = await aNotice(journal, [samina, bilal], 'retraction', [article.id])
      await runDueJobs(
        journal.resources,
        noticePdfJobs(journal.resources, () => Promise.resolve(undefined)),
      )
      const { db } = journal.database
      expect((await journal.get(`/posts/details/${articleId}`)).body.pdfUrl).toBeNull()
      const job = await db.selectFrom('jobs').selectAll().where('subject', '=', articleId!).where('kind', '=', 'noticePdfs').execute() // prettier-ignore
      expect(job).toMatchObject([{ attempts: 1 }])
      await db.deleteFrom('jobs').where('kind', '=', 'noticePdfs').execute()
    })
  })
})
