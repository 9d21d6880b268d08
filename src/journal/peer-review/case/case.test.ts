import { beforeAll, describe, expect, test } from 'vitest'
import { NOTHING_TO_REMIND_OF, REMINDED_TODAY } from '../../../contract/rules/peer-review/assignment-moves.ts'
import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import { eraseFromCases } from '../cases/erase.ts'
import { openReview } from '../link/open-review.ts'
import { CASE_EDITORS_ONLY } from '../../../contract/rules/peer-review/case-policy.ts'
import { journal as config } from '../../../../journal.config.ts'
import { aCase, agreed, anInvitation, callerFor, decided, reported } from '../../../../tests/support/review-builders.ts'
import { aFile, anArticle, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, watchQueries, type Answer, type TestJournal } from '../../../../tests/support/databases.ts'
import type { AssignmentRow } from '../../../platform/database/review-tables.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'
import { noteAllRecusedEditors } from '../cases/recused-editors.ts'
import { declineToReview, lapseInvitation } from '../cases/respond.ts'
import { newId } from '../../../platform/ids.ts'
import { REPORT_TEXT_MAX } from '../../../contract/api/report-draft.ts'
import { forwardLateReport } from './correspondence.ts'
import { LAST_EDITOR } from './editors.ts'
import { readCase } from './read-case.ts'
import { lockAssignment } from '../cases/assignments.ts'

const ORCID = '0000-0002-1825-0097'
const UNKNOWN = '222222222222'
const ENTERED = {
  answers: Object.fromEntries(config.review.questions.map(({ id }) => [id, 'partly'])),
  toAuthors: 'By email: sound.',
  toEditor: '',
  recommendation: 'accept',
}

