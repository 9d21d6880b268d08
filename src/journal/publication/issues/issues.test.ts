import { buffer } from 'node:stream/consumers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import {
  anArticle,
  aFile,
  aSignedIn,
  aUser,
  aVolume,
  headersNow,
  type SignedIn,
} from '../../../../tests/support/builders.ts'
import { aMultipart } from '../../../../tests/support/multipart.ts'
import { textOfPages } from '../../../../tests/support/pdf-words.ts'
import { aWordFile, h, p } from '../../../../tests/support/word-files.ts'
import { aCase, asCaller, authorsConfirmed } from '../../../../tests/support/review-builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { HELD_CHANGED, HELD_NOT_ARCHIVED, ISSUE_CHANGED, ISSUE_EMPTY, ISSUE_MADE_FULL, ISSUE_PUBLISHED, MADE_WHEN_PUBLISHED, NO_ISSUE } from '../../../contract/api/issues.ts' // prettier-ignore
import { CHANGED_MEANWHILE, PDF_IS_PROOF } from '../../../contract/api/approval.ts'
import { RELEASE_HELD, RELEASE_HIDDEN } from '../../../contract/api/volumes.ts'
import { VOLUME_PAGE_MAX } from '../../../contract/rules/articles/volume-pages.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { newId, now } from '../../../platform/ids.ts'
import { loadCase } from '../../peer-review/cases/load-cases.ts'
import { runDueJobs } from '../../../platform/jobs/run.ts'
import { mergeCategory } from '../categories/merge.ts'
import { keepNothing } from '../files/stored-files.ts'
import { sweepFiles } from '../files/sweep.ts'
import { heldFor } from './held.ts'
import { issuePdfJobs } from './issue-pdfs.ts'
import { allMadeAgain } from './make-again.ts'
import { publishIssue } from './publish-issue.ts'
import { whatIsNew } from '../following/news-of.ts'

