import { beforeAll, describe, expect, test } from 'vitest'
import { loadAuditEntries } from '../../../../../tests/support/audit-entries.ts'
import { aFile, anArticle, aSignedIn, type SignedIn } from '../../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../../tests/support/databases.ts'
import { aDuty } from '../../../../../tests/support/duty-builders.ts'
import { earlier } from '../../../../../tests/support/earlier.ts'
import { aMultipart, aPdf } from '../../../../../tests/support/multipart.ts'
import {
  aCase,
  asCaller,
  authorsConfirmed,
  decided,
  withReports,
} from '../../../../../tests/support/review-builders.ts'
import { aWordFile, h, p } from '../../../../../tests/support/word-files.ts'
import { CHANGED_MEANWHILE } from '../../../../contract/api/approval.ts'
import { FILES_REQUIRED, FULL_TEXT_UNSEEN } from '../../../../contract/api/full-texts.ts'
import { FILES_ONCE_PUBLIC } from '../../../../contract/rules/articles/article-policy.ts'
import { fileUrl } from '../../../../contract/rules/files/file-rules.ts'
import { renderDueTexts } from '../../full-text/derive-texts.ts'

const WORD = aWordFile(h(1, 'Introduction') + p('Leaves open in May.'))

describe('full texts and PDFs by production', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let author: SignedIn
    let editor: SignedIn
    let producer: SignedIn
    beforeAll(async () => {
      journal = await open()
      author = await aSignedIn(journal)
      editor = await aSignedIn(journal, { role: 'admin' })
      producer = await aSignedIn(journal)
      await aDuty(journal.database, producer.user, 'production')
    })

    const accepted = (submitter = author): Promise<string> =>
      earlier(60, async () => {
        const { id } = await aCase(journal.database, { submitter: submitter.user })
        await withReports(journal.database, asCaller(editor), id)
        await authorsConfirmed(journal.database, id)
        await decided(journal.database, asCaller(editor), id, 'accept')
        return id
      })
    const published = async (submitter = author): Promise<string> => {
      const id = await accepted(submitter)
      const pdf = await aFile(journal.database, { owner: editor.user, store: journal.resources.store })
      const answer = await journal.put(`/posts/${id}/approve`, { pdfUrl: fileUrl(pdf) }, { as: editor })
      expect(answer.status, answer.text).toBe(200)
      return id
    }
    const upload = async (name: string, content: Buffer, as = producer): Promise<string> => {
      const { body, headers } = aMultipart({ name, content })
      return (await journal.send('POST', '/files/upload', body, { as, headers })).body.url
    }
    const version = async (id: string) =>
      (
        await journal.database.db
          .selectFrom('articles')
          .select('version')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).version
    const preview = (id: string, fullTextUrl: string, as = producer) =>
      journal.post(`/posts/${id}/full-text/preview`, { fullTextUrl }, { as })
    const replace = async (id: string, files: object, as = producer) =>
      journal.put(`/posts/${id}/full-text`, { version: await version(id), reason: 'The text.', ...files }, { as })
    /** A text as it was looked at. */
    const aText = async (id: string) => {
      const fullTextUrl = await upload('paper.docx', WORD)
      const seen = await preview(id, fullTextUrl)
      expect(seen.status, seen.text).toBe(200)
      return { fullTextUrl, fullTextDigest: seen.body.digest as string }
    }

    test('a published article gets a text and another PDF, and nothing else of it changes', async () => {
      const id = await published()
      const pdfOf = async () =>
        (
          await journal.database.db
            .selectFrom('articles')
            .innerJoin('files', 'files.id', 'articles.pdf_file_id')
            .select('files.name')
            .where('articles.id', '=', id)
            .executeTakeFirstOrThrow()
        ).name
      const before = (await journal.get(`/posts/details/${id}`)).body
      const answer = await replace(id, { ...(await aText(id)), pdfUrl: await upload('newer.pdf', aPdf('Of leaves')) })
      expect(answer.status, answer.text).toBe(200)
      // Not the record, which names who was suggested as a reviewer.
      expect(Object.keys(answer.body)).toEqual(['message'])
      await renderDueTexts(journal.resources)
      expect((await journal.get(`/posts/${id}/full-text`)).body.html).toContain('Leaves open in May.')
      const after = (await journal.get(`/posts/details/${id}`)).body
      expect(await pdfOf()).toBe('newer.pdf')
      for (const field of ['title', 'abstract', 'contributors', 'doi', 'publishedAt'])
        expect(after[field], field).toEqual(before[field])
      expect((await loadAuditEntries(journal.database, id)).at(-1)).toMatchObject({
        ...{ action: 'article.correct', actor_id: producer.user.id },
        after: { fullTextUrl: { name: 'paper.docx' }, pdfUrl: { name: 'newer.pdf' }, reason: 'The text.' },
      })
      expect((await journal.get(`/production/articles/${id}`, { as: producer })).body.hasText).toBe(true)
    })

    test('a version that is not the newest, a text that was not looked at and no file at all are refused', async () => {
      const id = await published()
      const text = await aText(id)
      expect((await replace(id, { fullTextUrl: text.fullTextUrl })).body.errors.fullTextUrl).toBe(FULL_TEXT_UNSEEN)
      expect((await replace(id, {})).body.errors.fullTextUrl).toBe(FILES_REQUIRED)
      expect((await replace(id, { ...text, title: 'Another' })).status).toBe(400)
      expect((await replace(id, { ...text, fullTextUrl: null })).status).toBe(400)
      const stale = await replace(id, { ...text, version: (await version(id)) + 1 })
      expect([stale.status, stale.body.message]).toEqual([409, CHANGED_MEANWHILE])
      // Someone else's upload.
      const pdfUrl = await upload('final.pdf', aPdf(), author)
      expect((await replace(id, { pdfUrl })).status).toBe(400)
    })

    test('what is accepted waits for its publication, and what production does not know of is not found', async () => {
      const early = await accepted()
      const files = { pdfUrl: await upload('final.pdf', aPdf()) }
      const word = await upload('paper.docx', WORD)
      for (const answer of [await replace(early, files), await preview(early, word)])
        expect([answer.status, answer.body.message]).toEqual([409, FILES_ONCE_PUBLIC])
      const { id: uncased } = await anArticle(journal.database)
      const { id: open } = await aCase(journal.database, { submitter: author.user })
      for (const id of [await published(producer), uncased, open]) {
        expect((await replace(id, files)).status).toBe(404)
        expect((await preview(id, word)).status).toBe(404)
      }
      const observer = await aSignedIn(journal)
      await aDuty(journal.database, observer.user, 'observer')
      const former = await aSignedIn(journal)
      await aDuty(journal.database, former.user, 'production', { until: '2020-01-01' })
      const id = await published()
      for (const as of [observer, former, author]) {
        expect((await replace(id, files, as)).status).toBe(403)
        expect((await preview(id, word, as)).status).toBe(403)
      }
      // The whole record is corrected by managing editors.
      const correction = { version: await version(id), reason: 'A title', title: 'Another' }
      expect((await journal.put(`/posts/${id}`, correction, { as: producer })).status).toBe(403)
    })
  })
})