eachDatabase((open) => {
  let journal: TestJournal
  let editor: SignedIn
  let author: SignedIn

  beforeAll(async () => {
    journal = await open()
    editor = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
    author = await aSignedIn(journal)
  })

  const aManuscript = (options: Parameters<typeof aCase>[1] = {}): Promise<ArticleRow> =>
    aCase(journal.database, { submitter: author.user, ...options })
  const invited = (article: ArticleRow, options: Parameters<typeof anInvitation>[2] = {}, standby = false) =>
    anInvitation(journal.database, { articleId: article.id, editor: editor.user, standby }, options)
  const call = (method: string, path: string, body?: unknown, as: SignedIn = editor): Promise<Answer> =>
    journal.send(method, `/cases/${path}`, body, { as })
  const seen = async (article: ArticleRow, as = editor) => (await call('GET', article.id, undefined, as)).body
  const emails = (kind: string, articleId: string) =>
    journal.database.db
      .selectFrom('outbox')
      .select(['recipient', 'assignment_id', 'data'])
      .where('kind', '=', kind as 'author-message')
      .where('article_id', '=', articleId)
      .execute()
  const auditOf = (articleId: string) =>
    journal.database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject', '=', articleId)
      .orderBy('seq')
      .execute()

  test('editors leave notes for one another, which nobody else reads, and delete their own', async () => {
    const article = await aManuscript()
    const other = await aSignedIn(journal, { role: 'admin', fullName: 'Tendai Moyo' })
    const write = (text: string, as = editor) => call('POST', `${article.id}/notes`, { text }, as)
    expect((await write('  ')).status).toBe(400)
    for (let times = 0; times < 2; times++) expect((await write('Is it in our scope?')).status).toBe(201)
    expect((await write('I think so.', other)).status).toBe(201)
    const { notes } = await seen(article)
    expect(notes).toMatchObject([
      { by: 'Samina Farooqi', text: 'Is it in our scope?', isOwn: true, at: expect.stringMatching(/^20/) },
      { by: 'Tendai Moyo', text: 'I think so.', isOwn: false },
    ])
    const own = await journal.send('GET', `/manuscripts/${article.id}`, undefined, { as: author })
    expect(JSON.stringify(own.body)).not.toContain('scope')
    const remove = (id: string, as = editor) => call('DELETE', `${article.id}/notes/${id}`, undefined, as)
    expect((await remove(notes[1].id)).status).toBe(403)
    expect((await remove(notes[0].id)).status).toBe(200)
    expect((await remove(notes[0].id)).status).toBe(404)
    expect((await seen(article, other)).notes).toMatchObject([{ text: 'I think so.', isOwn: true }])
    // Who is recused reads and deletes none, not even their own.
    await call('POST', `${article.id}/recusal`, { reason: 'We share a grant' }, other)
    expect((await remove(notes[1].id, other)).body.message).toBe(CASE_EDITORS_ONLY)
    expect((await seen(article)).notes).toHaveLength(1)
    expect(JSON.stringify(await auditOf(article.id))).not.toContain('scope')
    expect((await seen(article)).history[1]).toMatchObject({ text: 'Samina Farooqi deleted a note for the editors' })
  })

  describe('who may see and change a case', () => {
    /** Every call, on a case with one assignment, with what an editor would send. */
    const calls = (id: string, assignment: string): [method: string, path: string, body?: unknown][] => [
      ['GET', id],
      ['POST', id, {}],
      ['PUT', `${id}/screening`, { similarityPercent: 3, aiPercent: 0 }],
      ['PUT', `${id}/editor`, { userId: null }],
      ['POST', `${id}/guest-editors`, { email: 'guest@plants.test' }],
      ['DELETE', `${id}/guest-editors/${UNKNOWN}`],
      ['POST', `${id}/recusal`, { reason: 'A friend' }],
      ['POST', `${id}/recusals/${UNKNOWN}/lifting`, { reason: 'Another Ada' }],
      ['POST', `${id}/messages`, { text: 'Hello' }],
      ['POST', `${id}/notes`, { text: 'In scope?' }],
      ['DELETE', `${id}/notes/${UNKNOWN}`],
      ['POST', `${id}/proofs`, { pdfUrl: `/files/${UNKNOWN}/proof.pdf` }],
      ['POST', `${id}/grievances/${UNKNOWN}`, { outcome: 'dismissed', answer: 'We have read it.' }],
      ['POST', `${id}/withdrawal`, { reason: 'Published elsewhere' }],
      ['POST', `${id}/conflicts/${UNKNOWN}/waiver`, { reason: 'Long ago' }],
      ['POST', `${id}/co-reviewers/${UNKNOWN}/approval`, {}],
      ['POST', `${id}/co-reviewers/${UNKNOWN}/refusal`, {}],
      ['POST', `${id}/reports/${UNKNOWN}/release`, { text: 'x', note: 'y' }],
      ['POST', `${id}/assignments/${assignment}/cancellation`, {}],
      ['POST', `${id}/assignments/${assignment}/invitation`, {}],
      ['PUT', `${id}/assignments/${assignment}/address`, { email: 'new@moss.test' }],
      ['POST', `${id}/assignments/${assignment}/link`, {}],
      ['PUT', `${id}/assignments/${assignment}/due-date`, { dueOn: '2099-02-01' }],
      ['POST', `${id}/assignments/${assignment}/messages`, { text: 'Thank you.' }],
      ['POST', `${id}/assignments/${assignment}/reminder`, {}],
      ['POST', `${id}/assignments/${assignment}/clarification`, { text: 'Which plot?' }],
      ['POST', `${id}/assignments/${assignment}/report`, ENTERED],
      ['GET', `${id}/versions/${UNKNOWN}/files/${UNKNOWN}/text`],
      ['GET', `${id}/comparison/${UNKNOWN}/${UNKNOWN}`],
    ]

    test('all others get the same answer, byte by byte, whether it exists or not', async () => {
      const byEmail = await aSignedIn(journal, { role: 'admin', email: 'recused-by-email@plants.test' })
      const byOrcid = await aSignedIn(journal, { role: 'admin', orcid: ORCID })
      const byAccount = await aSignedIn(journal, { role: 'admin' })
      const declared = await aSignedIn(journal, { role: 'admin' })
      const guestElsewhere = await aSignedIn(journal)
      const article = await aManuscript({
        contributors: [
          { role: 'Corresponding Author', full_name: 'Nasreen Baloch', email: 'Recused-By-Email@plants.test' },
          { role: 'Author', full_name: 'Idris Olukoya', email: 'idris@plants.test', orcid: ORCID },
        ],
      })
      const own = await aManuscript({ submitter: byAccount.user })
      const elsewhere = await aManuscript()
      await call('POST', `${elsewhere.id}/guest-editors`, { email: guestElsewhere.user.email })
      const assignment = await invited(article)
      expect((await call('POST', `${article.id}/recusal`, { reason: 'We share a grant' }, declared)).status).toBe(200)

      const answers = new Set<string>()
      const others: [SignedIn, string][] = [
        [author, article.id],
        [await aSignedIn(journal), article.id],
        [await aSignedIn(journal), UNKNOWN],
        [author, UNKNOWN],
        [byEmail, article.id],
        [byOrcid, article.id],
        [byAccount, own.id],
        [declared, article.id],
        [guestElsewhere, article.id],
      ]
      for (const [other, id] of others) {
        for (const [method, path, body] of calls(id, assignment.id)) {
          const answer = await call(method, path, body, other)
          expect(answer.status, `${method} ${path}`).toBe(403)
          answers.add(answer.text)
        }
      }
      expect([...answers]).toEqual([expect.stringContaining(CASE_EDITORS_ONLY)])
      expect((await call('GET', UNKNOWN)).status).toBe(404)
    })

    test('a visitor has to sign in', async () => {
      const article = await aManuscript()
      expect((await journal.get(`/cases/${article.id}`)).status).toBe(401)
    })

    test('a guest editor edits one case, but names no editors', async () => {
      const article = await aManuscript()
      const guest = await aSignedIn(journal, { fullName: 'Gita Guest' })
      expect(
        (await call('POST', `${article.id}/guest-editors`, { email: guest.user.email.toUpperCase() })).status,
      ).toBe(201)
      expect(await emails('editor-case-assigned', article.id)).toMatchObject([{ recipient: guest.user.email }])
      const view = await seen(article, guest)
      expect(view).toMatchObject({ isYours: true, mayAppoint: false, editor: { fullName: 'Gita Guest' } })
      expect(
        (await call('PUT', `${article.id}/screening`, { similarityPercent: 12, aiPercent: 0 }, guest)).status,
      ).toBe(200)
      expect((await call('PUT', `${article.id}/editor`, { userId: editor.user.id }, guest)).status).toBe(403)
      expect((await call('POST', `${article.id}/guest-editors`, { email: 'x@plants.test' }, guest)).status).toBe(403)
      expect((await call('DELETE', `${article.id}/guest-editors/${guest.user.id}`)).status).toBe(200)
      expect((await call('GET', article.id, undefined, guest)).status).toBe(403)
      expect((await seen(article)).editor).toBeNull()
    })

    test('guest editors are no authors, reviewers, or editors already', async () => {
      const article = await aManuscript()
      const reviewer = await aSignedIn(journal)
      await invited(article, { emails: [reviewer.user.email] })
      const invite = (email: string) => call('POST', `${article.id}/guest-editors`, { email })
      expect((await invite(author.user.email)).body.errors.email).toMatch(/author/)
      expect((await invite('corresponding@plants.test')).body.errors.email).toMatch(/No account/)
      expect((await invite(reviewer.user.email)).body.errors.email).toMatch(/asked to review/)
      expect((await invite(editor.user.email)).body.errors.email).toMatch(/already/)
    })

    test('the handling editor is an administrator who may see the case', async () => {
      const article = await aManuscript()
      const other = await aSignedIn(journal, { role: 'admin', fullName: 'Omar Other' })
      const authorWithRights = await aSignedIn(journal, { role: 'admin' })
      const own = await aManuscript({ submitter: authorWithRights.user })
      expect((await call('PUT', `${own.id}/editor`, { userId: authorWithRights.user.id })).status).toBe(400)
      expect((await call('PUT', `${own.id}/editor`, { userId: author.user.id })).status).toBe(400)
      expect((await seen(own)).editors.map(({ id }: { id: string }) => id)).not.toContain(authorWithRights.user.id)
      for (let times = 0; times < 2; times++) {
        expect((await call('PUT', `${article.id}/editor`, { userId: other.user.id })).status).toBe(200)
      }
      expect(await emails('editor-case-assigned', article.id)).toHaveLength(1)
      expect((await seen(article)).editor).toEqual({ id: other.user.id, fullName: 'Omar Other' })
    })

    test('who ceases to be an administrator hands open cases on, and the other editors hear of it', async () => {
      const leaving = await aSignedIn(journal, { role: 'admin' })
      const recused = await aSignedIn(journal, { role: 'admin', email: 'named-by-an-author@plants.test' })
      const article = await aManuscript({
        contributors: [{ role: 'Corresponding Author', full_name: 'Nasreen Baloch', email: recused.user.email }],
      })
      const asGuest = await aManuscript()
      for (const { id } of [article, asGuest]) await call('PUT', `${id}/editor`, { userId: leaving.user.id })
      await journal.database.db
        .insertInto('case_editors')
        .values({
          ...{ article_id: asGuest.id, user_id: leaving.user.id, is_guest: 1, since: '2026-05-01T00:00:00.000Z' },
          ...{ recused_at: null, reason: null },
        })
        .execute()
      const changed = await journal.put(`/users/${leaving.user.id}/role`, { role: 'author' }, { as: editor })
      expect(changed.status, changed.text).toBe(200)
      expect((await seen(article)).editor).toBeNull()
      expect((await seen(article)).history[0].text).toMatch(/editor/i)
      expect((await seen(asGuest)).editor).toMatchObject({ id: leaving.user.id })
      const to = (await emails('editor-case-free', article.id)).map(({ recipient }) => recipient)
      expect(to).toContain(editor.user.email)
      expect(to).not.toContain(recused.user.email)
      expect(to).not.toContain(leaving.user.email)
      expect(await emails('editor-case-free', asGuest.id)).toEqual([])
      // It is among the cases of every editor.
      const { lines } = (await journal.get('/cases', { as: editor })).body
      expect(lines.find(({ articleId }: { articleId: string }) => articleId === article.id)).toMatchObject({
        editor: null,
      })
    })

    test('a case of someone who was no administrator any more before is handed on as well', async () => {
      const former = await aSignedIn(journal, { role: 'admin' })
      const article = await aManuscript()
      await call('PUT', `${article.id}/editor`, { userId: former.user.id })
      await journal.database.db.updateTable('users').set({ role: 'author' }).where('id', '=', former.user.id).execute()
      await noteAllRecusedEditors(journal.database)
      await noteAllRecusedEditors(journal.database)
      expect((await seen(article)).editor).toBeNull()
      const to = (await emails('editor-case-free', article.id)).map(({ recipient }) => recipient)
      expect(to.filter((one) => one === editor.user.email)).toHaveLength(1)
    })

    test('anyone who declares a conflict of interest is replaced, and the last editor is not let go', async () => {
      const alone = await open()
      const only = await aSignedIn(alone, { role: 'admin' })
      const article = await aCase(alone.database)
      const recusal = () => alone.post(`/cases/${article.id}/recusal`, { reason: 'My student' }, { as: only })
      expect(await recusal()).toMatchObject({ status: 409, body: { message: LAST_EDITOR } })
      await alone.put(`/cases/${article.id}/editor`, { userId: only.user.id }, { as: only })
      const guest = await aSignedIn(alone)
      await alone.post(`/cases/${article.id}/guest-editors`, { email: guest.user.email }, { as: only })
      expect((await recusal()).status).toBe(200)
      expect((await recusal()).status).toBe(403)
      const view = await alone.get(`/cases/${article.id}`, { as: guest })
      expect(view.body).toMatchObject({ editor: null, recused: [{ reason: 'My student' }] })
      expect((await alone.post(`/cases/${article.id}/recusal`, { reason: 'Me too' }, { as: guest })).status).toBe(409)
    })
  })

  describe('a case', () => {
    test('shows everything that its editors need', async () => {
      const article = await aManuscript({
        title: 'Stomatal closure precedes leaf rolling in <i>Pennisetum glaucum</i>',
        receivedOn: '2026-05-02',
      })
      const [first, second] = [
        await invited(article, { fullName: 'Marta Lindqvist' }),
        await invited(article, { fullName: 'Tendai Moyo' }),
      ]
      await invited(article, { fullName: 'Yuki Tanabe' }, true)
      await agreed(journal.database, first.id)
      await reported(journal.database, first.id)
      await agreed(journal.database, second.id, { declares: 'We were at school together.' })
      await call('PUT', `${article.id}/screening`, { similarityPercent: 12, aiPercent: 0 })

      const view = await seen(article)
      expect(view).toMatchObject({
        stage: 'reviewing',
        receivedOn: '2026-05-02',
        promisedOn: '2026-06-13',
        editor: { fullName: 'Samina Farooqi' },
        isYours: true,
        article: { titleText: 'Stomatal closure precedes leaf rolling in Pennisetum glaucum', isPublished: false },
        checks: { titleWords: 8, similarityPercent: 12, aiPercent: 0 },
        possibleDecisions: ['accept', 'minor', 'major', 'decline'],
        undo: null,
      })
      expect(view.authors.map((one: { role: string }) => one.role)).toEqual(['Corresponding Author', 'Author'])
      expect(view.versions).toMatchObject([{ number: 1, reply: null, files: [{ name: 'manuscript-secret.docx' }] }])
      expect(view.assignments).toMatchObject([
        {
          reviewer: { fullName: 'Marta Lindqvist' },
          state: 'submitted',
          report: { recommendation: 'minor', isReleased: false },
        },
        {
          reviewer: { fullName: 'Tendai Moyo' },
          state: 'invited',
          conflictText: 'We were at school together.',
          conflicts: [{ found: 'declared', text: 'We were at school together.', waivedBy: null }],
          report: null,
        },
        { reviewer: { fullName: 'Yuki Tanabe' }, state: 'standby' },
      ])
      expect(view.acceptanceConcerns).toHaveLength(1)
      const said = view.history.map(({ text }: { text: string }) => text)
      expect(said).toContain('Marta Lindqvist invited to review')
      expect(said).toContain('Report of Marta Lindqvist arrived')
      expect(said).toContain('Yuki Tanabe on standby')
      expect(said[0]).toBe('Checked')
    })

    test('says until when a decision can be undone, and what was undone', async () => {
      const article = await aManuscript()
      await invited(article)
      const decision = await decided(journal.database, callerFor(editor.user), article.id, 'minor', {
        exceptionReason: 'A note of two pages.',
        releases: [],
      })
      const view = await seen(article)
      expect(view.undo.decisionId).toBe(decision.id)
      expect(Date.parse(view.undo.until) - Date.parse(decision.decided_at)).toBe(600_000)
      expect(view).toMatchObject({
        stage: 'revising',
        possibleDecisions: [],
        decisions: [{ kind: 'minor', isUndone: false }],
      })
    })

    test('is read in as many queries with nine reviewers as with two', async () => {
      const count = async (reviewers: number): Promise<number> => {
        const article = await aManuscript()
        for (let at = 0; at < reviewers; at++) {
          const one = await invited(article)
          await agreed(journal.database, one.id)
          await reported(journal.database, one.id)
        }
        const queries = await watchQueries(journal.database, ({ db }) =>
          readCase(db, callerFor(editor.user), journal.resources.addressHashes, article.id),
        )
        return queries.length
      }
      const few = await count(2)
      expect(await count(9)).toBe(few)
      expect(few).toBeLessThan(46)
    })

    test('warns of the same file, the same title, and what was declined before', async () => {
      const title = `Leaf rolling of ${newId()} landraces`
      const content = Buffer.from(`%PDF-1.4 ${newId()}`)
      const other = await anArticle(journal.database, { title: 'Entirely different words here', manuscripts: [] })
      const article = await aManuscript({ title })
      const twin = await aManuscript({ title })
      for (const { id } of [article, other]) {
        const file = await aFile(journal.database, { content })
        await journal.database.db
          .insertInto('article_files')
          .values({ article_id: id, file_id: file.id, kind: 'manuscript', position: 7, version_id: null })
          .execute()
      }
      const declined = await aManuscript({ title: 'Something older and shorter' })
      await decided(journal.database, callerFor(editor.user), declined.id, 'decline', {
        exceptionReason: 'A note of two pages.',
        releases: [],
      })
      const { duplicates } = (await seen(article)).checks
      expect(duplicates).toContainEqual(expect.objectContaining({ articleId: other.id, why: 'file', isPublic: true }))
      expect(duplicates).toContainEqual(expect.objectContaining({ articleId: twin.id, why: 'title', isPublic: false }))
      expect(duplicates).toContainEqual(expect.objectContaining({ articleId: declined.id, why: 'declined' }))

      // A guest learns of public articles only.
      const guest = await aSignedIn(journal)
      await call('POST', `${article.id}/guest-editors`, { email: guest.user.email })
      const forGuest = (await seen(article, guest)).checks.duplicates
      expect(forGuest.map((one: { articleId: string }) => one.articleId)).toEqual([other.id])
    })

    test('is opened for an article without one, by editors who are not among its authors', async () => {
      const article = await anArticle(journal.database, {
        state: 'pending',
        submitter: null,
        received_on: '2026-03-01',
      })
      expect((await call('POST', article.id, {}, author)).status).toBe(403)
      const opened = await Promise.all([1, 2].map(() => call('POST', article.id, {})))
      expect(opened.map(({ status }) => status).toSorted()).toEqual([201, 409])
      expect(await seen(article)).toMatchObject({
        stage: 'screening',
        receivedOn: '2026-03-01',
        promisedOn: '2026-04-12',
      })
      expect((await call('POST', `${article.id}/messages`, { text: 'Hello' })).status).toBe(409)

      const writes = await aSignedIn(journal, { role: 'admin' })
      const own = await anArticle(journal.database, { state: 'pending', submitter: writes.user })
      expect((await call('POST', own.id, {}, writes)).status).toBe(403)
      expect(
        await journal.database.db.selectFrom('review_cases').where('article_id', '=', own.id).selectAll().execute(),
      ).toEqual([])
      const published = await anArticle(journal.database)
      expect((await call('POST', published.id, {})).status).toBe(409)
    })
  })

  describe('a reviewer', () => {
    const of = (article: ArticleRow, assignment: { id: string }, verb: string) =>
      `${article.id}/assignments/${assignment.id}/${verb}`

    test('of another case is not found', async () => {
      const [one, other] = [await aManuscript(), await aManuscript()]
      const assignment = await invited(other)
      expect((await call('POST', of(one, assignment, 'cancellation'), {})).status).toBe(404)
    })

    test('is cancelled once', async () => {
      const article = await aManuscript()
      const assignment = await invited(article)
      const answers = await Promise.all([1, 2].map(() => call('POST', of(article, assignment, 'cancellation'), {})))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(await emails('reviewer-cancelled', article.id)).toHaveLength(1)
    })

    test('on standby, or who has declined, is invited', async () => {
      const article = await aManuscript()
      const assignment = await invited(article, {}, true)
      expect((await call('POST', of(article, assignment, 'invitation'), {})).status).toBe(200)
      expect((await call('POST', of(article, assignment, 'invitation'), {})).status).toBe(409)
      await journal.database.transaction(async (tx) => declineToReview(tx, await lockAssignment(tx, assignment.id)))
      expect((await call('POST', of(article, assignment, 'invitation'), {})).status).toBe(200)
      // The first has not been sent yet.
      expect(await emails('reviewer-invitation', article.id)).toHaveLength(1)
    })

    test('gets the invitation at another address, and old links end', async () => {
      const article = await aManuscript()
      const assignment = await invited(article, { emails: [`wrong-${newId()}@moss.test`] })
      await journal.database.db
        .insertInto('review_links')
        .values({
          token_hash: newId(),
          assignment_id: assignment.id,
          co_reviewer_id: null,
          email: assignment.email,
          created_at: '2026-01-01T00:00:00.000Z',
          revoked_at: null,
          last_used_at: null,
        })
        .execute()
      const email = `right-${newId().toLowerCase()}@moss.test`
      for (let times = 0; times < 2; times++) {
        expect((await call('PUT', of(article, assignment, 'address'), { email })).status).toBe(200)
      }
      expect(await emails('reviewer-invitation', article.id)).toMatchObject([{ recipient: email }])
      const [link] = await journal.database.db
        .selectFrom('review_links')
        .selectAll()
        .where('assignment_id', '=', assignment.id)
        .execute()
      expect(link!.revoked_at).not.toBeNull()
      expect((await seen(article)).assignments[0]).toMatchObject({ email, state: 'invited' })

      const author = await call('PUT', of(article, assignment, 'address'), { email: 'corresponding@plants.test' })
      expect(author).toMatchObject({ status: 400, body: { errors: { email: expect.stringMatching(/author/) } } })
      const other = await invited(article)
      const taken = await call('PUT', of(article, assignment, 'address'), { email: other.email })
      expect(taken.status).toBe(400)
    })

    test('who has lapsed can be reached at another address', async () => {
      const article = await aManuscript()
      const assignment = await invited(article)
      await journal.database.transaction(async (tx) =>
        lapseInvitation(tx, await lockAssignment(tx, assignment.id), new Date().toISOString()),
      )
      const email = `${newId().toLowerCase()}@moss.test`
      expect((await call('PUT', of(article, assignment, 'address'), { email })).status).toBe(200)
      expect(await emails('reviewer-invitation', article.id)).toMatchObject([{ recipient: email }])
    })

    test('gets a fresh link, once however often one clicks', async () => {
      const article = await aManuscript()
      const assignment = await invited(article)
      for (let times = 0; times < 3; times++) {
        expect((await call('POST', of(article, assignment, 'link'), { forwarded: times > 0 })).status).toBe(200)
      }
      expect(await emails('reviewer-link', article.id)).toHaveLength(1)
      const standby = await invited(article, {}, true)
      expect((await call('POST', of(article, standby, 'link'), {})).status).toBe(409)
    })

    test('gets another date', async () => {
      const article = await aManuscript()
      const assignment = await invited(article)
      const dueOn = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
      const extend = (day: string) => call('PUT', of(article, assignment, 'due-date'), { dueOn: day })
      expect((await extend(dueOn)).status).toBe(409)
      await agreed(journal.database, assignment.id)
      for (const day of ['2026-01-01', '2190-01-01', 'soon']) expect((await extend(day)).status, day).toBe(400)
      for (let times = 0; times < 2; times++) expect((await extend(dueOn)).status).toBe(200)
      expect((await seen(article)).assignments[0]).toMatchObject({ dueOn })
      expect(await emails('reviewer-report-due', article.id)).toHaveLength(1)
    })

    test('is sent messages, which the case and the page of the link keep', async () => {
      const article = await aManuscript()
      const assignment = await invited(article)
      const write = (text: string) => call('POST', of(article, assignment, 'messages'), { text })
      expect((await write(' ')).status).toBe(400)
      expect((await write('Would a shorter report help?')).status).toBe(201)
      // Sent again, it is the same message.
      expect((await write('Would a shorter report help?')).status).toBe(201)
      expect((await write('Or another week?')).status).toBe(201)
      expect((await seen(article)).assignments[0].messages).toMatchObject([
        { by: 'Samina Farooqi', text: 'Would a shorter report help?' },
        { by: 'Samina Farooqi', text: 'Or another week?' },
      ])
      const { messages } = await openReview(journal.database.db, {
        ...{ assignmentId: assignment.id, coReviewerId: null, linkHash: '' },
      })
      expect(messages.map(({ text }) => text)).toEqual(['Would a shorter report help?', 'Or another week?'])
      // Both in one email, of which the author sees nothing.
      expect(await emails('reviewer-message', article.id)).toMatchObject([{ recipient: assignment.email }])
      const own = await journal.send('GET', `/manuscripts/${article.id}`, undefined, { as: author })
      expect(JSON.stringify(own.body)).not.toContain('another week')
      const audit = await auditOf(article.id)
      expect(audit.filter(({ action }) => action === 'article.write-to-reviewer')).toHaveLength(2)
      expect(JSON.stringify(audit)).not.toContain('week')
      const standby = await invited(article, {}, true)
      expect((await call('POST', of(article, standby, 'messages'), { text: 'Soon?' })).status).toBe(409)
      await journal.database.transaction((tx) => eraseFromCases(tx, { id: assignment.reviewer_id, emails: [] }))
      expect((await write('Are you there?')).status).toBe(409)
      expect((await seen(article)).assignments[0].messages).toEqual([])
    })

    test('is reminded at most once a day, and never once the report has come', async () => {
      const article = await aManuscript()
      const assignment = await invited(article)
      const remind = () => call('POST', of(article, assignment, 'reminder'), {})
      const answers = await Promise.all([1, 2].map(remind))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body.message).toBe(REMINDED_TODAY)
      expect((await seen(article)).assignments[0].remindedAt).not.toBeNull()
      expect(await emails('reviewer-reminder', article.id)).toHaveLength(1)
      await agreed(journal.database, assignment.id)

      const yesterday = new Date(Date.now() - DAY_MS).toISOString()
      await journal.database.db
        .updateTable('review_reminders')
        .set({ sent_at: yesterday, step: `by an editor ${yesterday.slice(0, 10)} +0` })
        .where('subject_id', '=', assignment.id)
        .execute()
      expect((await remind()).status).toBe(200)
      expect((await remind()).body.message).toBe(REMINDED_TODAY)
      expect(await emails('reviewer-report-due', article.id)).toHaveLength(1)
      await journal.database.db.deleteFrom('review_reminders').where('subject_id', '=', assignment.id).execute()
      await reported(journal.database, assignment.id)
      expect((await remind()).body.message).toBe(NOTHING_TO_REMIND_OF)
      const standby = await invited(article, {}, true)
      expect((await call('POST', of(article, standby, 'reminder'), {})).status).toBe(409)
      expect(JSON.stringify(await auditOf(article.id))).not.toContain(assignment.email)
    })

    test('clarifies a report', async () => {
      const article = await aManuscript()
      const assignment = await invited(article)
      const ask = () => call('POST', of(article, assignment, 'clarification'), { text: 'Which plot?' })
      expect((await ask()).status).toBe(409)
      await agreed(journal.database, assignment.id)
      await reported(journal.database, assignment.id)
      expect((await ask()).status).toBe(200)
      expect((await ask()).status).toBe(409)
      expect((await seen(article)).assignments[0]).toMatchObject({ state: 'agreed', clarifyText: 'Which plot?' })
      expect(await emails('reviewer-clarify', article.id)).toHaveLength(1)
    })

    test('has a report entered for them, in the editor’s name', async () => {
      const article = await aManuscript()
      const assignment = await invited(article)
      const enter = (report: object) => call('POST', of(article, assignment, 'report'), report)
      expect((await enter(ENTERED)).status).toBe(409)
      // As long as one that the reviewer writes.
      expect((await enter({ ...ENTERED, toAuthors: '蘭'.repeat(REPORT_TEXT_MAX) })).status).toBe(409)
      expect((await enter({ ...ENTERED, toAuthors: '蘭'.repeat(REPORT_TEXT_MAX + 1) })).status).toBe(400)
      await agreed(journal.database, assignment.id)
      expect((await enter({ ...ENTERED, answers: { question: 'yes' } })).status).toBe(400)
      expect((await enter({ ...ENTERED, toAuthors: '  ' })).body.errors.toAuthors).toMatch(/Please enter/)
      const answers = await Promise.all([1, 2].map(() => enter(ENTERED)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
      expect((await seen(article)).assignments[0].report).toMatchObject({
        enteredBy: 'Samina Farooqi',
        toAuthors: 'By email: sound.',
      })
      expect(await emails('reviewer-report-entered', article.id)).toHaveLength(1)
    })

    test('who has declared a conflict of interest counts only once it is waived', async () => {
      const article = await aManuscript()
      const assignment = await invited(article)
      const waive = () =>
        call('POST', `${article.id}/conflicts/${assignment.reviewer_id}/waiver`, { reason: 'Ten years ago' })
      expect((await waive()).status).toBe(409)
      await agreed(journal.database, assignment.id, { declares: 'A joint paper' })
      expect((await waive()).status).toBe(200)
      expect((await waive()).status).toBe(409)
      await reported(journal.database, assignment.id)
      expect((await seen(article)).acceptanceConcerns[0]).toMatch(/there is one/)
      expect((await seen(article)).assignments[0].conflicts).toMatchObject([
        { found: 'declared', waivedBy: 'Samina Farooqi', waivedReason: 'Ten years ago' },
      ])
    })

    test('works with a colleague whom the editor allows, and who is no author', async () => {
      const article = await aManuscript()
      const assignment = await invited(article)
      await agreed(journal.database, assignment.id)
      const asked = async (email: string) => {
        const id = newId()
        await journal.database.db
          .insertInto('co_reviewers')
          .values({
            id,
            assignment_id: assignment.id,
            full_name: 'Co Worker',
            email,
            orcid: null,
            state: 'asked',
            conflict_text: null,
            confirmed_at: null,
            created_at: '2026-05-01T00:00:00.000Z',
          })
          .execute()
        return id
      }
      const answer = (id: string, verb: string) => call('POST', `${article.id}/co-reviewers/${id}/${verb}`, {})
      const helper = await asked('helper@moss.test')
      expect((await answer(helper, 'approval')).status).toBe(200)
      expect((await answer(helper, 'approval')).status).toBe(409)
      expect(await emails('co-reviewer-invitation', article.id)).toMatchObject([{ recipient: 'helper@moss.test' }])
      expect((await answer(await asked('corresponding@plants.test'), 'approval')).status).toBe(400)
      expect((await answer(await asked('third@moss.test'), 'refusal')).status).toBe(200)
      expect(
        (await seen(article)).assignments[0].coReviewers.map((one: { state: string }) => one.state).toSorted(),
      ).toEqual(['asked', 'invited', 'refused'])
    })

    test('who asks to work with a colleague is the next step until an answer, or the end of the assignment', async () => {
      const endings: [string, (article: ArticleRow, assignment: AssignmentRow, id: string) => Promise<unknown>][] = [
        ['allowed', ({ id: at }, _one, id) => call('POST', `${at}/co-reviewers/${id}/approval`, {})],
        ['refused', ({ id: at }, _one, id) => call('POST', `${at}/co-reviewers/${id}/refusal`, {})],
        ['cancelled', (article, one) => call('POST', of(article, one, 'cancellation'), {})],
        ['reported', (article, one) => call('POST', of(article, one, 'report'), ENTERED)],
        [
          'erased',
          () =>
            journal.database.transaction((tx) => eraseFromCases(tx, { id: UNKNOWN, emails: ['colleague@moss.test'] })),
        ],
      ]
      for (const [name, end] of endings) {
        const article = await aManuscript()
        const assignment = await invited(article)
        await invited(article)
        await agreed(journal.database, assignment.id)
        const id = newId()
        await journal.database.db
          .insertInto('co_reviewers')
          .values({
            ...{ id, assignment_id: assignment.id, full_name: 'Co Worker', email: 'colleague@moss.test', orcid: null },
            ...{ state: 'asked', conflict_text: null, confirmed_at: null, created_at: '2026-05-01T00:00:00.000Z' },
          })
          .execute()
        expect((await seen(article)).next.action, name).toBe('answer-co-review')
        await end(article, assignment, id)
        expect((await seen(article)).next.action, name).not.toBe('answer-co-review')
      }
    })

    test('is in no entry of the log by name or address', async () => {
      const article = await aManuscript()
      const assignment = await invited(article, { fullName: 'Verity Unnamed', emails: ['verity@unnamed.test'] })
      await call('PUT', of(article, assignment, 'address'), { email: 'new@unnamed.test' })
      await agreed(journal.database, assignment.id)
      await call('POST', of(article, assignment, 'link'), { forwarded: true })
      await call('PUT', of(article, assignment, 'due-date'), {
        dueOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      })
      await call('POST', of(article, assignment, 'report'), ENTERED)
      await call('POST', of(article, assignment, 'clarification'), { text: 'Verity, which plot?' })
      await call('POST', of(article, assignment, 'cancellation'), {})
      const entries = await auditOf(article.id)
      expect(entries.length).toBeGreaterThan(6)
      expect(JSON.stringify(entries)).not.toMatch(/verity|unnamed/i)
      expect((await seen(article)).history.some(({ text }: { text: string }) => text.includes('Verity Unnamed'))).toBe(
        true,
      )
    })
  })

  describe('authors', () => {
    test('get a message once, however often one clicks', async () => {
      const article = await aManuscript()
      for (let times = 0; times < 2; times++) {
        expect((await call('POST', `${article.id}/messages`, { text: 'Please send Table 2.' })).status).toBe(201)
      }
      expect(await emails('author-message', article.id)).toMatchObject([{ recipient: author.user.email }])
      expect((await seen(article)).messages).toMatchObject([
        { from: 'editor', by: 'Samina Farooqi', text: 'Please send Table 2.' },
      ])
      expect((await call('POST', `${article.id}/messages`, { text: ' \n ' })).status).toBe(400)
    })

    test('learn why an editor has withdrawn a manuscript', async () => {
      const article = await aManuscript()
      await invited(article)
      const withdraw = (reason: string) => call('POST', `${article.id}/withdrawal`, { reason })
      expect((await withdraw('')).status).toBe(400)
      expect((await withdraw('Published elsewhere')).status).toBe(200)
      expect((await withdraw('Published elsewhere')).status).toBe(409)
      expect(await seen(article)).toMatchObject({ stage: 'withdrawn', withdrawReason: 'Published elsewhere' })
      expect((await call('PUT', `${article.id}/screening`, { similarityPercent: 1, aiPercent: 0 })).status).toBe(409)
    })

    test('get a late report by an act of its own, after the letter', async () => {
      const article = await aManuscript()
      const [inTime, late] = [await invited(article), await invited(article)]
      for (const one of [inTime, late]) await agreed(journal.database, one.id)
      const early = await reported(journal.database, inTime.id)
      const decision = await decided(journal.database, callerFor(editor.user), article.id, 'minor', {
        exceptionReason: 'A note of two pages.',
        releases: [],
      })
      const report = await reported(journal.database, late.id)
      const forward = (reportId: string, more: object = {}) =>
        call('POST', `${article.id}/reports/${reportId}/release`, {
          text: report.to_authors,
          note: 'It came late.',
          ...more,
        })
      expect((await forward(early.id)).status).toBe(409)
      expect((await forward(early.id, { text: '蘭'.repeat(REPORT_TEXT_MAX) })).status).toBe(409)
      expect((await forward(early.id, { text: '蘭'.repeat(REPORT_TEXT_MAX + 1) })).status).toBe(400)
      expect(await forward(report.id)).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/letter/) },
      })

      // A copy that names the reviewer in its text is never for the authors.
      const [original, copy] = [await aFile(journal.database), await aFile(journal.database)]
      await journal.database.db
        .insertInto('review_files')
        .values({
          ...{ id: original.id, assignment_id: late.id, report_id: report.id, file_id: original.id },
          ...{ cleaned_file_id: copy.id, held_back: 'It is signed.', created_at: report.submitted_at },
        })
        .execute()

      // The same eleven minutes later: decisions are never changed, so the clock is.
      const later = new Date(Date.parse(decision.decided_at) + 11 * 60_000)
      const RealDate = Date
      const act = (input: { text: string; changeReason: string | null }) =>
        journal.database.transaction((tx) =>
          forwardLateReport(tx, callerFor(editor.user), {
            id: article.id,
            reportId: report.id,
            note: 'It came late.',
            files: [original.id],
            ...input,
          }),
        )
      globalThis.Date = class extends RealDate {
        constructor(...given: []) {
          super(...((given.length ? given : [later.getTime()]) as []))
        }
        static override now = () => later.getTime()
      } as DateConstructor
      try {
        await expect(act({ text: 'Kinder words', changeReason: null })).rejects.toMatchObject({ kind: 'invalid' })
        await act({ text: report.to_authors, changeReason: null })
        await expect(act({ text: report.to_authors, changeReason: null })).rejects.toMatchObject({ kind: 'conflict' })
      } finally {
        globalThis.Date = RealDate
      }
      const released = await journal.database.db
        .selectFrom('report_releases')
        .select('cleaned_file_id')
        .where('report_id', '=', report.id)
        .execute()
      expect(released).toEqual([{ cleaned_file_id: null }])
      const view = await seen(article)
      const shown = view.assignments.find(({ id }: { id: string }) => id === late.id)
      expect(shown.report).toMatchObject({ isReleased: true, lateAt: expect.any(String) })
      expect(view.messages).toMatchObject([{ text: 'It came late.' }])
      expect((await auditOf(article.id)).at(-1)).toMatchObject({ action: 'article.forward-report' })
    })
  })

  describe('the manuscript', () => {
    const withFiles = async (...texts: string[]) => {
      const article = await aManuscript({ manuscripts: [] })
      const view = await seen(article)
      const versionId = view.versions[0].id as string
      const files: string[] = []
      for (const [position, text] of texts.entries()) {
        const file = await aFile(journal.database, {
          name: `version-${position}.txt`,
          mediaType: 'text/plain',
          content: Buffer.from(text),
          store: journal.resources.store,
        })
        await journal.database.db
          .insertInto('article_files')
          .values({ article_id: article.id, file_id: file.id, kind: 'manuscript', position, version_id: versionId })
          .execute()
        files.push(file.id)
      }
      return { article, versionId, files }
    }

    test('is read as text, and two of them are compared', async () => {
      const { article, versionId, files } = await withFiles(
        'Leaves open.\n\nRoots grow.',
        'Leaves close.\n\nRoots grow.',
      )
      const path = (version: string, file: string) => `${article.id}/versions/${version}/files/${file}/text`
      expect((await call('GET', path(versionId, files[0]!))).body).toMatchObject({
        paragraphs: [{ text: 'Leaves open.' }, { text: 'Roots grow.' }],
        words: 4,
      })
      expect((await call('GET', path(UNKNOWN, files[0]!))).status).toBe(404)
      const elsewhere = await withFiles('Another manuscript.')
      expect((await call('GET', path(versionId, elsewhere.files[0]!))).status).toBe(404)
      const compared = await call('GET', `${article.id}/comparison/${files[0]}/${files[1]}`)
      expect(compared.body.paragraphs[0]).toMatchObject({
        isChanged: true,
        runs: [{ kind: 'same' }, { kind: 'removed' }, { kind: 'added' }],
      })
    })

    test('that cannot be read says why', async () => {
      const article = await aManuscript({ manuscripts: [] })
      const versionId = (await seen(article)).versions[0].id as string
      const file = await aFile(journal.database, { content: Buffer.from('no PDF'), store: journal.resources.store })
      await journal.database.db
        .insertInto('article_files')
        .values({ article_id: article.id, file_id: file.id, kind: 'manuscript', position: 0, version_id: versionId })
        .execute()
      const text = await call('GET', `${article.id}/versions/${versionId}/files/${file.id}/text`)
      expect(text).toMatchObject({ status: 200, body: { unavailable: expect.stringMatching(/Open the file/) } })
    })
  })
})
