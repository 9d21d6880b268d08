import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aFile, anArticle, aSignedIn, aUser, type SignedIn, storedArticle } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { withDoiPrefix } from '../../../../tests/support/doi-prefix.ts'
import { times } from '../../../../tests/support/long.ts'
import {
  aDraft,
  afterTenMinutes,
  aNotice,
  aPublished,
  aReady,
  askedLink,
  byLink,
  in10Minutes,
  WORDS,
} from '../../../../tests/support/notice-builders.ts'
import { aReference } from '../../../../tests/support/references.ts'
import { aCase } from '../../../../tests/support/review-builders.ts'
import { CHANGED_MEANWHILE } from '../../../contract/api/approval.ts'
import type { Notice } from '../../../contract/api/notices.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import {
  NOTICE_STAYS,
  NOTICE_UNDER_WAY,
  ONE_EDITOR,
  REMOVE_WITH_NOTICE,
  SECOND_EDITOR,
} from '../../../contract/rules/articles/notices.ts'
import { AUTHOR_LINK_NEEDED } from '../../../contract/rules/peer-review/author-link.ts'
import { NOT_NAMED } from '../../../contract/rules/peer-review/authorship.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import { connect } from '../../../platform/database/connect.ts'
import { newId } from '../../../platform/ids.ts'
import { makePersonLink } from '../../peer-review/authorship/links.ts'
import { isTaken } from '../files/claims.ts'
import { replaceReferences } from '../full-text/stored-text.ts'
import { NO_PART } from './commands.ts'
import { NOTICE_CHANGED } from './rows.ts'
import { lookAtDueNotices, lookAtNotice } from './due.ts'
import { publishedNotices } from './published.ts'
import { releaseNotice } from './release.ts'

