import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFile, anArticle, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { times } from '../../../../tests/support/long.ts'
import { afterTenMinutes, aDraft, aPublished, aReady, byLink } from '../../../../tests/support/notice-builders.ts'
import {
  anAuthorsRequest,
  anUnconfirmed,
  aReport,
  aReportForm,
  readRequest,
  reportLink,
  WRONG,
} from '../../../../tests/support/request-builders.ts'
import { openSmtpServer, type SmtpServer } from '../../../../tests/support/smtp-server.ts'
import { REPORT_RECEIVED, type OwnRequest, type Request } from '../../../contract/api/requests.ts'
import { REQUEST_WAITS } from '../../../contract/rules/articles/notices.ts'
import { REQUEST_DAYS, UNCONFIRMED_DAYS } from '../../../contract/rules/articles/requests.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import { AUTHOR_LINK_EXPIRED } from '../../../contract/rules/peer-review/author-link.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import { deliverDue } from '../../../platform/email/deliver.ts'
import { newId } from '../../../platform/ids.ts'
import { personOf } from '../../../platform/personal-data-part.ts'
import { isTaken } from '../files/claims.ts'
import { sweepUnconfirmed, TOO_MANY_EMAILS } from '../unconfirmed-addresses.ts'
import { FILE_TAKEN, MANY_WAITING, NO_NOTICE_YET } from './commands.ts'
import { REQUEST_ELSEWHERE } from './of-notices.ts'
import { requestData } from './personal-data.ts'
import { REQUEST_CHANGED } from './rows.ts'

