import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { anArticle, aFile, aSignedIn, aVolume, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aDuty } from '../../../../tests/support/duty-builders.ts'
import { earlier } from '../../../../tests/support/earlier.ts'
import { aMultipart } from '../../../../tests/support/multipart.ts'
import { aPicture } from '../../../../tests/support/png.ts'
import { aCase, asCaller, authorsConfirmed, decided, withReports } from '../../../../tests/support/review-builders.ts'
import { aWordFile, drawing, h, p } from '../../../../tests/support/word-files.ts'
import { ASK_AN_EDITOR } from '../../../contract/api/approval.ts'
import { RELEASE_HIDDEN } from '../../../contract/api/volumes.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { NOT_CLEARED } from '../../fees/clearance.ts'
import { loadSource } from '../full-text/stored-text.ts'

describe('issues by production', () => {
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
    const db = () => journal.database.db

    const accepted = (minutes = 60, submitter = author): Promise<string> =>
      earlier(minutes, async () => {
        const { id } = await aCase(journal.database, { submitter: submitter.user })
        await withReports(journal.database, asCaller(editor), id)
        await authorsConfirmed(journal.database, id)
        await decided(journal.database, asCaller(editor), id, 'accept')
        return id
      })
    const anIssue = async () => (await aVolume(journal.database, { release: 'issue', state: 'planned' })).id
    const aPdf = (owner: SignedIn) =>
      aFile(journal.database, { owner: owner.user, store: journal.resources.store, name: 'final.pdf' })
    const hold = async (id: string, volumeId: string, as = producer, more: object = {}) => {
      const form = { pdfUrl: fileUrl(await aPdf(as)), volumeId, issue: '', pageNum: '1-5', ...more }
      return journal.put(`/posts/${id}/hold`, form, { as })
    }
    const held = (id: string, as = producer) => journal.get(`/posts/${id}/hold`, { as })
    const edited = async (id: string, as = producer) => (await journal.get(`/volumes/${id}/page`, { as })).body
    const articlesIn = (page: { sections: { articles: { id: string }[] }[] }) =>
      page.sections.flatMap(({ articles }) => articles.map((article) => article.id))
    const planned = async (id: string, as = producer) =>
      ((await journal.get(`/volumes/${id}/plan`, { as })).body.articles as { id: string; refusal: string | null }[]) ??
      []
    const publish = (id: string, articleIds: string[], as = producer) =>
      journal.post(`/volumes/${id}/publish`, { articleIds }, { as })
    const isPublic = async (id: string) => (await journal.get(`/posts/details/${id}`)).status === 200
    const page = (more: object = {}) => ({
      ...{ version: 1, kind: 'special', coverUrl: null, frontMatter: '', guestEditors: [], sections: [] },
      ...more,
    })

    test('are filled, ordered, undone and published', async () => {
      const issue = await anIssue()
      const [a, b] = [await accepted(), await accepted()]
      for (const id of [a, b]) {
        const answer = await hold(id, issue)
        expect(answer.status, answer.text).toBe(200)
      }
      const { data } = (await journal.get('/volumes', { as: producer })).body
      expect(data.map(({ id }: { id: string }) => id)).toContain(issue)
      const { body: list } = await journal.get('/issues/planned', { as: producer })
      expect(list.map(({ id }: { id: string }) => id)).toContain(issue)

      const cover = await aFile(journal.database, {
        ...{ owner: producer.user, store: journal.resources.store, name: 'cover.png', mediaType: 'image/png' },
      })
      const sections = [{ heading: 'Research', articleIds: [b, a] }]
      const form = page({ coverUrl: fileUrl(cover), frontMatter: 'Salt', sections })
      const ordered = await journal.put(`/volumes/${issue}/page`, form, { as: producer })
      expect(ordered.status, ordered.text).toBe(200)
      expect(articlesIn(await edited(issue))).toEqual([b, a])
      const undone = await journal.post(`/volumes/${issue}/page/undo`, {}, { as: producer })
      expect(undone.status, undone.text).toBe(200)
      expect(articlesIn(undone.body)).toEqual([a, b])

      expect((await planned(issue)).map(({ refusal }) => refusal)).toEqual([null, null])
      const answer = await publish(issue, [a, b])
      expect(answer.status, answer.text).toBe(200)
      expect([await isPublic(a), await isPublic(b)]).toEqual([true, true])
      expect((await loadAuditEntries(journal.database, issue)).at(-1)).toMatchObject({
        ...{ action: 'volume.publish-issue', actor_id: producer.user.id },
      })
      // Published, it is production's to read, and held no more.
      expect((await held(a)).body).toEqual({ held: null })
    })

    test('one article is taken out, or published ahead', async () => {
      const issue = await anIssue()
      const [a, b] = [await accepted(), await accepted()]
      for (const id of [a, b]) await hold(id, issue)
      expect((await journal.send('DELETE', `/posts/${a}/hold`, undefined, { as: producer })).status).toBe(200)
      expect((await journal.post(`/posts/${b}/hold/publish`, {}, { as: producer })).status).toBe(200)
      expect([await isPublic(a), await isPublic(b)]).toEqual([false, true])
    })

    test('have nothing of what production does not work on: it waits for managing editors', async () => {
      const issue = await anIssue()
      const seen = await accepted()
      const own = await accepted(60, producer)
      // Held without a review, as it is not accepted yet.
      const { id: early } = await aCase(journal.database, { submitter: author.user })
      await authorsConfirmed(journal.database, early)
      const { id: uncased } = await anArticle(journal.database, { state: 'pending' })
      for (const id of [seen, own, early, uncased]) expect((await hold(id, issue, editor)).status).toBe(200)
      expect(articlesIn(await edited(issue))).toEqual([seen])
      expect((await edited(issue)).articles).toBe(1)
      expect((await planned(issue)).map(({ id }) => id)).toEqual([seen])
      const hidden = [own, early, uncased]
      for (const id of hidden) {
        expect((await held(id)).status).toBe(404)
        expect((await hold(id, issue)).status).toBe(404)
        expect((await journal.send('DELETE', `/posts/${id}/hold`, undefined, { as: producer })).status).toBe(404)
        expect((await journal.post(`/posts/${id}/hold/publish`, {}, { as: producer })).status).toBe(404)
        const sections = [{ heading: '', articleIds: [id] }]
        expect((await journal.put(`/volumes/${issue}/page`, page({ sections }), { as: producer })).status).toBe(409)
      }
      expect((await publish(issue, [seen, ...hidden])).status).toBe(409)
      const answer = await publish(issue, [seen])
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.message).toContain('with 1 article')
      for (const id of hidden) {
        expect(await isPublic(id)).toBe(false)
        expect((await held(id, editor)).body.held).not.toBeNull()
      }
    })

    test('a change of how articles appear does not tell what is held', async () => {
      const issue = await anIssue()
      expect((await hold(await accepted(60, producer), issue, editor)).status).toBe(200)
      const answer = await journal.put(`/volumes/${issue}/page`, page({ release: 'continuous' }), { as: producer })
      expect(answer.body.message).toBe(RELEASE_HIDDEN)
    })

    test('why a fee, the authors’ answers or the review are in the way is told to managing editors alone', async () => {
      const issue = await anIssue()
      const id = await accepted()
      const held = await hold(id, issue)
      expect(held.status, held.text).toBe(200)
      await db()
        .insertInto('manuscript_promises')
        .values({
          ...{ article_id: id, journal_version: 0, pages: '{}' },
          promised: JSON.stringify({ 'fees.paymentFirst': true }),
        })
        .execute()
      expect((await planned(issue))[0]!.refusal).toBe(ASK_AN_EDITOR)
      expect((await planned(issue, editor))[0]!.refusal).toBe(NOT_CLEARED)
      const again = await hold(id, issue)
      expect([again.status, again.body.message]).toEqual([409, ASK_AN_EDITOR])
      expect((await publish(issue, [id])).body.message).toContain(ASK_AN_EDITOR)
    })

    test('what an editor has chosen of the review stays, and production chooses nothing of it', async () => {
      const issue = await anIssue()
      const id = await accepted()
      expect((await hold(id, issue, producer, { reviews: 'chosen' })).status).toBe(200)
      const chosen = async () =>
        (await db().selectFrom('scheduled_articles').select('reviews').where('article_id', '=', id).execute())[0]
          ?.reviews
      expect(await chosen()).toBeNull()
      await db().updateTable('scheduled_articles').set({ reviews: 'seen' }).where('article_id', '=', id).execute()
      // Its digest is of no review: what an editor would read of that, production does not.
      const answer = await hold(id, issue)
      expect([answer.status, answer.body.message]).toEqual([409, ASK_AN_EDITOR])
      expect(await chosen()).toBe('seen')
    })

    test('the full text that an editor has held stays when production holds again, and is published with its figures', async () => {
      const [issue, id] = [await anIssue(), await accepted()]
      const content = aWordFile(
        h(1, 'Introduction') + p('Leaves roll.') + p(drawing('i1', 'A leaf')) + p('Figure 1. A leaf'),
        {
          pictures: { i1: { name: 'leaf.png', content: aPicture(700, 400) } },
        },
      )
      const { body, headers } = aMultipart({ name: 'paper.docx', content })
      const fullTextUrl = (await journal.send('POST', '/files/upload', body, { as: editor, headers })).body
        .url as string
      const seen = await journal.post(`/posts/${id}/full-text/preview`, { fullTextUrl }, { as: editor })
      const text = { fullTextUrl, fullTextDigest: seen.body.digest as string }
      expect((await hold(id, issue, editor, text)).status).toBe(200)

      // It does not give one itself, and nothing is lost by trying.
      expect([409, 404]).toContain((await hold(id, issue, producer, text)).status)
      const again = await hold(id, issue, producer, { pageNum: '7-9' })
      expect(again.status, again.text).toBe(200)
      expect(again.body).toMatchObject({ pageNum: '7-9', fullText: { url: fullTextUrl } })
      const answer = await publish(issue, [id])
      expect(answer.status, answer.text).toBe(200)
      const source = await loadSource(db(), id)
      const xml = (await buffer((await journal.resources.store.open(source!.id))!.read())).toString()
      for (const word of ['Leaves roll.', '<fpage>7</fpage>', 'picture-1.png']) expect(xml).toContain(word)
      const picture = await journal.app.inject(paths.articleFigure(id, 'picture-1'))
      expect(picture.statusCode).toBe(200)
      // An editor who holds without a text leaves it out.
      const other = await accepted()
      expect((await hold(other, await anIssue(), editor)).body.fullText).toBeNull()
    })

    test('their covers and the PDFs that are held are read by production, and by nobody without the duty', async () => {
      const issue = await anIssue()
      const id = await accepted()
      await hold(id, issue, editor)
      const cover = await aFile(journal.database, {
        ...{ owner: editor.user, store: journal.resources.store, name: 'cover.png', mediaType: 'image/png' },
      })
      const form = page({ coverUrl: fileUrl(cover) })
      expect((await journal.put(`/volumes/${issue}/page`, form, { as: editor })).status).toBe(200)
      const { pdf_file_id } = await db()
        .selectFrom('scheduled_articles')
        .select('pdf_file_id')
        .where('article_id', '=', id)
        .executeTakeFirstOrThrow()
      const own = await accepted(60, producer)
      await hold(own, issue, editor)
      const { pdf_file_id: ofOwn } = await db()
        .selectFrom('scheduled_articles')
        .select('pdf_file_id')
        .where('article_id', '=', own)
        .executeTakeFirstOrThrow()
      const former = await aSignedIn(journal)
      await aDuty(journal.database, former.user, 'production', { until: '2020-01-01' })
      const observer = await aSignedIn(journal)
      await aDuty(journal.database, observer.user, 'observer')
      const link = async (file: string, as: SignedIn) => (await journal.get(`/files/${file}/link`, { as })).status
      for (const file of [cover.id, pdf_file_id]) {
        expect(await link(file, producer)).toBe(200)
        for (const other of [former, observer, author]) expect(await link(file, other)).toBe(404)
      }
      expect(await link(ofOwn, producer)).toBe(404)
    })

    test('volumes are added, renamed and deleted by managing editors alone, and published by nobody else', async () => {
      const issue = await anIssue()
      const id = await accepted()
      await hold(id, issue)
      for (const [method, path, body] of [
        ['POST', '/volumes', { title: 'Volume of production' }],
        ['PUT', `/volumes/${issue}`, { title: 'Volume of production' }],
        ['DELETE', `/volumes/${issue}`, undefined],
        ['PUT', `/posts/${id}/approve`, { pdfUrl: fileUrl(await aPdf(producer)), volumeId: issue }],
      ] as const)
        expect((await journal.send(method, path, body, { as: producer })).status, path).toBe(403)
      const observer = await aSignedIn(journal)
      await aDuty(journal.database, observer.user, 'observer')
      expect((await publish(issue, [id], observer)).status).toBe(403)
      expect((await journal.get(`/volumes/${issue}/page`, { as: observer })).status).toBe(403)
    })
  })
})