describe('notices about published articles', () => {
  withDoiPrefix('10.5555')
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let samina: SignedIn
    let bilal: SignedIn
    beforeAll(async () => {
      journal = await open()
      samina = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
      bilal = await aSignedIn(journal, { role: 'admin', fullName: 'Bilal Rahujo' })
    })
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
    afterEach(() => void vi.useRealTimers())

    const on = (notice: { id: string; version: number }, path: string, as: SignedIn, more: object = {}) =>
      journal.post(`/notices/${notice.id}/${path}`, { version: notice.version, ...more }, { as })
    const read = async ({ id }: { id: string }): Promise<Notice> =>
      (await journal.get(`/notices/${id}`, { as: bilal })).body
    const outbox = async (noticeId: string, kind: string): Promise<string[]> => {
      const rows = await journal.database.db
        .selectFrom('outbox')
        .select('recipient')
        .where('kind', '=', kind as 'notice-draft')
        .where('data', 'like', `%"${noticeId}"%`)
        .orderBy('recipient')
        .execute()
      return rows.map(({ recipient }) => recipient)
    }
    const audit = async (subject: string) => {
      const rows = await journal.database.db
        .selectFrom('audit_entries')
        .select('action')
        .where('subject', '=', subject)
        .where('action', 'like', '%notice%')
        .orderBy('seq')
        .execute()
      return rows.map(({ action }) => action.replace('article.', ''))
    }
    const later = (days: number) => () => new Date(Date.now() + days * DAY_MS)

    test('a retraction is drafted, answered, signed by a second editor, and published after ten minutes', async () => {
      const { id, ayesha, bruno, title } = await aPublished(journal, { doi: `10.5555/${newId()}` })
      const draft = await aDraft(journal, samina, 'retraction', [id])
      expect(draft).toMatchObject({ state: 'draft', missing: [], maySign: SECOND_EDITOR, about: [{ id, title }] })
      const asked = (await on(draft, 'ask', samina)).body as Notice
      expect(asked).toMatchObject({ state: 'asked', answersDueOn: addDays(dayOf(new Date()), 14) })
      expect(await outbox(draft.id, 'notice-draft')).toEqual([ayesha, bruno])

      const [hers, his] = [await askedLink(journal, draft.id, ayesha), await askedLink(journal, draft.id, bruno)]
      const agreed = await byLink(journal, hers, '/notice-answer', { answer: 'agrees' })
      expect(agreed.body).toMatchObject({ isOpen: true, authors: 2, you: { name: 'Ayesha Malik', answer: 'agrees' } })
      const remark = 'A correction would have been enough.'
      await byLink(journal, his, '/notice-answer', { answer: 'disagrees', remark, mayPrint: true })
      const ready = await read(draft)
      expect(ready).toMatchObject({
        state: 'ready',
        agreement: 'Ayesha Malik agrees with this notice. Bruno Kovář disagrees.',
      })
      expect(await outbox(draft.id, 'notice-confirm')).toEqual([bilal.user.email])

      expect(await on(ready, 'confirm', samina)).toMatchObject({ status: 403, body: { message: SECOND_EDITOR } })
      const signed = (await on(ready, 'confirm', bilal)).body as Notice
      expect(signed).toMatchObject({ state: 'confirmed', confirmedBy: { name: 'Bilal Rahujo' } })
      expect(await lookAtNotice(journal.resources, draft.id)).toBe(false)
      expect((await storedArticle(journal.database, id)).standing).toBe('current')

      const { version } = await storedArticle(journal.database, id)
      await afterTenMinutes(journal, draft.id)
      const published = await read(draft)
      expect(published.state).toBe('published')
      const article = await storedArticle(journal.database, id)
      expect(article).toMatchObject({ standing: 'retracted', version: version + 1 })
      const own = await storedArticle(journal.database, published.articleId!)
      expect(own).toMatchObject({
        ...{ type: 'retraction', title: `Retraction: ${title}`, doi: `10.5555/jpbr.${own.id}` },
        ...{ submitter_id: null, accepted_on: null, category_id: article.category_id, excerpt: WORDS.what },
      })
      expect(own.abstract).toContain(`Bruno Kovář: “${remark}”`)
      const full = (await journal.get(`/posts/${own.id}/notices`)).body
      expect(full.own).toMatchObject({
        ...{
          kind: 'retraction',
          about: [{ id, title: `RETRACTED: ${title}` }],
          urgentReason: null,
          agreement: ready.agreement,
        },
        signedBy: [
          { name: 'Samina Farooqi', as: 'drafted' },
          { name: 'Bilal Rahujo', as: 'signed' },
        ],
        remarks: [{ name: 'Bruno Kovář', answer: 'disagrees', remark }],
      })
      expect((await journal.get(`/posts/${id}/notices`)).body.notices).toMatchObject([{ id: own.id, doi: own.doi }])
      expect((await journal.get(`/posts/details/${own.id}`)).body.contributors).toHaveLength(2)
      expect(await outbox(draft.id, 'notice-published')).toEqual(expect.arrayContaining([bruno.toUpperCase(), ayesha]))
      const deposits = await journal.database.db
        .selectFrom('deposits')
        .select('doi')
        .where('state', '=', 'waiting')
        .execute()
      for (const doi of [own.doi, article.doi]) expect(deposits.filter((one) => one.doi === doi)).toHaveLength(1)
      expect(await audit(id)).toEqual([
        ...['draft-notice', 'ask-about-notice', 'answer-notice', 'answer-notice', 'hear-notice', 'sign-notice'],
        'publish-notice',
      ])
      // Answers are not taken any more, but can still be seen.
      expect((await byLink(journal, his, '/notice-answer', { answer: 'agrees' })).status).toBe(409)
      expect((await byLink(journal, his, '/notice-answer/open')).body).toMatchObject({ isOpen: false, you: { remark } })
    })

    test('looking at the page of a link, or opening it many times, changes nothing', async () => {
      const { id, ayesha } = await aPublished(journal)
      const draft = await aDraft(journal, samina, 'correction', [id])
      await on(draft, 'ask', samina)
      const secret = await askedLink(journal, draft.id, ayesha)
      const before = await journal.database.db.selectFrom('notices').selectAll().where('id', '=', draft.id).execute()
      for (let times = 0; times < 3; times++) await byLink(journal, secret, '/notice-answer/open')
      expect(await journal.database.db.selectFrom('notices').selectAll().where('id', '=', draft.id).execute()).toEqual(
        before,
      )
      expect((await read(draft)).answers.map(({ answer }) => answer)).toEqual([null, null])
    })

    test('a link opens only what it is for, and only for whom the article still names', async () => {
      const { id, bruno } = await aPublished(journal)
      const draft = await aDraft(journal, samina, 'correction', [id])
      await on(draft, 'ask', samina)
      const ofAuthorship = await journal.database.transaction((tx) =>
        makePersonLink(tx, '', { purpose: 'authorship', subjectId: draft.id, email: bruno }),
      )
      const wrong = await byLink(journal, ofAuthorship.split('#')[1]!, '/notice-answer', { answer: 'agrees' })
      expect(wrong).toMatchObject({ status: 401, body: { message: AUTHOR_LINK_NEEDED } })
      const secret = await askedLink(journal, draft.id, bruno)
      expect((await byLink(journal, secret, '/authorship/open')).status).toBe(401)
      for (const email of ['%', `%${bruno.slice(1)}`, 'stranger@plants.test', '']) {
        const other = await askedLink(journal, draft.id, email)
        expect(await byLink(journal, other, '/notice-answer/open')).toMatchObject({
          status: 404,
          body: { message: NOT_NAMED },
        })
      }
      await journal.database.db
        .updateTable('contributors')
        .set({ email: 'bruno@kew.test' })
        .where('email', '=', bruno.toUpperCase())
        .execute()
      expect((await byLink(journal, secret, '/notice-answer', { answer: 'agrees' })).status).toBe(404)
    })

    test('an expired link brings a new one to its address, a few times an hour', async () => {
      const { id, ayesha } = await aPublished(journal)
      const draft = await aDraft(journal, samina, 'correction', [id])
      await on(draft, 'ask', samina)
      const secret = await askedLink(journal, draft.id, ayesha)
      const { db } = journal.database
      await db
        .updateTable('outbox')
        .set({ sent_at: new Date().toISOString() })
        .where('recipient', '=', ayesha)
        .execute()
      await db
        .updateTable('person_links')
        .set({ expires_at: '2020-01-01T00:00:00.000Z' })
        .where('email', '=', ayesha)
        .execute()
      expect((await byLink(journal, secret, '/notice-answer/open')).status).toBe(401)
      for (let times = 0; times < 3; times++) {
        expect((await journal.post('/authorship/fresh-link', { secret })).status).toBe(200)
      }
      expect(await outbox(draft.id, 'notice-draft')).toEqual([ayesha, ayesha, expect.stringMatching(/^bruno/)])
    })

    test('the days are over without an answer: reminded once two days before, and then ready', async () => {
      const { id, ayesha, bruno } = await aPublished(journal)
      const draft = await aDraft(journal, samina, 'correction', [id])
      await on(draft, 'ask', samina)
      await byLink(journal, await askedLink(journal, draft.id, ayesha), '/notice-answer', { answer: 'agrees' })
      for (const days of [1, 4]) await lookAtNotice(journal.resources, draft.id, later(days))
      expect(await outbox(draft.id, 'notice-draft')).toEqual([ayesha, bruno])
      for (const days of [6, 6.5, 7]) await lookAtNotice(journal.resources, draft.id, later(days))
      expect(await outbox(draft.id, 'notice-draft')).toEqual([ayesha, bruno, bruno])
      expect((await read(draft)).state).toBe('asked')
      await lookAtNotice(journal.resources, draft.id, later(8))
      expect(await read(draft)).toMatchObject({
        state: 'ready',
        agreement: 'Ayesha Malik agrees with this notice. 1 did not answer.',
      })
      for (const days of [9, 11, 12]) await lookAtNotice(journal.resources, draft.id, later(days))
      const told = await outbox(draft.id, 'notice-confirm')
      expect(told.filter((to) => to === bilal.user.email)).toHaveLength(2)
    })

    test('an author of the article by account, address or iD, and a recused editor, neither draft, read nor sign', async () => {
      const orcid = '0000-0002-1825-0097'
      const [byAccount, byAddress, byOrcid] = [
        await aSignedIn(journal, { role: 'admin' }),
        await aSignedIn(journal, { role: 'admin' }),
        await aSignedIn(journal, { role: 'admin' }),
      ]
      await journal.database.db.updateTable('users').set({ orcid }).where('id', '=', byOrcid.user.id).execute()
      const { id } = await aPublished(journal, {
        submitter: byAccount.user,
        contributors: [
          { role: 'Corresponding Author', full_name: 'A', email: byAddress.user.email.toUpperCase() },
          { role: 'Author', full_name: 'B', email: '', orcid },
        ],
      })
      const recused = await aSignedIn(journal, { role: 'admin' })
      const reviewed = await aCase(journal.database, {
        contributors: [{ role: 'Author', full_name: 'R', email: recused.user.email }],
      })
      const at = new Date().toISOString()
      await journal.database.db
        .updateTable('articles')
        .set({ published_at: at, approved_at: at })
        .where('id', '=', reviewed.id)
        .execute()
      const ready = await aReady(journal, samina, 'retraction', [id])
      const ofReviewed = await aReady(journal, samina, 'correction', [reviewed.id])
      for (const [who, notice, articleId] of [
        [byAccount, ready, id],
        [byAddress, ready, id],
        [byOrcid, ready, id],
        [recused, ofReviewed, reviewed.id],
      ] as const) {
        const drafted = await journal.post('/notices', { kind: 'concern', about: [articleId] }, { as: who })
        expect(drafted).toMatchObject({ status: 403, body: { message: NO_PART } })
        expect((await on(notice, 'confirm', who)).status).toBe(404)
        expect((await journal.get(`/notices/${notice.id}`, { as: who })).status).toBe(404)
        const seen = (await journal.get('/notices/open', { as: who })).body.notices as Notice[]
        expect(seen.map((one) => one.id)).not.toContain(notice.id)
        expect(await outbox(notice.id, 'notice-confirm')).not.toContain(who.user.email)
      }
      await journal.database.db
        .updateTable('users')
        .set({ role: 'author' })
        .where(
          'id',
          'in',
          [byAccount, byAddress, byOrcid, recused].map(({ user }) => user.id),
        )
        .execute()
    })

    test('with one editor who could act, or in urgency, one signs alone, and the notice says so', async () => {
      const { id } = await aPublished(journal, {
        contributors: [{ role: 'Corresponding Author', full_name: 'Bilal Rahujo', email: bilal.user.email }],
      })
      const alone = await aNotice(journal, [samina, samina], 'retraction', [id])
      const text = (await journal.get(`/posts/${alone.articleId ?? (await articleOf(alone.id))}/notices`)).body.own
      expect(text).toMatchObject({
        urgentReason: ONE_EDITOR,
        signedBy: [{ as: 'drafted' }, { name: 'Samina Farooqi' }],
      })
      const other = await aPublished(journal)
      const urgentReason = 'A court has ordered it.'
      const urgent = await aNotice(journal, [samina, samina], 'removal', [other.id], { urgentReason })
      const own = await storedArticle(journal.database, await articleOf(urgent.id))
      expect(own.abstract).toContain(urgentReason)
    })
    const articleOf = async (id: string): Promise<string> =>
      (
        await journal.database.db
          .selectFrom('notices')
          .select('article_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).article_id!

    test('who has seen an older version, or is too late, is told so', async () => {
      const { id } = await aPublished(journal)
      const draft = await aDraft(journal, samina, 'correction', [id], { what: '' })
      expect((await on(draft, 'ask', samina)).body.message).toBe(
        'Please fill in first: the sentence for banners and lists.',
      )
      const edited = await journal.put(
        `/notices/${draft.id}`,
        { version: draft.version, what: 'a number' },
        { as: bilal },
      )
      expect(edited.body).toMatchObject({ what: 'a number', version: draft.version + 1 })
      const stale = await journal.put(`/notices/${draft.id}`, { version: draft.version, what: 'x' }, { as: samina })
      expect(stale).toMatchObject({ status: 409, body: { message: NOTICE_CHANGED } })
      const dropped = await on(edited.body, 'drop', samina, { reason: 'It was a misunderstanding.' })
      expect(dropped.body.state).toBe('dropped')
      for (const path of ['ask', 'confirm', 'send-back'])
        expect((await on(dropped.body, path, samina)).status).toBe(409)
      expect((await journal.post(`/notices/${draft.id}/undo`, {}, { as: samina })).status).toBe(409)
      expect((await journal.post(`/notices/${newId()}/undo`, {}, { as: samina })).status).toBe(404)
    })

    test('a signature can be taken back for ten minutes; what was answered counts until the words change', async () => {
      const { id, ayesha, bruno } = await aPublished(journal)
      const draft = await aDraft(journal, samina, 'correction', [id])
      await on(draft, 'ask', samina)
      for (const email of [ayesha, bruno]) {
        await byLink(journal, await askedLink(journal, draft.id, email), '/notice-answer', { answer: 'agrees' })
      }
      await on(await read(draft), 'confirm', samina)
      const undone = await journal.post(`/notices/${draft.id}/undo`, {}, { as: bilal })
      expect(undone.body).toMatchObject({ state: 'draft', confirmedBy: null, releaseAt: null })
      expect(await afterTenMinutes(journal, draft.id)).toBe(false)
      const again = await on(undone.body, 'ask', samina)
      expect(again.body).toMatchObject({ state: 'ready', answers: [{ answer: 'agrees' }, { answer: 'agrees' }] })
      const back = await on(again.body, 'send-back', samina)
      expect(back.body).toMatchObject({ state: 'draft', answers: [] })
      await on(back.body, 'ask', samina)
      expect(await outbox(draft.id, 'notice-draft')).toEqual([ayesha, ayesha, bruno, bruno])

      const ready = await aReady(journal, samina, 'correction', [id])
      await on(ready, 'confirm', samina)
      vi.setSystemTime(in10Minutes())
      const tooLate = await journal.post(`/notices/${ready.id}/undo`, {}, { as: await fresh(bilal) })
      expect(tooLate.status).toBe(409)
      await lookAtNotice(journal.resources, ready.id)
      expect((await storedArticle(journal.database, id)).standing).toBe('corrected')
    })
    const fresh = async ({ user }: SignedIn): Promise<SignedIn> => aSignedIn(journal, { user })

    test('a waiting correction comes with its notice, and its files are claimed meanwhile', async () => {
      const pdf = await aFile(journal.database, { owner: samina.user })
      const { id, version, ayesha } = await aPublished(journal)
      const correction = { version, title: 'Another title', pdfUrl: fileUrl(pdf) }
      const ready = await aReady(journal, samina, 'correction', [id], { correction })
      expect(ready.changes).toEqual(['Title', 'Final PDF'])
      expect(await journal.database.transaction((tx) => isTaken(tx, pdf))).toBe(true)
      const taken = await journal.post(
        '/notices',
        { kind: 'correction', about: [id], ...WORDS, correction },
        { as: samina },
      )
      expect(taken.status).toBe(409)
      await on(ready, 'confirm', bilal)
      await afterTenMinutes(journal, ready.id)
      const article = await storedArticle(journal.database, id)
      expect(article).toMatchObject({ title: 'Another title', pdf_file_id: pdf.id, standing: 'corrected' })
      expect(article.corrected_at).not.toBeNull()
      // The notice is the email, not a second one on the correction.
      expect(await outbox(ready.id, 'notice-published')).toContain(ayesha)
      const { db } = journal.database
      expect(
        await db
          .selectFrom('outbox')
          .select('id')
          .where('article_id', '=', id)
          .where('kind', '=', 'article-corrected')
          .execute(),
      ).toEqual([])
    })

    test('a correction of what has been changed meanwhile is given back, and nothing is published', async () => {
      const { id, version } = await aPublished(journal)
      const before = await aReady(journal, samina, 'correction', [id], { correction: { version, title: 'Another' } })
      const ready = await aReady(journal, samina, 'correction', [id], { correction: { version, title: 'A third' } })
      await on(before, 'confirm', samina)
      await on(ready, 'confirm', samina)
      await afterTenMinutes(journal, before.id)
      await afterTenMinutes(journal, ready.id)
      expect(await read(ready)).toMatchObject({ state: 'draft', articleId: null })
      expect((await storedArticle(journal.database, id)).title).toBe('Another')
      expect(await audit(id)).toContain('give-back-notice')
      expect(await outbox(ready.id, 'notice-confirm')).toContain(samina.user.email)
      const again = await on(await read(ready), 'unasked', samina, { reason: 'Our error.' })
      expect(await on(again.body, 'confirm', samina)).toMatchObject({
        status: 409,
        body: { message: CHANGED_MEANWHILE },
      })
    })

    test('a removal takes text and files from the public, and keeps the bytes', async () => {
      const [pdf, image] = [await aFile(journal.database), await aFile(journal.database, { mediaType: 'image/png' })]
      const { id, title } = await aPublished(journal, {
        pdf,
        image,
        abstract: '<p>Harmful words</p>',
        excerpt: 'Harmful',
      })
      await aNotice(journal, [samina, bilal], 'removal', [id])
      const shown = await journal.get(`/posts/details/${id}`)
      expect(shown.body).toMatchObject({
        title: `REMOVED: ${title}`,
        abstract: '',
        excerpt: '',
        pdfUrl: null,
        imageUrl: null,
      })
      expect(shown.body.contributors).toHaveLength(2)
      const passages = await journal.get(`/posts/${id}/passages`)
      expect([passages.status, passages.text.includes('Harmful')]).toEqual([200, false])
      expect((await storedArticle(journal.database, id)).standing).toBe('removed')
      const { db } = journal.database
      await db.deleteFrom('replaced_files').where('article_id', '=', id).execute()
      expect(await journal.database.transaction((tx) => isTaken(tx, pdf))).toBe(true)
      expect(await journal.database.transaction((tx) => isTaken(tx, image))).toBe(true)
    })

    test('a concern is chased three times, counted as late, and ended once', async () => {
      const { id } = await aPublished(journal)
      const reviewOn = addDays(dayOf(new Date()), 40)
      const concern = await aNotice(journal, [samina, bilal], 'concern', [id], { reviewOn })
      expect((await storedArticle(journal.database, id)).standing).toBe('concern')
      for (const days of [10, 26, 27, 39, 40, 41, 54, 60, 130])
        await lookAtNotice(journal.resources, concern.id, later(days))
      const told = await outbox(concern.id, 'concern-due')
      expect(told.filter((to) => to === samina.user.email)).toHaveLength(3)
      const figures = async () => publishedNotices(journal.database.db, addDays(dayOf(new Date()), 130))
      const before = (await figures()).figures
      expect([before.openConcerns, before.late]).toEqual([1, 1])
      expect((await publishedNotices(journal.database.db, reviewOn)).figures.late).toBe(0)
      vi.setSystemTime(Date.now() + 1000)
      const closing = { closesId: concern.id }
      const [one, two] = [
        await aReady(journal, samina, 'concern-closed', [id], closing),
        await aReady(journal, samina, 'retraction', [id], closing),
      ]
      expect((await on(one, 'confirm', samina)).status).toBe(200)
      expect((await on(two, 'confirm', bilal)).status).toBe(400)
      await afterTenMinutes(journal, one.id)
      expect((await storedArticle(journal.database, id)).standing).toBe('current')
      expect((await journal.get(`/posts/${id}/notices`)).body.notices).toMatchObject([
        { kind: 'concern-closed', closes: concern.articleId },
        { kind: 'concern', closedBy: await articleOf(one.id) },
      ])
      expect((await figures()).figures).toMatchObject({ openConcerns: 0, late: 0 })
    })

    test('a retracted article names the one in its place, which must be another published article', async () => {
      const [{ id }, instead] = [await aPublished(journal), await aPublished(journal)]
      const draft = await aDraft(journal, samina, 'retraction', [id])
      const choose = (replacedBy: string) =>
        journal.put(`/notices/${draft.id}`, { version: draft.version, replacedBy }, { as: samina })
      const pending = await anArticle(journal.database, { state: 'pending' })
      for (const other of [id, pending.id, newId()]) expect((await choose(other)).status).toBe(400)
      expect((await choose(instead.id)).body.replacedBy).toBe(instead.id)
      await aNotice(journal, [samina, bilal], 'retraction', [id], { replacedBy: instead.id })
      expect((await journal.get(`/posts/${id}/notices`)).body.notices).toMatchObject([{ replacedBy: instead.id }])
    })

    test('a notice about several articles changes each, and asks an author of two of them once', async () => {
      const one = await aPublished(journal)
      const two = await aPublished(journal, {
        contributors: [{ role: 'Corresponding Author', full_name: 'Ayesha Malik', email: one.ayesha }],
      })
      const draft = await aDraft(journal, samina, 'addendum', [one.id, two.id])
      await on(draft, 'ask', samina)
      expect(await outbox(draft.id, 'notice-draft')).toEqual([one.ayesha, one.bruno])
      const notice = await aNotice(journal, [samina, bilal], 'correction', [one.id, two.id])
      const own = await storedArticle(journal.database, await articleOf(notice.id))
      expect(own.title).toBe(`Correction: ${one.title} and 1 other article`)
      for (const { id } of [one, two]) expect((await storedArticle(journal.database, id)).standing).toBe('corrected')
    })

    test('authors of articles here that cite it are told, once for each address', async () => {
      const doi = `10.5555/${newId()}`
      const cited = await aPublished(journal, { doi })
      const citing = await aPublished(journal)
      await journal.database.transaction((tx) =>
        replaceReferences(tx, citing.id, [aReference({ doi }), aReference({ doi })]),
      )
      const notice = await aNotice(journal, [samina, bilal], 'retraction', [cited.id])
      const told = await outbox(notice.id, 'notice-published')
      for (const address of [cited.ayesha, cited.bruno.toUpperCase(), citing.ayesha, citing.bruno.toUpperCase()]) {
        expect(told.filter((to) => to === address)).toHaveLength(1)
      }
    })

    test('what was said about an article, and a registered DOI, keep it from being deleted', async () => {
      const { id } = await aPublished(journal)
      const remove = (articleId: string) =>
        journal.send('DELETE', `/posts/delete/${articleId}`, undefined, { as: samina })
      const draft = await aDraft(journal, samina, 'correction', [id])
      expect(await remove(id)).toMatchObject({ status: 409, body: { message: NOTICE_UNDER_WAY } })
      await on(draft, 'drop', samina, { reason: 'No.' })
      const notice = await aNotice(journal, [samina, bilal], 'correction', [id])
      expect(await remove(id)).toMatchObject({ status: 409, body: { message: REMOVE_WITH_NOTICE } })
      expect(await remove(await articleOf(notice.id))).toMatchObject({ status: 409, body: { message: NOTICE_STAYS } })

      const doi = `10.5555/${newId()}`
      const registered = await aPublished(journal, { doi })
      const { db } = journal.database
      await journal.post(`/deposits/articles/${registered.id}`, {}, { as: samina })
      await db.updateTable('deposits').set({ state: 'accepted' }).where('doi', '=', doi).execute()
      expect(await remove(registered.id)).toMatchObject({ status: 409, body: { message: REMOVE_WITH_NOTICE } })

      const other = await aPublished(journal)
      await on(await aDraft(journal, samina, 'correction', [other.id]), 'drop', samina, { reason: 'No.' })
      expect((await remove(other.id)).status).toBe(200)
    })

    test('only published articles have notices', async () => {
      const pending = await anArticle(journal.database, { state: 'pending' })
      const { id } = await aPublished(journal)
      for (const about of [[pending.id], [newId()], [id, pending.id]]) {
        expect((await journal.post('/notices', { kind: 'concern', about }, { as: samina })).status).toBe(400)
      }
      expect((await journal.get(`/posts/${pending.id}/notices`)).status).toBe(404)
    })

    test('however many sign it, publish it and take it back at the same time, a notice is published once', async () => {
      // Two connections of one process to SQLite would wait for each other for ever: `tests/faults` has processes.
      const others = [1, 2, 3].map(() => (engine === 'sqlite' ? journal.database : connect(journal.where)))
      const { db } = journal.database
      const carla = await aSignedIn(journal, { role: 'admin' })
      const at = new Date(Date.now() + DAY_MS).toISOString()
      const release = (database: TestJournal['database'], id: string) =>
        database.transaction((tx) => releaseNotice(tx, id, at))
      for (let number = 0; number < times(6, 500); number++) {
        const { id, title, ayesha } = await aPublished(journal)
        const ready = await aReady(journal, samina, 'retraction', [id])
        if (number % 2) await on(ready, 'confirm', bilal)
        const signing = [on(ready, 'confirm', bilal), on(ready, 'confirm', carla)]
        const undoing = journal.post(`/notices/${ready.id}/undo`, {}, { as: bilal })
        // Calls take a moment longer to arrive: any of them may be first.
        if (number % 3) await new Promise((resolve) => setTimeout(resolve, 8 * Math.random()))
        const released = await Promise.all(others.map((database) => release(database, ready.id)))
        const signed = (await Promise.all(signing)).filter(({ status }) => status === 200)
        expect(signed.length).toBeLessThanOrEqual(number % 2 ? 0 : 1)
        await undoing
        // Whatever is left of it can still be published.
        const left = await read(ready)
        if (left.state === 'draft') await journal.post(`/notices/${left.id}/unasked`, { version: left.version, reason: 'Our own error.' }, { as: samina }) // prettier-ignore
        if (left.state !== 'published') await on(await read(ready), 'confirm', bilal)
        released.push(await release(journal.database, ready.id))
        expect(released.filter(Boolean)).toHaveLength(1)
        const articles = await db
          .selectFrom('articles')
          .select('id')
          .where('type', '=', 'retraction')
          .where('title', '=', `Retraction: ${title}`)
          .execute()
        expect(articles).toHaveLength(1)
        const told = await outbox(ready.id, 'notice-published')
        expect(told.filter((to) => to === ayesha)).toHaveLength(1)
        expect((await storedArticle(journal.database, id)).standing).toBe('retracted')
      }
      if (engine === 'postgres') await Promise.all(others.map((database) => database.close()))
    })

    test('the background finds what is due, and what another program has left', async () => {
      const { id } = await aPublished(journal)
      const ready = await aReady(journal, samina, 'correction', [id])
      await on(ready, 'confirm', samina)
      await lookAtDueNotices(journal.resources)
      expect((await storedArticle(journal.database, id)).standing).toBe('current')
      await lookAtDueNotices(journal.resources, in10Minutes)
      expect((await storedArticle(journal.database, id)).standing).toBe('corrected')
    })

    test('an account that asks for its data gets its answers, and leaves none of its address', async () => {
      const user = await aUser(journal.database, { email: `own-${newId()}@plants.test` })
      const { id } = await aPublished(journal, {
        contributors: [{ role: 'Corresponding Author', full_name: 'Own Person', email: user.email }],
      })
      const draft = await aDraft(journal, samina, 'correction', [id])
      await on(draft, 'ask', samina)
      const { noticeData } = await import('./personal-data.ts')
      const { personOf } = await import('../../../platform/personal-data-part.ts')
      const given: unknown[] = []
      for await (const one of noticeData.give!(journal.database.db, personOf(user))) given.push(one)
      expect(given).toMatchObject([{ notice: 'correction', email: user.email, answer: null }])
      await journal.database.transaction((tx) => noticeData.erase!(tx, personOf(user), {} as never))
      expect(
        await journal.database.db
          .selectFrom('notice_answers')
          .select('email')
          .where('notice_id', '=', draft.id)
          .execute(),
      ).toEqual([{ email: '' }])
    })
  })
})
