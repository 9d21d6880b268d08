import { beforeAll, describe, expect, test } from 'vitest'
import { aFile, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal, watchQueries } from '../../../../tests/support/databases.ts'
import { aDuty, aSectionEditorOf } from '../../../../tests/support/duty-builders.ts'
import { earlier } from '../../../../tests/support/earlier.ts'
import { aCase, asCaller, authorsConfirmed, decided, withReports } from '../../../../tests/support/review-builders.ts'
import type { ProducedLine } from '../../../contract/api/production.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { loadAbout, renderEmail, templateOf } from '../../../platform/email/render.ts'
import { withdrawManuscript } from '../cases/withdraw.ts'
import { lockCase } from '../cases/case-rows.ts'
import { listProduced } from './read.ts'

describe('production', () => {
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

    const decidedAgo = (kind: 'accept' | 'decline', minutes: number, submitter = author): Promise<string> =>
      earlier(minutes, async () => {
        const { id } = await aCase(journal.database, { submitter: submitter.user, title: 'Seed rain in duckweed' })
        await withReports(journal.database, asCaller(editor), id)
        await authorsConfirmed(journal.database, id)
        await decided(journal.database, asCaller(editor), id, kind)
        return id
      })
    const listed = async (query = '', as = producer): Promise<string[]> =>
      (await journal.get(`/production/articles?limit=100${query}`, { as })).body.data.map(
        ({ articleId }: ProducedLine) => articleId,
      )
    const read = (id: string, as = producer) => journal.get(`/production/articles/${id}`, { as })
    const upload = async (by: SignedIn) => {
      const file = await aFile(journal.database, { owner: by.user, mediaType: 'application/pdf' })
      return { id: file.id, url: fileUrl(file) }
    }

    test('sees what is accepted for good, and nothing before, or of what is withdrawn', async () => {
      const { id: open } = await aCase(journal.database, { submitter: author.user })
      const early = await decidedAgo('accept', 9)
      const declined = await decidedAgo('decline', 60)
      const accepted = await decidedAgo('accept', 60)
      const withdrawn = await decidedAgo('accept', 60)
      await journal.database.transaction(async (tx) => {
        const { theCase } = await lockCase(tx, withdrawn)
        await withdrawManuscript(tx, asCaller(author), 'author', theCase, 'We have found a mistake.')
      })
      const found = await listed()
      expect(found).toContain(accepted)
      for (const id of [open, early, declined, withdrawn]) {
        expect(found).not.toContain(id)
        expect((await read(id)).status).toBe(404)
        expect((await journal.get(`/cases/${id}`, { as: producer })).status).toBe(403)
      }
      // Nor the case of what is accepted, or its pages for its authors.
      expect((await read(accepted)).status).toBe(200)
      expect((await journal.get(`/cases/${accepted}`, { as: producer })).status).toBe(403)
      expect((await journal.get(`/manuscripts/${accepted}`, { as: producer })).status).toBe(404)
      expect((await journal.get('/production/articles', { as: author })).status).toBe(403)
    })

    test('finds an article by title or number, and by state', async () => {
      const id = await decidedAgo('accept', 60)
      const { number } = (await read(id)).body
      expect(await listed(`&q=${number}`)).toEqual([id])
      expect(await listed('&q=duckweed')).toContain(id)
      expect(await listed('&q=nothing+of+the+kind')).toEqual([])
      expect(await listed('&state=published')).not.toContain(id)
      expect(await listed('&state=open')).toContain(id)
    })

    test('sends a proof, reads the answers at it and settles them; the answer is told to it', async () => {
      const id = await decidedAgo('accept', 60)
      const { url } = await upload(producer)
      const queries = [{ page: 2, anchor: 'seed rain', question: 'Is this the right unit?' }]
      const sent = await journal.post(`/cases/${id}/proofs`, { pdfUrl: url, queries }, { as: producer })
      expect(sent.status, sent.text).toBe(201)
      const [proof] = (await read(id)).body.proofs
      const settle = () => journal.post(`/cases/${id}/proofs/${proof.id}/queries/0`, {}, { as: producer })
      expect((await settle()).status).toBe(409)
      const answer = { answer: 'Yes, it is.' }
      const answered = await journal.post(`/manuscripts/${id}/proofs/${proof.id}/queries/0`, answer, { as: author })
      expect(answered.status, answered.text).toBe(200)
      const line = (await journal.get('/production/articles?limit=100', { as: producer })).body.data.find(
        ({ articleId }: ProducedLine) => articleId === id,
      )
      expect(line.proof).toMatchObject({ answer: null, unsettled: 1 })
      expect((await settle()).status).toBe(200)
      expect((await read(id)).body.proofs[0].queries).toMatchObject([{ answer: 'Yes, it is.', isSettled: true }])

      const form = { answer: 'corrections', corrections: 'Page 4: a comma.' }
      expect((await journal.post(`/manuscripts/${id}/proofs/${proof.id}`, form, { as: author })).status).toBe(200)
      const [row, ...more] = await db()
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', 'production-proof-answered')
        .where('article_id', '=', id)
        .execute()
      expect(more).toEqual([])
      expect(row!.recipient).toBe(producer.user.email)
      const template = templateOf(journal.resources.emailTemplates, row!.kind)
      const about = (await loadAbout(db(), template, row!))!
      const { text } = renderEmail(template, about, { publicUrl: 'http://journal.test', at: row!.created_at })
      expect(text).toContain('Page 4: a comma.')
      expect(text).toContain(`/desk/production/${id}`)
    })

    test('is told of an answer once, though they are the editor of the case too', async () => {
      const both = await aSignedIn(journal)
      await aDuty(journal.database, both.user, 'production')
      const id = await decidedAgo('accept', 60)
      await aSectionEditorOf(journal.database, both.user, id)
      await db().updateTable('review_cases').set({ editor_id: both.user.id }).where('article_id', '=', id).execute()
      const pdfUrl = (await upload(producer)).url
      expect((await journal.post(`/cases/${id}/proofs`, { pdfUrl }, { as: producer })).status).toBe(201)
      const [proof] = (await read(id)).body.proofs
      const form = { answer: 'corrections', corrections: 'Page 4: a comma.' }
      expect((await journal.post(`/manuscripts/${id}/proofs/${proof.id}`, form, { as: author })).status).toBe(200)
      const told = await db()
        .selectFrom('outbox')
        .select(['kind', 'recipient'])
        .where('kind', 'in', ['editor-proof-answered', 'production-proof-answered'])
        .where('article_id', '=', id)
        .execute()
      const kindsTo = ({ user }: SignedIn) =>
        told.filter(({ recipient }) => recipient === user.email).map(({ kind }) => kind)
      expect(kindsTo(both)).toEqual(['editor-proof-answered'])
      expect(kindsTo(producer)).toEqual(['production-proof-answered'])
    })

    test('changes nothing of what is not accepted, and of nobody’s proof who has not the duty', async () => {
      const { id } = await aCase(journal.database, { submitter: author.user })
      const other = await aSignedIn(journal)
      await aDuty(journal.database, other.user, 'observer')
      const accepted = await decidedAgo('accept', 60)
      const send = async (about: string, as: SignedIn) =>
        (await journal.post(`/cases/${about}/proofs`, { pdfUrl: (await upload(as)).url }, { as })).status
      expect(await send(id, producer)).toBe(403)
      expect(await send(await decidedAgo('accept', 5), producer)).toBe(403)
      expect(await send(accepted, other)).toBe(403)
      const former = await aSignedIn(journal)
      await aDuty(journal.database, former.user, 'production', { until: '2020-01-01' })
      expect(await send(accepted, former)).toBe(403)
      for (const purpose of ['proof', 'publication'])
        for (const [about, as] of [
          [id, producer],
          [await decidedAgo('accept', 5), producer],
          [await decidedAgo('accept', 60, producer), producer],
          [accepted, former],
          [accepted, other],
        ] as const)
          expect([403, 404]).toContain((await journal.post(`/posts/${about}/pdf`, { purpose }, { as })).status)
    })

    test('reads the manuscript as accepted and its proofs, and no file of a reviewer or a letter', async () => {
      const id = await decidedAgo('accept', 60)
      const assignment = await db()
        .selectFrom('review_assignments')
        .select('id')
        .where('article_id', '=', id)
        .executeTakeFirstOrThrow()
      const ofReviewer = await upload(author)
      await db()
        .insertInto('review_files')
        .values({
          ...{ id: ofReviewer.id, assignment_id: assignment.id, report_id: null, file_id: ofReviewer.id },
          ...{ cleaned_file_id: null, held_back: null, created_at: new Date().toISOString() },
        })
        .execute()
      const [manuscript] = (await read(id)).body.files
      expect(manuscript).toBeDefined()
      const link = (fileId: string, as = producer) => journal.get(`/files/${fileId}/link`, { as })
      expect((await link(manuscript.id)).status).toBeLessThan(300)
      const other = await aSignedIn(journal)
      expect((await link(manuscript.id, other)).status).toBe(404)
      expect((await link(ofReviewer.id)).status).toBe(404)
    })

    test('does not see an article of its own people, in the list, by address or in an email', async () => {
      const own = await decidedAgo('accept', 60, producer)
      expect(await listed()).not.toContain(own)
      expect((await read(own)).status).toBe(404)
    })

    test('costs no more queries for many articles', async () => {
      const viewer = { userId: producer.user.id, role: 'author' as const, duties: ['production' as const] }
      const queries = (limit: number) =>
        watchQueries(journal.database, ({ db }) => listProduced(db, viewer, { page: 1, limit }))
      expect((await queries(100)).length).toBeLessThanOrEqual(6)
    })
  })
})