describe('articles that wait for an issue', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })

    const anIssue = () => aVolume(journal.database, { release: 'issue', state: 'planned' })
    const aPdf = async (owner = admin) =>
      aFile(journal.database, { owner: owner.user, store: journal.resources.store, name: 'final.pdf' })
    const hold = async (id: string, volumeId: string, more: object = {}, as = admin) =>
      journal.put(
        `/posts/${id}/hold`,
        { pdfUrl: fileUrl(await aPdf(as)), volumeId, issue: '', pageNum: '1-5', ...more },
        { as },
      )
    const release = (id: string) => journal.send('DELETE', `/posts/${id}/hold`, undefined, { as: admin })
    const held = async (id: string) => (await journal.get(`/posts/${id}/hold`, { as: admin })).body.held
    const plan = async (id: string, as = admin) => (await journal.get(`/volumes/${id}/plan`, { as })).body
    const publish = (id: string, articleIds: string[], as = admin) =>
      journal.post(`/volumes/${id}/publish`, { articleIds }, { as })
    const isPublic = async (id: string) => (await journal.get(`/posts/details/${id}`)).status === 200
    const order = async (id: string) =>
      ((await journal.get(`/posts/volume/${id}`)).body.data as { id: string }[]).map((article) => article.id)
    const edited = async (id: string, as = admin) => (await journal.get(`/volumes/${id}/page`, { as })).body
    const inOrder = async (id: string, as = admin) =>
      ((await edited(id, as)).sections as { articles: { id: string }[] }[]).flatMap(({ articles }) =>
        articles.map((article) => article.id),
      )
    const row = (id: string) =>
      journal.database.db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const aHeld = async (volumeId: string, options: Parameters<typeof anArticle>[1] = {}) => {
      const { id } = await anArticle(journal.database, { state: 'pending', ...options })
      const answer = await hold(id, volumeId)
      expect(answer.status, answer.text).toBe(200)
      return id
    }
    const recused = (editor: SignedIn, id: string) =>
      journal.database.db
        .insertInto('case_editors')
        .values({
          ...{ article_id: id, user_id: editor.user.id, since: now(), is_guest: 0 },
          ...{ recused_at: now(), reason: 'A friend.' },
        })
        .execute()
    const aHeldCase = async (volumeId: string, options: Parameters<typeof aCase>[1] = {}) => {
      const { id } = await aCase(journal.database, { submitter: await aUser(journal.database), ...options })
      await authorsConfirmed(journal.database, id)
      const answer = await hold(id, volumeId)
      expect(answer.status, answer.text).toBe(200)
      return id
    }

    test('stay unknown to readers, and appear together, with the day and the DOI of the publication', async () => {
      const issue = await anIssue()
      const [a, b] = [await aHeld(issue.id), await aHeld(issue.id)]
      expect([await isPublic(a), await isPublic(b)]).toEqual([false, false])
      expect((await journal.get(`/volumes/${issue.id}`)).status).toBe(404)
      // Nothing of a publication was made when they were held.
      expect(await row(a)).toMatchObject({ doi: null, published_at: null, volume_id: null, accepted_on: null })
      expect(await held(a)).toMatchObject({ volume: { id: issue.id } })

      const page = { version: 1, kind: 'special', coverUrl: null, frontMatter: 'Salt', guestEditors: [] }
      const sections = [{ heading: 'Research', articleIds: [b, a] }]
      const ordered = await journal.put(`/volumes/${issue.id}/page`, { ...page, sections }, { as: admin })
      expect(ordered.status, ordered.text).toBe(200)
      expect(await inOrder(issue.id)).toEqual([b, a])

      const planned = await plan(issue.id)
      expect(planned).toMatchObject({ day: now().slice(0, 10), ahead: 0 })
      expect(planned.articles).toMatchObject([
        { id: b, refusal: null, pageNum: '1-5', warnings: [] },
        { id: a, refusal: null },
      ])
      // The plan has done nothing.
      expect(await row(a)).toMatchObject({ doi: null, published_at: null })

      const answer = await publish(issue.id, [a, b])
      expect(answer.status, answer.text).toBe(200)
      expect(await order(issue.id)).toEqual([b, a])
      const [one, other] = [await row(a), await row(b)]
      expect(one).toMatchObject({ volume_id: issue.id, page_num: '1-5' })
      expect(one.published_at).toBe(other.published_at)
      expect(one.doi).toBe(planned.articles[1].doi)
      expect((await journal.get(`/volumes/${issue.id}`)).body.html).toContain('Salt')
      expect(await held(a)).toBeNull()
      const versions = await journal.database.db
        .selectFrom('article_versions')
        .select('article_id')
        .where('article_id', 'in', [a, b])
        .execute()
      expect(versions).toHaveLength(2)
      expect((await loadAuditEntries(journal.database, issue.id)).at(-1)).toMatchObject({
        action: 'volume.publish-issue',
        after: { state: 'published', articles: 2 },
      })
      expect((await publish(issue.id, [])).body.message).toBe(ISSUE_PUBLISHED)
    })

    test('are published by one of two editors at once, each once', async () => {
      const issue = await anIssue()
      const ids = [await aHeld(issue.id), await aHeld(issue.id), await aHeld(issue.id)]
      const other = await aSignedIn(journal, { role: 'admin' })
      const answers = await Promise.all([publish(issue.id, ids), publish(issue.id, ids, other)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const told = await journal.database.db
        .selectFrom('audit_entries')
        .select('subject')
        .where('action', '=', 'article.approve')
        .where('subject', 'in', ids)
        .execute()
      expect(told).toHaveLength(3)
    })

    test('are looked at and published at once, in any order', async () => {
      const issue = await anIssue()
      const ids: string[] = []
      for (let count = 0; count < 6; count++) ids.push(await aHeld(issue.id))
      const page = { version: 1, kind: 'volume', coverUrl: null, frontMatter: '', guestEditors: [] }
      const sections = [{ heading: '', articleIds: ids.toSorted().toReversed() }]
      await journal.put(`/volumes/${issue.id}/page`, { ...page, sections }, { as: admin })
      const look = () => journal.get(`/volumes/${issue.id}/plan`, { as: admin })
      const answers = await Promise.all([look(), publish(issue.id, ids), look(), look()])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    })

    test('one that is withdrawn while the issue is published: both, or one of them, and nothing half', async () => {
      const issue = await anIssue()
      const author = await aSignedIn(journal)
      const [a, b] = [await aHeld(issue.id), await aHeld(issue.id, { submitter: author.user })]
      const [published, withdrawn] = await Promise.all([
        publish(issue.id, [a, b]),
        journal.send('DELETE', `/posts/delete/${b}`, {}, { as: author }),
      ])
      expect([200, 409]).toContain(published.status)
      expect(await isPublic(a)).toBe(published.status === 200)
      expect(await isPublic(b)).toBe(published.status === 200)
      expect(withdrawn.status === 200).toBe(published.status !== 200)
    })

    test('the refusal names each that is not ready, and nothing of the issue is published', async () => {
      const issue = await anIssue()
      const [a, b, c] = [
        await aHeld(issue.id),
        await aHeld(issue.id, { title: 'Of <i>Suaeda</i>' }),
        await aHeld(issue.id),
      ]
      // A correction, after it was held.
      await journal.database.db.updateTable('articles').set({ version: 9 }).where('id', '=', b).execute()
      const planned = (await plan(issue.id)).articles as { id: string; refusal: string | null }[]
      expect(planned.map(({ refusal }) => refusal)).toEqual([null, HELD_CHANGED, null])
      const answer = await publish(issue.id, [a, b, c])
      expect(answer.status).toBe(409)
      expect(answer.body.message).toBe(`Nothing was published. Not ready: “Of Suaeda”: ${HELD_CHANGED}`)
      expect([await isPublic(a), await isPublic(b), await isPublic(c)]).toEqual([false, false, false])
      expect(await row(a)).toMatchObject({ doi: null, published_at: null })
      // It is taken out, and the others appear.
      expect((await release(b)).status).toBe(200)
      expect((await publish(issue.id, [a, b, c])).body.message).toBe(ISSUE_CHANGED)
      expect((await publish(issue.id, [a, c])).status).toBe(200)
      expect((await row(b)).published_at).toBeNull()
    })

    test('of a case that is held, nothing is next until its issue is published or it is changed', async () => {
      const issue = await anIssue()
      const id = await aHeldCase(issue.id)
      const heldFor = async () => (await loadCase(journal.database.db, id))!.facts.heldFor
      expect(await heldFor()).toEqual({ issue: issue.title, at: expect.any(String) })
      const { version } = await row(id)
      await journal.database.db
        .updateTable('articles')
        .set({ version: version + 1 })
        .where('id', '=', id)
        .execute()
      expect(await heldFor()).toBeNull()
    })

    test('one that was changed is held again by another editor, with the PDF that the first has held', async () => {
      const issue = await anIssue()
      const other = await aSignedIn(journal, { role: 'admin' })
      const { id } = await anArticle(journal.database, { state: 'pending' })
      await hold(id, issue.id, { issue: '3' })
      await journal.database.db.updateTable('articles').set({ version: 9 }).where('id', '=', id).execute()
      const { pdf, pageNum, issue: number } = await held(id)
      expect([pdf.name, pageNum, number]).toEqual(['final.pdf', '1-5', '3'])
      const again = await hold(id, issue.id, { pdfUrl: pdf.url, pageNum, version: 9 }, other)
      expect(again.status, again.text).toBe(200)
      expect(again.body.pdf).toEqual(pdf)
      expect((await plan(issue.id)).articles).toMatchObject([{ id, refusal: null }])
      // The PDF of one article is not that of another.
      const { id: another } = await anArticle(journal.database, { state: 'pending' })
      expect((await hold(another, issue.id, { pdfUrl: pdf.url }, other)).status).toBe(400)
    })

    test('one that was changed after the rest was published is held again for the same issue', async () => {
      const issue = await anIssue()
      const other = await aSignedIn(journal, { role: 'admin' })
      const [hidden, seen] = [await aHeldCase(issue.id), await aHeld(issue.id)]
      await recused(other, hidden)
      expect((await publish(issue.id, [seen], other)).status).toBe(200)
      const { version } = await row(hidden)
      await journal.database.db
        .updateTable('articles')
        .set({ version: version + 1 })
        .where('id', '=', hidden)
        .execute()
      expect((await publish(issue.id, [hidden])).status).toBe(409)
      const { pdf } = await held(hidden)
      const again = await hold(hidden, issue.id, { pdfUrl: pdf.url })
      expect(again.status, again.text).toBe(200)
      const { id: late } = await anArticle(journal.database, { state: 'pending' })
      expect((await hold(late, issue.id)).body.message).toBe(NO_ISSUE)
      expect((await publish(issue.id, [hidden])).status).toBe(200)
      expect(await isPublic(hidden)).toBe(true)
    })

    test('what an approval refuses, holding refuses', async () => {
      const issue = await anIssue()
      const open = await aVolume(journal.database)
      const { id } = await anArticle(journal.database, { state: 'pending' })
      const refused = async (more: object, volumeId = issue.id) => {
        const { status, body } = await hold(id, volumeId, more)
        return [status, body.message]
      }
      expect((await refused({}, open.id))[0]).toBe(400)
      expect((await refused({ pdfUrl: '/files/333333333333/x.pdf' }))[0]).toBe(400)
      expect((await refused({ version: 7 }))[0]).toBe(409)
      const proof = await aPdf()
      await journal.database.db
        .insertInto('made_pdfs')
        .values({ file_id: proof.id, purpose: 'proof', source_file_id: proof.id })
        .execute()
      expect(await refused({ pdfUrl: fileUrl(proof) })).toEqual([400, PDF_IS_PROOF])
      expect(await held(id)).toBeNull()
      const declined = await aCase(journal.database)
      await journal.database.db
        .updateTable('review_cases')
        .set({ stage: 'declined' })
        .where('article_id', '=', declined.id)
        .execute()
      expect((await hold(declined.id, issue.id)).status).toBe(409)
      // A list of authors that is not settled, before and after it was held.
      const proposed = (articleId: string) =>
        journal.database.db
          .insertInto('author_proposals')
          .values({
            ...{ id: newId(), article_id: articleId, people: '[]', state: 'open', proposed_by: admin.user.id },
            ...{ proposed_at: now(), settled_at: null, settled_by: null, reason: null },
          })
          .execute()
      const { id: unsettled } = await aCase(journal.database, { submitter: await aUser(journal.database) })
      await authorsConfirmed(journal.database, unsettled)
      const before = await aHeldCase(issue.id)
      await proposed(unsettled)
      await proposed(before)
      const approval = { pdfUrl: fileUrl(await aPdf()), approvedByAdmin: true }
      const direct = await journal.put(`/posts/${unsettled}/approve`, approval, { as: admin })
      expect(direct.status).toBe(409)
      const asHeld = await hold(unsettled, issue.id)
      expect([asHeld.status, asHeld.body.message]).toEqual([409, direct.body.message])
      expect((await plan(issue.id)).articles).toMatchObject([{ id: before, refusal: direct.body.message }])
      expect((await publish(issue.id, [before])).body.message).toContain(direct.body.message)
      expect(await isPublic(before)).toBe(false)
    })

    test('leave the schedule when they are withdrawn, deleted or published at once', async () => {
      const issue = await anIssue()
      const author = await aSignedIn(journal)
      const [a, b] = [await aHeldCase(issue.id, { submitter: author.user }), await aHeldCase(issue.id)]
      const [c, d] = [await aHeld(issue.id), await aHeld(issue.id)]
      const withdrawn = await journal.post(`/manuscripts/${a}/withdrawal`, { reason: 'An error.' }, { as: author })
      expect(withdrawn.status, withdrawn.text).toBe(200)
      const byEditor = await journal.post(
        `/cases/${b}/withdrawal`,
        { reason: 'The authors asked for it.' },
        { as: admin },
      )
      expect(byEditor.status, byEditor.text).toBe(200)
      const direct = { pdfUrl: fileUrl(await aPdf()), volumeId: issue.id, approvedByAdmin: true }
      expect((await journal.put(`/posts/${c}/approve`, direct, { as: admin })).status).toBe(200)
      expect(((await plan(issue.id)).articles as { id: string }[]).map(({ id }) => id)).toEqual([d])
      expect(await inOrder(issue.id)).toEqual([c, d])
      expect((await publish(issue.id, [d])).status).toBe(200)
      expect(await order(issue.id)).toEqual([c, d])
    })

    test('are not archived, nor lost with their volume or category', async () => {
      const issue = await anIssue()
      const id = await aHeld(issue.id)
      const archived = await journal.send('PUT', `/posts/${id}/archive`, { archive: true }, { as: admin })
      expect([archived.status, archived.body.message]).toEqual([409, HELD_NOT_ARCHIVED])
      const removed = await journal.send('DELETE', `/volumes/${issue.id}`, undefined, { as: admin })
      expect([removed.status, removed.body.message]).toEqual([409, RELEASE_HELD])
      const page = { version: 1, kind: 'volume', coverUrl: null, frontMatter: '', guestEditors: [], sections: [] }
      const other = await journal.put(`/volumes/${issue.id}/page`, { ...page, release: 'continuous' }, { as: admin })
      expect([other.status, other.body.message]).toEqual([409, RELEASE_HELD])
      const { category_id } = await row(id)
      const into = (await row((await anArticle(journal.database)).id)).category_id
      await journal.database.transaction((tx) => mergeCategory(tx, admin.user.id, { id: category_id, into }))
      expect((await plan(issue.id)).articles).toMatchObject([{ id, refusal: null }])
      await release(id)
      expect((await journal.send('DELETE', `/volumes/${issue.id}`, undefined, { as: admin })).status).toBe(200)
      expect((await row(id)).published_at).toBeNull()
    })

    test('one is published ahead and keeps its place; the volume then shows it, without cover and front matter', async () => {
      const issue = await anIssue()
      const [a, b] = [await aHeld(issue.id), await aHeld(issue.id)]
      await journal.database.db
        .updateTable('volumes')
        .set({ front_matter: 'Salt' })
        .where('id', '=', issue.id)
        .execute()
      const before = now()
      const ahead = await journal.post(`/posts/${b}/hold/publish`, {}, { as: admin })
      expect(ahead.status, ahead.text).toBe(200)
      expect([await isPublic(a), await isPublic(b)]).toEqual([false, true])
      expect((await journal.get(`/volumes/${issue.id}`)).body).toMatchObject({ html: '', coverUrl: null })
      expect(await inOrder(issue.id)).toEqual([a, b])
      // Followers of volumes hear of it when the issue is published, once.
      const told = async () => {
        const volumes = await journal.database.db
          .selectFrom('volumes')
          .select('published_at')
          .where('id', '=', issue.id)
          .executeTakeFirstOrThrow()
        return volumes.published_at
      }
      expect(await told()).toBeNull()
      const early = await whatIsNew(journal.database.db, before, now())
      expect(JSON.stringify(early.all)).not.toContain(issue.id)
      expect(await plan(issue.id)).toMatchObject({ ahead: 1, articles: [{ id: a }] })
      expect((await publish(issue.id, [a])).status).toBe(200)
      expect(await order(issue.id)).toEqual([a, b])
      const later = await whatIsNew(journal.database.db, before, now())
      expect(JSON.stringify(later.all).split(issue.id)).toHaveLength(2)
    })

    test('undoing the page of one issue leaves an article the place that it has in another', async () => {
      const [issue, other] = [await anIssue(), await anIssue()]
      const id = await aHeld(issue.id)
      const page = { version: 1, kind: 'volume', coverUrl: null, frontMatter: '', guestEditors: [] }
      const order = (volumeId: string, heading: string) =>
        journal.put(`/volumes/${volumeId}/page`, { ...page, sections: [{ heading, articleIds: [id] }] }, { as: admin })
      expect((await order(issue.id, 'Here')).status).toBe(200)
      expect((await hold(id, other.id)).status).toBe(200)
      expect((await order(other.id, 'There')).status).toBe(200)
      expect((await journal.post(`/volumes/${issue.id}/page/undo`, {}, { as: admin })).status).toBe(200)
      expect(await edited(other.id)).toMatchObject({ sections: [{ heading: 'There', articles: [{ id }] }] })
    })

    test('a recused editor reads no PDF that is held, and does not learn that one is', async () => {
      const issue = await anIssue()
      const [other, third] = [await aSignedIn(journal, { role: 'admin' }), await aSignedIn(journal, { role: 'admin' })]
      const id = await aHeldCase(issue.id)
      await recused(other, id)
      const { pdf_file_id } = await journal.database.db
        .selectFrom('scheduled_articles')
        .select('pdf_file_id')
        .where('article_id', '=', id)
        .executeTakeFirstOrThrow()
      const download = async (as: SignedIn) => (await journal.get(`/files/${pdf_file_id}/link`, { as })).status
      expect([await download(third), await download(other)]).toEqual([200, 404])
      const page = { version: 1, kind: 'volume', coverUrl: null, frontMatter: '', guestEditors: [], sections: [] }
      const answers = [
        await journal.put(`/volumes/${issue.id}/page`, { ...page, release: 'continuous' }, { as: other }),
        await journal.send('DELETE', `/volumes/${issue.id}`, undefined, { as: other }),
      ]
      for (const { status, body } of answers) expect([status, body.message]).toEqual([409, RELEASE_HIDDEN])
    })

    test('a recused editor reads no heading under which only what they must not know of is placed', async () => {
      const issue = await anIssue()
      const other = await aSignedIn(journal, { role: 'admin' })
      const hidden = await aHeldCase(issue.id, { title: 'Of hidden roots' })
      const seen = await aHeld(issue.id)
      await recused(other, hidden)
      const { version } = await edited(issue.id)
      const sections = [
        { heading: 'Rejoinders to Malik', articleIds: [hidden] },
        { heading: 'Reviews', articleIds: [seen] },
      ]
      const page = { version, kind: 'volume', coverUrl: null, frontMatter: '', guestEditors: [], sections }
      expect((await journal.put(`/volumes/${issue.id}/page`, page, { as: admin })).status).toBe(200)
      const log = (as: SignedIn) => journal.get(`/activity?subject=${issue.id}`, { as })
      expect((await log(admin)).text).toContain('Rejoinders to Malik')
      const undone = await journal.post(`/volumes/${issue.id}/page/undo`, {}, { as: other })
      expect(undone.status, undone.text).toBe(200)
      for (const { text } of [undone, await log(other), await journal.get('/activity?about=volume', { as: other })]) {
        expect(text).not.toMatch(/Rejoinders|hidden roots/)
        expect(text).not.toContain(hidden)
      }
      // What they see on the page they see in the log.
      const again = { ...page, version: (await edited(issue.id)).version }
      expect((await journal.put(`/volumes/${issue.id}/page`, again, { as: admin })).status).toBe(200)
      const { data } = (await log(other)).body as { data: { action: string; after: { headings: string[] } }[] }
      const published = data.find(({ action }) => action === 'volume.publish-page')!
      expect(published.after.headings).toEqual(['Reviews'])
    })

    describe('with a PDF that the journal makes', () => {
      const upload = async (as = admin) => {
        const content = aWordFile(h(1, 'Introduction') + p('Leaves open in May.'))
        const { body, headers } = aMultipart({ name: 'paper.docx', content })
        return (await journal.send('POST', '/files/upload', body, { as, headers })).body.url as string
      }
      const aHeldMade = async (issue: { id: string }, more: object = {}) => {
        const { id } = await anArticle(journal.database, { state: 'pending', title: 'Of leaves' })
        const place = { volumeId: issue.id, issue: '2', pageNum: '7-9' }
        const asked = { purpose: 'publication', fullTextUrl: await upload(), ...place }
        const made = await journal.post(`/posts/${id}/pdf`, asked, { as: admin })
        expect(made.status, made.text).toBe(201)
        const answer = await hold(id, issue.id, { pdfUrl: made.body.file.url, ...place, ...more })
        expect(answer.status, answer.text).toBe(200)
        return { id, trial: made.body.file.id as string }
      }
      const wordsOf = async (fileId: string) =>
        (await textOfPages(await buffer((await journal.resources.store.open(fileId))!.read()))).join(' ')
      afterEach(() => void vi.useRealTimers())

      const later = () => vi.useFakeTimers({ toFake: ['Date'], now: new Date(Date.now() + 48 * 3_600_000) })

      test('it is used as it is on the day that is printed on it', async () => {
        const issue = await anIssue()
        const other = await aSignedIn(journal, { role: 'admin' })
        const { id, trial } = await aHeldMade(issue)
        expect((await plan(issue.id)).articles).toMatchObject([{ id, refusal: null, warnings: [] }])
        expect((await publish(issue.id, [id], other)).status).toBe(200)
        expect((await row(id)).pdf_file_id).toBe(trial)
      })

      test('it is made with the day of today while an editor looks at what would be published', async () => {
        const issue = await anIssue()
        const [{ id, trial }, uploaded] = [await aHeldMade(issue), await aHeld(issue.id)]
        later()
        const as = await headersNow(journal, admin)
        const planned = async () =>
          (await journal.get(`/volumes/${issue.id}/plan`, { as })).body.articles as { id: string; warnings: string[] }[]
        const jobs = () => runDueJobs(journal.resources, issuePdfJobs(journal.resources))
        expect(await jobs()).toBe(0)
        const warnings = async () => (await planned()).flatMap((one) => one.warnings)
        expect(await warnings()).toEqual([MADE_WHEN_PUBLISHED])
        expect(await jobs()).toBe(1)
        const { pdf } = (await journal.get(`/posts/${id}/hold`, { as })).body.held
        expect(pdf.url).not.toContain(trial)
        expect(await warnings()).toEqual([])
        expect(await jobs()).toBe(0)
        const made = async () => (await journal.database.db.selectFrom('made_pdfs').select('file_id').execute()).length
        const before = await made()
        const published = await journal.post(`/volumes/${issue.id}/publish`, { articleIds: [id, uploaded] }, { as })
        expect(published.status, published.text).toBe(200)
        expect(await made()).toBe(before)
        const { pdf_file_id, published_at } = await row(id)
        expect(pdf.url).toContain(pdf_file_id)
        expect(await wordsOf(pdf_file_id!)).toContain(longDate(published_at!))
      })

      test('one that is made in the background while the issue is published is not lost, nor used twice', async () => {
        const issue = await anIssue()
        const { id } = await aHeldMade(issue)
        later()
        const as = await headersNow(journal, admin)
        await journal.get(`/volumes/${issue.id}/plan`, { as })
        const [published] = await Promise.all([
          journal.post(`/volumes/${issue.id}/publish`, { articleIds: [id] }, { as }),
          runDueJobs(journal.resources, issuePdfJobs(journal.resources)),
        ])
        expect(published.status, published.text).toBe(200)
        const { pdf_file_id, published_at } = await row(id)
        expect(await wordsOf(pdf_file_id!)).toContain(longDate(published_at!))
      })

      test('it is made once more with the day of the publication, by the editor who publishes', async () => {
        const issue = await anIssue()
        const other = await aSignedIn(journal, { role: 'admin' })
        const { id, trial } = await aHeldMade(issue)
        // Two days later; meanwhile what nothing names was removed.
        const at = new Date(Date.now() + 48 * 3_600_000)
        vi.useFakeTimers({ toFake: ['Date'], now: at })
        await sweepFiles(journal.resources)
        const published = await journal.post(
          `/volumes/${issue.id}/publish`,
          { articleIds: [id] },
          { as: await headersNow(journal, other) },
        )
        vi.useRealTimers()
        expect(published.status, published.text).toBe(200)
        const { pdf_file_id, doi, published_at } = await row(id)
        expect(pdf_file_id).not.toBe(trial)
        expect(published_at!.slice(0, 10)).toBe(at.toISOString().slice(0, 10))
        const words = await wordsOf(pdf_file_id!)
        for (const word of ['Of leaves', 'Leaves open in May', longDate(at.toISOString()), '7–9', doi].filter(Boolean))
          expect(words).toContain(word)
        expect(words).not.toContain(longDate(new Date().toISOString()))
      })

      test('one is published ahead in the same way', async () => {
        const issue = await anIssue()
        const { id, trial } = await aHeldMade(issue)
        later()
        const ahead = await journal.post(`/posts/${id}/hold/publish`, {}, { as: await headersNow(journal, admin) })
        expect(ahead.status, ahead.text).toBe(200)
        expect((await row(id)).pdf_file_id).not.toBe(trial)
      })

      test('none is made for an issue of which something was not seen', async () => {
        const issue = await anIssue()
        const { id } = await aHeldMade(issue)
        const made = async () => (await journal.database.db.selectFrom('made_pdfs').select('file_id').execute()).length
        const before = await made()
        later()
        const as = await headersNow(journal, admin)
        const publish = (volumeId: string, articleIds: string[]) =>
          journal.post(`/volumes/${volumeId}/publish`, { articleIds }, { as })
        for (const seen of [[], [newId()], [id, newId()]])
          expect(await publish(issue.id, seen)).toMatchObject({ status: 409, body: { message: ISSUE_CHANGED } })
        expect(await made()).toBe(before)
        expect((await publish(issue.id, [id])).status).toBe(200)
        expect(await made()).toBeGreaterThan(before)
      })

      test('nothing is published with one that says what is not so any more', async () => {
        const issue = await anIssue()
        const { id } = await aHeldMade(issue)
        const waiting = await heldFor(journal.database.db, asCaller(admin), issue.id)
        const prepared = {
          read: new Map(),
          made: await allMadeAgain(journal.resources, asCaller(admin), waiting),
          keeping: { keep: keepNothing, publicUrl: journal.resources.publicUrl },
        }
        await journal.database.db.updateTable('volumes').set({ title: 'Volume N' }).where('id', '=', issue.id).execute()
        const publishing = journal.database.transaction((tx) =>
          publishIssue(tx, asCaller(admin), { id: issue.id, articleIds: [id] }, prepared),
        )
        await expect(publishing).rejects.toThrow(CHANGED_MEANWHILE)
        // Nor with one for another text, or without.
        const without = journal.database.transaction((tx) =>
          publishIssue(tx, asCaller(admin), { id: issue.id, articleIds: [id] }, { ...prepared, made: new Map() }),
        )
        await expect(without).rejects.toThrow(CHANGED_MEANWHILE)
        expect(await isPublic(id)).toBe(false)
        expect((await publish(issue.id, [id])).status).toBe(200)
      })

      test('so many are held as can be made while someone waits', async () => {
        const issue = await anIssue()
        const madePdf = async () => {
          const file = await aPdf()
          await journal.database.db
            .insertInto('made_pdfs')
            .values({ file_id: file.id, purpose: 'publication', source_file_id: file.id })
            .execute()
          return fileUrl(file)
        }
        for (let count = 0; count < VOLUME_PAGE_MAX.made; count++) {
          const { id } = await anArticle(journal.database, { state: 'pending' })
          expect((await hold(id, issue.id, { pdfUrl: await madePdf() })).status).toBe(200)
        }
        const { id } = await anArticle(journal.database, { state: 'pending' })
        const answer = await hold(id, issue.id, { pdfUrl: await madePdf() })
        expect([answer.status, answer.body.message]).toEqual([400, ISSUE_MADE_FULL])
        expect((await hold(id, issue.id)).status).toBe(200)
      })
    })

    test('an issue without anything is not published', async () => {
      const issue = await anIssue()
      expect((await publish(issue.id, [])).body.message).toBe(ISSUE_EMPTY)
    })

    test('an editor learns nothing of what they are recused from, and publishes the rest', async () => {
      const issue = await anIssue()
      const other = await aSignedIn(journal, { role: 'admin' })
      const hidden = await aHeldCase(issue.id, { title: 'Of hidden roots' })
      const seen = await aHeld(issue.id)
      await recused(other, hidden)
      const answers = [
        await journal.get(`/volumes/${issue.id}/page`, { as: other }),
        await journal.get(`/volumes/${issue.id}/plan`, { as: other }),
        await publish(issue.id, [seen, hidden], other),
        await journal.get('/issues/planned', { as: other }),
      ]
      for (const { text } of answers) expect(text).not.toMatch(/hidden roots/)
      expect(answers[0]!.text).not.toContain(hidden)
      expect(answers[1]!.text).not.toContain(hidden)
      expect((await journal.get(`/posts/${hidden}/hold`, { as: other })).status).toBe(403)
      expect((await journal.post(`/posts/${hidden}/hold/publish`, {}, { as: other })).status).not.toBe(200)
      // They order what they see; the place of the other stays.
      expect((await publish(issue.id, [seen], other)).status).toBe(200)
      expect([await isPublic(seen), await isPublic(hidden)]).toEqual([true, false])
      // Another editor lets it follow.
      expect(await inOrder(issue.id)).toEqual([hidden, seen])
      expect((await publish(issue.id, [hidden])).status).toBe(200)
      expect(await order(issue.id)).toEqual([hidden, seen])
    })
  })
})
