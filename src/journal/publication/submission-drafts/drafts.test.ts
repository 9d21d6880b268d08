import { beforeAll, describe, expect, test } from 'vitest'
import { aCategory, aFile, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aDocx, aMultipart } from '../../../../tests/support/multipart.ts'
import {
  DRAFT_CHANGED,
  OTHER_DRAFTS_MAX,
  SUBMISSION_DRAFT_MAX,
  TOO_MANY_DRAFTS,
} from '../../../contract/api/submission-drafts.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { sweepFiles } from '../files/sweep.ts'

describe('drafts of submissions', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let categoryId: string
    beforeAll(async () => {
      journal = await open({ uploads: { hourly: false } })
      categoryId = (await aCategory(journal.database)).id
    })

    const draft = (title: string, more: object = {}) => JSON.stringify({ title, files: [], image: null, ...more })
    const save = (as: SignedIn, content: string, revision: number) =>
      journal.post('/submission-drafts', { content, revision }, { as })
    const own = async (as: SignedIn) => (await journal.get('/submission-drafts', { as })).body
    const setAside = (as: SignedIn, content: string) => journal.post('/submission-drafts/others', { content }, { as })
    const isKept = async (id: string) =>
      (await journal.database.db.selectFrom('files').select('id').where('id', '=', id).execute()).length === 1

    test('a draft is there again as it was typed, on every device of the account and for nobody else', async () => {
      const [author, other] = [await aSignedIn(journal), await aSignedIn(journal)]
      const typed = draft('Seed rain under <i>Prosopis</i>', { abstract: ' two  spaces\n\u0000 and "quotes" 🌱' })
      expect(await own(author)).toEqual({ draft: null, revision: 0, others: [] })
      expect((await save(author, typed, 0)).body.revision).toBe(1)
      const sameAccount = await aSignedIn(journal, { user: author.user })
      expect((await own(sameAccount)).draft).toMatchObject({ content: typed, revision: 1 })
      expect(await own(other)).toEqual({ draft: null, revision: 0, others: [] })
    })

    test('the later of two devices is asked, and a text whose answer was lost is saved once', async () => {
      const author = await aSignedIn(journal)
      await save(author, draft('From the phone'), 0)
      expect((await save(author, draft('From the phone'), 0)).body.revision).toBe(1)
      const refused = await save(author, draft('From the desk'), 0)
      expect([refused.status, refused.body.message]).toEqual([409, DRAFT_CHANGED])
      expect((await own(author)).draft.content).toBe(draft('From the phone'))
      expect((await save(author, draft('Both'), 1)).status).toBe(200)
    })

    test('of many saves of one revision at once one is kept', async () => {
      const author = await aSignedIn(journal)
      const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => save(author, draft(`Text ${at}`), 0)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
      expect((await own(author)).revision).toBe(1)
    })

    test('what is not gone on with is set aside, once, and the two can change places', async () => {
      const author = await aSignedIn(journal)
      await save(author, draft('One'), 0)
      await setAside(author, draft('Two <i>Acacia</i>'))
      const { others } = (await setAside(author, draft('Two <i>Acacia</i>'))).body
      expect(others).toEqual([expect.objectContaining({ title: 'Two Acacia' })])
      const [{ id }] = others
      const stale = await journal.post(`/submission-drafts/others/${id}/resume`, { revision: 0 }, { as: author })
      expect(stale.status).toBe(409)
      const resumed = await journal.post(`/submission-drafts/others/${id}/resume`, { revision: 1 }, { as: author })
      expect(resumed.body).toMatchObject({
        ...{ draft: { content: draft('Two <i>Acacia</i>'), revision: 2 }, others: [{ id, title: 'One' }] },
      })
      // The other device, which has written on the first, is asked.
      expect((await save(author, draft('One more'), 1)).status).toBe(409)
    })

    test('belong to their person alone', async () => {
      const [author, other] = [await aSignedIn(journal), await aSignedIn(journal)]
      const { others } = (await setAside(author, draft('Mine'))).body
      const [{ id }] = others
      for (const reached of [id, author.user.id]) {
        const resume = await journal.post(`/submission-drafts/others/${reached}/resume`, { revision: 0 }, { as: other })
        expect(resume.status).toBe(404)
        expect(
          (await journal.send('DELETE', `/submission-drafts/others/${reached}`, undefined, { as: other })).status,
        ).toBe(404)
      }
      expect((await own(author)).others).toHaveLength(1)
      // Not even an administrator.
      const admin = await aSignedIn(journal, { role: 'admin' })
      expect(await own(admin)).toMatchObject({ draft: null, others: [] })
    })

    test('are limited in size and number', async () => {
      const author = await aSignedIn(journal)
      expect((await save(author, draft('x'.repeat(SUBMISSION_DRAFT_MAX)), 0)).status).toBe(400)
      expect((await save(author, 'no JSON', 0)).status).toBe(400)
      expect((await save(author, '[1]', 0)).status).toBe(400)
      expect((await save(author, draft('x'.repeat(SUBMISSION_DRAFT_MAX - 100)), 0)).status).toBe(200)
      for (let at = 0; at < OTHER_DRAFTS_MAX; at++) expect((await setAside(author, draft(`${at}`))).status).toBe(200)
      const refused = await setAside(author, draft('one too many'))
      expect([refused.status, refused.body.message]).toEqual([409, TOO_MANY_DRAFTS])
      const { others } = await own(author)
      await journal.send('DELETE', `/submission-drafts/others/${others[0].id}`, undefined, { as: author })
      expect((await setAside(author, draft('now there is room'))).status).toBe(200)
    })

    test('keep their uploads, and only those of their person, until they are discarded', async () => {
      const [author, other] = [await aSignedIn(journal), await aSignedIn(journal)]
      const old = { createdAt: '2026-01-01T00:00:00.000Z' }
      const mine = await aFile(journal.database, { owner: author.user, ...old })
      const picture = await aFile(journal.database, { owner: author.user, ...old })
      const theirs = await aFile(journal.database, { owner: other.user, ...old })
      const uploads = { files: [{ url: fileUrl(mine) }, { url: fileUrl(theirs) }], image: { url: fileUrl(picture) } }
      await save(author, draft('With files', uploads), 0)
      await sweepFiles(journal.resources)
      expect([await isKept(mine.id), await isKept(picture.id), await isKept(theirs.id)]).toEqual([true, true, false])
      // They go with it when it changes places.
      const { others } = (await setAside(author, draft('Without'))).body
      await journal.post(`/submission-drafts/others/${others[0].id}/resume`, { revision: 1 }, { as: author })
      await sweepFiles(journal.resources)
      expect(await isKept(mine.id)).toBe(true)
      const discarded = await journal.post('/submission-drafts/discard', { revision: 2 }, { as: author })
      expect(discarded.body).toMatchObject({ draft: null, revision: 3, others: [{ title: 'With files' }] })
      await journal.send('DELETE', `/submission-drafts/others/${others[0].id}`, undefined, { as: author })
      await sweepFiles(journal.resources)
      expect([await isKept(mine.id), await isKept(picture.id)]).toEqual([false, false])
    })

    test('end with their submission, which takes their files', async () => {
      const author = await aSignedIn(journal)
      const upload = async () => {
        const { body, headers } = aMultipart({ name: 'paper.docx', content: aDocx() })
        return (await journal.send('POST', '/files/upload', body, { as: author, headers })).body.url as string
      }
      const submit = async (url: string) => {
        const { body, status } = await journal.post(
          '/posts',
          {
            ...{ title: 'Seed rain', categoryId, excerpt: 'Seeds fall.', keywords: 'a, b, c, d, e', files: [url] },
            abstract: '<p>We counted.</p>',
            contributors: [
              { fullName: 'Ayesha Malik', email: 'a@plants.test', affiliation: 'Multan', role: 'Corresponding Author' },
            ],
          },
          { as: author },
        )
        expect(status, JSON.stringify(body)).toBe(201)
      }
      const url = await upload()
      await save(author, draft('Seed rain', { files: [{ url }] }), 0)
      await setAside(author, draft('Another study'))
      // What was submitted elsewhere ends no draft.
      await submit(await upload())
      expect((await own(author)).draft).not.toBeNull()
      await submit(url)
      expect(await own(author)).toMatchObject({ draft: null, revision: 2, others: [{ title: 'Another study' }] })
      // A device that has slept through it is asked, and does not bring it back unasked.
      expect((await save(author, draft('Seed rain', { files: [{ url }] }), 1)).status).toBe(409)
      expect((await save(author, draft('The next one'), 2)).status).toBe(200)
    })
  })
})