describe('requests about published articles', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let server: SmtpServer
    let samina: SignedIn
    let bilal: SignedIn
    let rubina: SignedIn
    beforeAll(async () => {
      server = await openSmtpServer()
      journal = await open({ smtpUrl: server.url })
      samina = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
      bilal = await aSignedIn(journal, { role: 'admin', fullName: 'Bilal Rahujo' })
      rubina = await aSignedIn(journal, { fullName: 'Rubina Solangi', email: `rubina-${newId()}@plants.test` })
    })

    afterAll(() => server.close())

    const outbox = async (id: string) => {
      const rows = await journal.database.db
        .selectFrom('outbox')
        .select(['kind', 'recipient', 'data'])
        .where('data', 'like', `%"${id}"%`)
        .orderBy('created_at')
        .execute()
      return rows.map(({ kind, recipient }) => [kind, recipient])
    }
    const waiting = async (as: SignedIn): Promise<string[]> =>
      ((await journal.get('/requests', { as })).body.requests as Request[]).map(({ id }) => id)
    const on = (path: string, { id, version }: { id: string; version: number }, as: SignedIn, more: object = {}) =>
      journal.post(`/requests/${id}/${path}`, { version, ...more }, { as })
    const decide = (request: Request, as: SignedIn, more: object = {}) =>
      on('decide', request, as, { outcome: 'change', answer: 'Thank you: the table is right now.', ...more })

    describe('a report of a reader', () => {
      test('is seen by no editor until its link has been answered, and is answered within 28 days', async () => {
        const { id: articleId } = await anArticle(journal.database)
        const form = aReportForm({ passage: 'June: 4.1' })
        const sent = await journal.post(`/posts/${articleId}/report`, form)
        expect(sent).toMatchObject({ status: 201, body: { message: REPORT_RECEIVED } })
        const row = await journal.database.db
          .selectFrom('requests')
          .selectAll()
          .where('article_id', '=', articleId)
          .executeTakeFirstOrThrow()
        expect(await waiting(samina)).not.toContain(row.id)
        expect((await journal.get(`/requests/${row.id}`, { as: samina })).status).toBe(404)
        expect(await outbox(row.id)).toEqual([['request-confirm', form.email]])

        const link = await reportLink(journal, row.id)
        const opened = await byLink(journal, link, '/report/open')
        expect(opened.body).toMatchObject({ isConfirmed: false, text: WRONG, articlePath: `/blog/${articleId}` })
        expect(await waiting(samina)).not.toContain(row.id)

        const dueOn = addDays(dayOf(new Date()), REQUEST_DAYS)
        const confirmed = await byLink(journal, link, '/report/confirm')
        expect(confirmed.body).toMatchObject({ isConfirmed: true, dueOn })
        // Twice is once.
        await byLink(journal, link, '/report/confirm')
        expect(await waiting(samina)).toContain(row.id)
        expect(await readRequest(journal, samina, row.id)).toMatchObject({
          ...{ from: 'reader', name: 'Zahra Baloch', email: form.email, dueOn, isLate: false },
          ...{ passages: [{ passage: 'June: 4.1', wording: '' }], article: { id: articleId } },
        })
        expect(await outbox(row.id)).toEqual([
          ['request-confirm', form.email],
          ['request-received', form.email],
        ])
      })

      test('whose link has expired is sent a new one, for where the report is then', async () => {
        const { id: articleId } = await anArticle(journal.database)
        const id = await anUnconfirmed(journal.database, articleId)
        const link = await reportLink(journal, id)
        await journal.database.db
          .updateTable('person_links')
          .set({ expires_at: '2020-01-01T00:00:00.000Z' })
          .where('subject_id', '=', id)
          .execute()
        expect(await byLink(journal, link, '/report/open')).toMatchObject({
          ...{ status: 401, body: { message: AUTHOR_LINK_EXPIRED } },
        })
        const fresh = async () => (await journal.post('/authorship/fresh-link', { secret: link })).status
        const sent = async (kind: string) => (await outbox(id)).filter(([one]) => one === kind).length
        expect(await fresh()).toBe(200)
        expect(await sent('request-confirm')).toBe(2)
        await byLink(journal, await reportLink(journal, id), '/report/confirm')
        expect(await fresh()).toBe(200)
        expect(await sent('request-received')).toBe(2)
        expect((await decide(await readRequest(journal, samina, id), samina)).status).toBe(200)
        // However often it is asked for, an address gets at most five in an hour.
        for (let times = 0; times < 6; times++) expect(await fresh()).toBe(200)
        expect(await sent('request-answered')).toBe(5)
      })

      test('two who confirm at once send one email', async () => {
        const { id: articleId } = await anArticle(journal.database)
        const id = await anUnconfirmed(journal.database, articleId)
        const link = await reportLink(journal, id)
        const both = await Promise.all([1, 2, 3].map(() => byLink(journal, link, '/report/confirm')))
        expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
        expect((await outbox(id)).filter(([kind]) => kind === 'request-received')).toHaveLength(1)
      })

      test('the email to an address that is not confirmed repeats nothing of what was typed', async () => {
        const { id: articleId } = await anArticle(journal.database)
        const email = `victim-${newId()}@readers.test`
        const typed = { email, text: 'Buy seeds at evil.example', name: 'Evil Example Offers', passage: 'evil passage' }
        await anUnconfirmed(journal.database, articleId, typed)
        await deliverDue(journal.resources)
        const sent = server.received.filter(({ to }) => to.includes(email))
        expect(sent).toHaveLength(1)
        expect(sent[0]!.text).toContain('/report#')
        expect(JSON.stringify(sent[0]).toLowerCase()).not.toContain('evil')
      })

      test('nobody can have an address flooded, and what was typed is refused rather than lost', async () => {
        const { id: articleId } = await anArticle(journal.database)
        const form = aReportForm()
        const answers = []
        for (let count = 0; count < 7; count++) answers.push(await journal.post(`/posts/${articleId}/report`, form))
        expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429, 429])
        expect(answers.at(-1)!.body.message).toBe(TOO_MANY_EMAILS)
        const rows = await journal.database.db
          .selectFrom('requests')
          .select('id')
          .where('email', '=', form.email)
          .execute()
        expect(rows).toHaveLength(5)
      })

      test('is deleted after a week without an answer, and only then', async () => {
        const { id: articleId } = await anArticle(journal.database)
        const [ignored, confirmed] = [
          await anUnconfirmed(journal.database, articleId),
          await aReport(journal.database, articleId),
        ]
        const left = async () => {
          const rows = await journal.database.db
            .selectFrom('requests')
            .select('id')
            .where('article_id', '=', articleId)
            .execute()
          return rows.map(({ id }) => id).toSorted()
        }
        const after = (days: number) => new Date(Date.now() + days * DAY_MS)
        // A mail server that is away for a week.
        await sweepUnconfirmed(journal.database, after(UNCONFIRMED_DAYS + 1))
        expect(await left()).toContain(ignored)
        await deliverDue(journal.resources)
        await sweepUnconfirmed(journal.database, after(UNCONFIRMED_DAYS - 1))
        expect(await left()).toEqual([ignored, confirmed].toSorted())
        await sweepUnconfirmed(journal.database, after(UNCONFIRMED_DAYS + 1))
        expect(await left()).toEqual([confirmed])
      })

      test('the link of one report opens no other, and no other kind of page', async () => {
        const { id: articleId } = await anArticle(journal.database)
        const [one, other] = [
          await aReport(journal.database, articleId),
          await aReport(journal.database, articleId, { text: 'Another thing' }),
        ]
        const opened = (await byLink(journal, await reportLink(journal, one), '/report/open')).body as OwnRequest
        expect([opened.id, opened.text]).toEqual([one, WRONG])
        const answers = await Promise.all(
          ['/notice-answer/open', '/authorship/open'].map(async (path) =>
            byLink(journal, await reportLink(journal, other), path),
          ),
        )
        expect(answers.map(({ status }) => status)).toEqual([401, 401])
      })

      test.each(['pending', 'archived'] as const)('is not taken about an article that is %s', async (state) => {
        const { id } = await anArticle(journal.database, { state })
        expect((await journal.post(`/posts/${id}/report`, aReportForm())).status).toBe(404)
      })
    })

    describe('a request of an author', () => {
      const ownArticle = () => anArticle(journal.database, { submitter: rubina.user })

      test('waits for the editors at once, with passages and files that are kept', async () => {
        const { id: articleId } = await ownArticle()
        const file = await aFile(journal.database, { owner: rubina.user })
        const asked = await anAuthorsRequest(journal, rubina, articleId, { files: [fileUrl(file)] })
        expect(asked).toMatchObject({ isConfirmed: true, state: 'open', files: [{ name: file.name }] })
        expect(await journal.database.transaction((tx) => isTaken(tx, file))).toBe(true)
        expect(await readRequest(journal, bilal, asked.id)).toMatchObject({
          ...{ from: 'author', name: 'Rubina Solangi', whoseError: 'authors', affects: 'no' },
          ...{ passages: [{ passage: 'at 1 to 2 m', wording: 'at 3 to 4 m' }], files: [{ name: file.name }] },
        })
        expect((await journal.get(`/posts/${articleId}/requests`, { as: rubina })).body.requests).toMatchObject([
          { id: asked.id },
        ])
        expect(await outbox(asked.id)).toEqual([['request-received', rubina.user.email]])
        const again = { kind: 'correction', text: 'More', files: [fileUrl(file)] }
        expect(await journal.post(`/posts/${articleId}/requests`, again, { as: rubina })).toMatchObject({
          status: 409,
          body: { message: FILE_TAKEN },
        })
      })

      test('is for the author’s own article, and is read by nobody else', async () => {
        const { id: articleId } = await ownArticle()
        const { id } = await anAuthorsRequest(journal, rubina, articleId)
        const other = await aSignedIn(journal)
        const ask = { kind: 'correction', text: 'Wrong' }
        expect((await journal.post(`/posts/${articleId}/requests`, ask, { as: other })).status).toBe(404)
        expect((await journal.get(`/posts/${articleId}/requests`, { as: other })).status).toBe(404)
        for (const as of [other, samina]) expect((await journal.get(`/requests/${id}/own`, { as })).status).toBe(404)
      })

      test('an author with many requests waits for answers first', async () => {
        const { id: articleId } = await ownArticle()
        for (let count = 0; count < 10; count++) {
          await journal.database.transaction(async (tx) => {
            const { askFor } = await import('./commands.ts')
            const caller = { userId: rubina.user.id, role: 'author' as const, sessionId: '' }
            const form = { kind: 'correction' as const, passages: [], text: 'Wrong', whoseError: null, affects: null }
            await askFor(tx, caller, { id: articleId, ...form, files: [] })
          })
        }
        const more = await journal.post(`/posts/${articleId}/requests`, { kind: 'name', text: 'x' }, { as: rubina })
        expect(more).toMatchObject({ status: 409, body: { message: MANY_WAITING } })
      })

      test('nothing at all is no request', async () => {
        const { id: articleId } = await ownArticle()
        const empty = await journal.post(`/posts/${articleId}/requests`, { kind: 'correction' }, { as: rubina })
        expect(empty).toMatchObject({ status: 400, body: { errors: { text: 'Please say what is wrong' } } })
      })
    })

    describe('an editor', () => {
      test('takes it over and answers; the requester reads the answer at their link', async () => {
        const { id: articleId } = await anArticle(journal.database)
        const id = await aReport(journal.database, articleId)
        const seen = await readRequest(journal, samina, id)
        const taken = (await on('take', seen, samina)).body as Request
        expect(taken.handler).toEqual({ id: samina.user.id, name: 'Samina Farooqi' })
        expect(await decide(seen, bilal)).toMatchObject({ status: 409, body: { message: REQUEST_CHANGED } })
        expect(await decide(taken, samina, { outcome: 'notice' })).toMatchObject({
          status: 409,
          body: { message: NO_NOTICE_YET },
        })
        const decided = (await decide(taken, samina)).body as Request
        expect(decided).toMatchObject({ state: 'decided', outcome: 'change', answeredOn: dayOf(new Date()) })
        expect((await decide(decided, bilal)).status).toBe(409)
        expect(await waiting(samina)).not.toContain(id)
        const own = (await byLink(journal, await reportLink(journal, id), '/report/open')).body as OwnRequest
        expect(own).toMatchObject({ state: 'decided', answer: 'Thank you: the table is right now.' })
        expect(own.steps.map(({ title, state }) => [title, state])).toEqual([
          ['Received', 'done'],
          ['Answered', 'done'],
        ])
      })

      test('declines with a reason, which the requester gets', async () => {
        const { id: articleId } = await anArticle(journal.database)
        const id = await aReport(journal.database, articleId)
        const declined = await on('decline', await readRequest(journal, samina, id), samina, { reason: 'It is right.' })
        expect(declined.body).toMatchObject({ state: 'declined', answer: 'It is right.', outcome: 'nothing' })
        expect((await outbox(id)).map(([kind]) => kind)).toContain('request-answered')
      })

      test('enters what came by letter, with or without an address', async () => {
        const { id: articleId } = await anArticle(journal.database)
        const letter = { articleId, kind: 'retraction', from: 'institution', name: 'University of Sindh', text: WRONG }
        const entered = await journal.post('/requests', letter, { as: samina })
        expect(entered.body).toMatchObject({ from: 'institution', email: null, handler: { name: 'Samina Farooqi' } })
        expect(await outbox(entered.body.id)).toEqual([])
        const email = `dean-${newId()}@sindh.test`
        const written = await journal.post('/requests', { ...letter, email }, { as: samina })
        expect(await outbox(written.body.id)).toEqual([['request-received', email]])
      })

      test('of an author it is answered at the address of the letter, not at that of the editor who entered it', async () => {
        const { id: articleId } = await anArticle(journal.database)
        const email = `letter-${newId()}@plants.test`
        const letter = { articleId, kind: 'correction', from: 'author', name: 'Zahra Baloch', email, text: WRONG }
        const { body: entered } = await journal.post('/requests', letter, { as: samina })
        expect(entered).toMatchObject({ isEntered: true, email })
        await decide(entered, samina)
        expect(await outbox(entered.id)).toEqual([
          ['request-received', email],
          ['request-answered', email],
        ])
      })

      test('counts those that nobody else looks after among what there is to do, until a notice is under way', async () => {
        const editor = await aSignedIn(journal, { role: 'admin', email: `editor-${newId()}@plants.test` })
        const act = async () => (await journal.get('/cases/count', { as: editor })).body.act as number
        const before = await act()
        const { id: articleId } = await anArticle(journal.database)
        const [mine, other] = [await aReport(journal.database, articleId), await aReport(journal.database, articleId)]
        await anUnconfirmed(journal.database, articleId)
        expect(await act()).toBe(before + 2)
        await on('take', await readRequest(journal, samina, other), samina)
        await on('take', await readRequest(journal, editor, mine), editor)
        expect(await act()).toBe(before + 1)
        const draft = await aDraft(journal, editor, 'correction', [articleId], { requestId: mine })
        expect(draft.requestId).toBe(mine)
        expect(await act()).toBe(before)
        await journal.database.db
          .updateTable('articles')
          .set({ submitter_id: editor.user.id })
          .where('id', '=', articleId)
          .execute()
        await journal.database.db.updateTable('requests').set({ notice_id: null }).where('id', '=', mine).execute()
        expect(await act()).toBe(before)
      })

      test('who is an author of the article knows nothing of a request about it', async () => {
        const author = await aSignedIn(journal, { role: 'admin' })
        const { id: articleId } = await anArticle(journal.database, { submitter: author.user })
        const id = await aReport(journal.database, articleId)
        const seen = await readRequest(journal, samina, id)
        expect(await waiting(author)).not.toContain(id)
        const answers = [
          await journal.get(`/requests/${id}`, { as: author }),
          await on('take', seen, author),
          await decide(seen, author),
          await on('decline', seen, author, { reason: 'No.' }),
          await journal.post('/requests', { articleId, kind: 'concern', from: 'editor', text: 'x' }, { as: author }),
        ]
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
      })

      test('who is an author of it reads neither its emails nor its log, and learns of nobody who has asked', async () => {
        const author = await aSignedIn(journal, { role: 'admin', email: `author-${newId()}@plants.test` })
        const ways = [
          { submitter: author.user },
          {
            contributors: [
              { role: 'Author' as const, full_name: 'A. N. Author', email: author.user.email.toUpperCase() },
            ],
          },
        ]
        for (const way of ways) {
          const { id: articleId } = await anArticle(journal.database, way)
          const name = `Zahra ${newId()}`
          const id = await aReport(journal.database, articleId, { name })
          const seen = await readRequest(journal, samina, id)
          await on('decline', seen, samina, { reason: `${name} is mistaken.` })
          const read = async (as: SignedIn) =>
            JSON.stringify([
              (await journal.get('/emails?limit=100', { as })).body,
              (await journal.get(`/activity?subject=${articleId}&limit=100`, { as })).body,
            ])
          const [others, own] = [await read(samina), await read(author)]
          for (const word of [name, seen.email!, id]) {
            expect(others).toContain(word)
            expect(own).not.toContain(word)
          }
        }
      })

      test('does not delete an article about which a request waits', async () => {
        const { id: articleId } = await anArticle(journal.database)
        const id = await aReport(journal.database, articleId)
        const remove = () =>
          journal.send('DELETE', `/posts/delete/${articleId}?reason=A%20copy`, undefined, { as: samina })
        expect(await remove()).toMatchObject({ status: 409, body: { message: REQUEST_WAITS } })
        await decide(await readRequest(journal, samina, id), samina)
        expect((await remove()).status).toBe(200)
      })
    })

    describe('a notice that is begun from a request', () => {
      test('carries it: with the authors, then decided when it is published; its days count from the report', async () => {
        const { id: articleId, ayesha } = await aPublished(journal)
        const id = await aReport(journal.database, articleId, { email: `zahra-${newId()}@readers.test` })
        const { email } = await readRequest(journal, samina, id)
        const tenDaysAgo = new Date(Date.now() - 10 * DAY_MS).toISOString()
        await journal.database.db
          .updateTable('requests')
          .set({ received_at: tenDaysAgo })
          .where('id', '=', id)
          .execute()

        const draft = await aDraft(journal, samina, 'correction', [articleId], { requestId: id })
        expect((await readRequest(journal, samina, id)).notice).toEqual({
          ...{ id: draft.id, kind: 'correction', state: 'draft', path: null },
        })
        const asked = await journal.post(`/notices/${draft.id}/ask`, { version: draft.version }, { as: samina })
        expect((await readRequest(journal, samina, id)).state).toBe('with-authors')
        const back = await journal.post(
          `/notices/${draft.id}/send-back`,
          { version: asked.body.version },
          { as: samina },
        )
        const fixed = { version: back.body.version, whoseError: 'journal' }
        const edited = await journal.put(`/notices/${draft.id}`, fixed, { as: samina })
        const unasked = { version: edited.body.version, reason: 'Our own error.' }
        const ready = await journal.post(`/notices/${draft.id}/unasked`, unasked, { as: samina })
        await journal.post(`/notices/${draft.id}/confirm`, { version: ready.body.version }, { as: bilal })
        await afterTenMinutes(journal, draft.id)

        const own = (await byLink(journal, await reportLink(journal, id), '/report/open')).body as OwnRequest
        expect(own).toMatchObject({ state: 'decided', outcome: 'notice', notice: { kind: 'correction' } })
        expect(own.steps.map(({ title }) => title)).toEqual(['Received', 'With the authors', 'Answered', 'Published'])
        const told = (await outbox(draft.id)).filter(([kind]) => kind === 'notice-published')
        expect(told.map(([, recipient]) => recipient)).toEqual(expect.arrayContaining([email, ayesha]))
        const { notices } = (await journal.get(`/posts/${articleId}/notices`)).body
        expect(notices).toMatchObject([{ daysFromReport: 10 }])
        const open = (await journal.get('/notices/open', { as: samina })).body
        expect(open.medianDays).toBe(10)
        // Who has asked stays between them and the editors.
        expect(JSON.stringify(notices)).not.toContain('Zahra')
      })

      test('published at the moment of an answer, it leaves that answer as it is', async () => {
        for (let round = 0; round < times(3, 100); round++) {
          const { id: articleId } = await aPublished(journal)
          const id = await aReport(journal.database, articleId)
          const draft = await aReady(journal, samina, 'correction', [articleId], { requestId: id })
          await journal.post(`/notices/${draft.id}/confirm`, { version: draft.version }, { as: bilal })
          const seen = await readRequest(journal, samina, id)
          const [answered] = await Promise.all([decide(seen, samina), afterTenMinutes(journal, draft.id)])
          const after = await readRequest(journal, samina, id)
          expect(after.state).toBe('decided')
          expect([after.outcome, after.answer]).toEqual(
            answered.status === 200 ? ['change', 'Thank you: the table is right now.'] : ['notice', null],
          )
        }
      })

      test('gives it back when it is dropped, and takes one request of the same article, once', async () => {
        const [one, other] = [await aPublished(journal), await aPublished(journal)]
        const id = await aReport(journal.database, one.id)
        const begin = (articleId: string) =>
          journal.post('/notices', { kind: 'concern', about: [articleId], requestId: id }, { as: samina })
        expect(await begin(other.id)).toMatchObject({ status: 409, body: { message: REQUEST_ELSEWHERE } })
        const draft = await begin(one.id)
        expect(draft.status).toBe(201)
        expect(await begin(one.id)).toMatchObject({ status: 409, body: { message: REQUEST_ELSEWHERE } })
        const drop = { version: draft.body.version, reason: 'A misunderstanding.' }
        await journal.post(`/notices/${draft.body.id}/drop`, drop, { as: samina })
        expect(await readRequest(journal, samina, id)).toMatchObject({ state: 'open', notice: null })
        expect((await begin(one.id)).status).toBe(201)
      })
    })

    test('an account is given what it has asked, and leaves no name and no address', async () => {
      const { user } = await aSignedIn(journal, { email: `own-${newId()}@plants.test` })
      const { id: articleId } = await anArticle(journal.database)
      const id = await aReport(journal.database, articleId, { email: user.email, name: user.full_name })
      const given: unknown[] = []
      for await (const one of requestData.give!(journal.database.db, personOf(user))) given.push(one)
      expect(given).toMatchObject([{ email: user.email, text: WRONG }])
      const by = { without: (text: string) => text } as never
      await journal.database.transaction((tx) => requestData.erase!(tx, personOf(user), by))
      expect(await readRequest(journal, samina, id)).toMatchObject({ name: '', email: null, text: WRONG })
    })

    test('what someone reports from an address that another account has typed and not confirmed is not that account’s', async () => {
      const email = `typed-${newId()}@plants.test`
      const { user } = await aSignedIn(journal, { email })
      await journal.database.db
        .updateTable('users')
        .set({ email_confirmed_at: null })
        .where('id', '=', user.id)
        .execute()
      const { id: articleId } = await anArticle(journal.database)
      await aReport(journal.database, articleId, { email })
      const given: unknown[] = []
      const person = personOf({ ...user, email_confirmed_at: null })
      for await (const one of requestData.give!(journal.database.db, person)) given.push(one)
      expect(given).toEqual([])
    })
  })
})
