import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { aReviewer, aSignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type Answer, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, agreed, anEditor, decided, invited, reported } from '../../../../tests/support/review-builders.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { FRESH_LINK_SENT, NEWER_INVITATION } from '../../../contract/api/reviews.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { REVIEW_LINK_EXPIRED, REVIEW_LINK_NEEDED } from '../../../contract/rules/peer-review/review-link.ts'
import type { AssignmentState } from '../../../contract/rules/peer-review/stages.ts'
import type { Caller } from '../../../platform/call.ts'
import { makeReviewLink, revokeLinks } from '../cases/links.ts'
import { declineToReview, lapseInvitation } from '../cases/respond.ts'
import { undoDecision } from '../cases/decide.ts'
import { emailFacts } from '../cases/email-facts.ts'
import { cancelAssignment, inviteAssigned } from '../cases/invite.ts'
import { STATEMENT_COLUMNS } from '../../../platform/database/statement-columns.ts'
import { saveMaterial } from '../../publication/articles/declared-material.ts'
import { saveWorks } from '../../publication/articles/declared-works.ts'
import type { AssignmentRow } from '../../../platform/database/review-tables.ts'
import { newId, now } from '../../../platform/ids.ts'
import { lockAssignment } from '../cases/assignments.ts'

const inDays = (days: number) => addDays(dayOf(new Date()), days)
const NO_CONFLICT = { conflict: { answer: 'none' }, dueOn: inDays(14) }

describe('a review link', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let editor: Caller
    beforeAll(async () => {
      journal = await open()
      editor = await anEditor(journal.database)
    })

    const linkTo = ({ id, email }: Pick<AssignmentRow, 'id' | 'email'>, coReviewerId: string | null = null) =>
      journal.database
        .transaction((tx) => makeReviewLink(tx, 'http://journal.test', { assignmentId: id, coReviewerId, email }))
        .then((url) => url.split('#')[1]!)
    const ask = (secret: string, path: string, body: unknown = {}): Promise<Answer> =>
      journal.post(`/review/${path}`, body, { headers: { authorization: `Review ${secret}` } })

    /** A reviewer of a new case, in this state. */
    async function aReview(state: AssignmentState, { standby = 0 } = {}) {
      const { database } = journal
      const article = await aCase(database)
      const assignments = await invited(database, editor, article.id, { count: 1, standby })
      const [assignment] = assignments as [AssignmentRow]
      const { id } = assignment
      const secret = await linkTo(assignment)
      if (['agreed', 'submitted'].includes(state)) await agreed(database, id)
      if (state === 'submitted') await reported(database, id)
      if (state === 'declined')
        await database.transaction(async (tx) => declineToReview(tx, await lockAssignment(tx, id)))
      if (state === 'lapsed')
        await database.transaction(async (tx) => lapseInvitation(tx, await lockAssignment(tx, id), now()))
      if (state === 'cancelled')
        await database.transaction(async (tx) => cancelAssignment(tx, editor, await lockAssignment(tx, id)))
      return { article, assignment, secret, others: assignments.slice(1) }
    }
    const stored = (id: string) =>
      journal.database.db.selectFrom('review_assignments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const emailsAbout = async (assignmentId: string) => {
      const rows = await journal.database.db
        .selectFrom('outbox')
        .select(['kind', 'recipient', 'data'])
        .where('assignment_id', '=', assignmentId)
        .execute()
      return rows.map(({ kind }) => kind)
    }

    test('shows the invitation, and only what is needed to answer it', async () => {
      const { secret, article, assignment } = await aReview('invited')
      const { status, body, headers } = await ask(secret, 'open')
      expect(status).toBe(200)
      expect(headers['cache-control']).toBe('private, no-store')
      expect(body).toMatchObject({
        as: 'reviewer',
        state: 'invited',
        round: 1,
        title: article.title,
        files: [],
        earlier: null,
        editor: expect.stringMatching(/./),
        outcome: null,
        report: null,
        draft: null,
        replyDueOn: inDays(7),
        consent: { earliest: inDays(7), latest: inDays(21), proposed: inDays(14) },
      })
      expect(body.authors.map((author: { fullName: string }) => author.fullName)).toEqual([
        'Ayesha Malik',
        'Bruno Kovář',
      ])
      expect(body.address).toBe(`r…${assignment.email.slice(assignment.email.indexOf('@'))}`)
      const link = await journal.database.db
        .selectFrom('review_links')
        .select('last_used_at')
        .where('token_hash', '=', hash(secret))
        .executeTakeFirstOrThrow()
      expect(link.last_used_at).not.toBeNull()
    })

    test.each(['invited', 'agreed', 'submitted'] as const)('tells nothing that authors declare: %s', async (state) => {
      const { secret, article } = await aReview(state)
      const { db } = journal.database
      const said = Object.fromEntries(Object.values(STATEMENT_COLUMNS).map((column) => [column, 'declared-secret']))
      await db.updateTable('articles').set(said).where('id', '=', article.id).execute()
      await journal.database.transaction((tx) =>
        saveWorks(tx, article.id, {
          awards: [{ funder: 'declared-secret', ror: null, number: null, doi: null }],
          links: [
            { kind: 'code', relation: null, doi: null, accession: 'declared-secret', url: null, repository: null },
          ],
        }),
      )
      const voucher = { taxon: 'declared-secret', collector: 'x', number: '1', herbarium: 'K', sensitive: false }
      const none = { barcode: null, uri: null, country: null, locality: null, typeStatus: null }
      await journal.database.transaction((tx) =>
        saveMaterial(tx, article.id, {
          vouchers: [{ ...none, ...voucher }],
          permitDetails: [{ kind: 'other', number: '1', authority: 'declared-secret', country: 'x', on: '2026-01-01' }],
          newNames: [{ name: 'Rosa declared-secret', act: 'taxon', ipni: null }],
        }),
      )
      const answer = await ask(secret, 'open')
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain('declared-secret')
    })

    test('is refused alike if it is unknown, revoked or not one of ours', async () => {
      const { secret, assignment } = await aReview('invited')
      await journal.database.transaction((tx) => revokeLinks(tx, assignment.id))
      for (const unusable of [secret, 'x'.repeat(43), '']) {
        const answer = await ask(unusable, 'open')
        expect(answer.status).toBe(401)
        expect(answer.body.message).toBe(REVIEW_LINK_NEEDED)
      }
      const signedIn = await aSignedIn(journal)
      expect((await journal.post('/review/open', {}, { as: signedIn })).status).toBe(401)
    })

    /** What each call answers in each state: the state afterwards, or the status of the refusal. */
    const STATES = ['invited', 'agreed', 'submitted', 'declined', 'lapsed', 'cancelled'] as const
    const CALLS: [call: string, body: unknown, answers: Record<(typeof STATES)[number], AssignmentState | number>][] = [
      [
        'open',
        {},
        {
          invited: 'invited',
          agreed: 'agreed',
          submitted: 'submitted',
          declined: 'declined',
          lapsed: 'lapsed',
          cancelled: 'cancelled',
        },
      ],
      [
        'agree',
        NO_CONFLICT,
        { invited: 'agreed', agreed: 'agreed', submitted: 409, declined: 'agreed', lapsed: 'agreed', cancelled: 409 },
      ],
      [
        'decline',
        {},
        { invited: 'declined', agreed: 'declined', submitted: 409, declined: 'declined', lapsed: 409, cancelled: 409 },
      ],
      [
        'decline/details',
        { reason: 'time' },
        { invited: 409, agreed: 409, submitted: 409, declined: 'declined', lapsed: 409, cancelled: 409 },
      ],
      [
        'date',
        { dueOn: inDays(20) },
        { invited: 409, agreed: 'agreed', submitted: 409, declined: 409, lapsed: 409, cancelled: 409 },
      ],
      [
        'co-reviewers',
        { fullName: 'Ana Fern', email: 'ana@ferns.test' },
        { invited: 409, agreed: 'agreed', submitted: 409, declined: 409, lapsed: 409, cancelled: 409 },
      ],
      [
        'co-review',
        { answer: 'refuse' },
        { invited: 403, agreed: 403, submitted: 403, declined: 403, lapsed: 403, cancelled: 403 },
      ],
      ['certificate', {}, { invited: 409, agreed: 409, submitted: 200, declined: 409, lapsed: 409, cancelled: 409 }],
      ['calendar', {}, { invited: 409, agreed: 200, submitted: 409, declined: 409, lapsed: 409, cancelled: 409 }],
      ['not-me', {}, { invited: 200, agreed: 200, submitted: 200, declined: 200, lapsed: 200, cancelled: 200 }],
    ]
    const cells = CALLS.flatMap(([call, body, answers]) =>
      STATES.map((state) => ({ call, body, state, answer: answers[state] })),
    )
    test.each(cells)('$state: $call', async ({ call, body, state, answer }) => {
      const { secret, assignment } = await aReview(state)
      const before = await stored(assignment.id)
      const answered = await ask(secret, call, body)
      const after = await stored(assignment.id)
      if (typeof answer === 'number') {
        expect(answered.status, answered.text).toBe(answer)
        expect(after).toEqual(before)
      } else {
        expect(answered.status, answered.text).toBe(200)
        expect(answered.body.state).toBe(answer)
        expect(after.state).toBe(answer)
        // A second tap, or a second device, changes nothing more.
        const again = await ask(secret, call, body)
        expect(again.status, again.text).toBe(200)
        expect(await stored(assignment.id)).toEqual(after)
      }
    })

    test('agreeing and declining twice at the same moment counts once', async () => {
      const { secret, assignment, others } = await aReview('invited', { standby: 2 })
      const answers = await Promise.all([1, 2, 3].map(() => ask(secret, 'decline')))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect((await emailsAbout(assignment.id)).filter((kind) => kind === 'editor-reviewer-declined')).toHaveLength(1)
      // One place has become free, and one reviewer was invited from the standby list.
      const states = await Promise.all(others.map(({ id }) => stored(id)))
      expect(states.map(({ state }) => state)).toEqual(['invited', 'standby'])
      await Promise.all([1, 2, 3].map(() => ask(secret, 'agree', NO_CONFLICT)))
      expect((await emailsAbout(assignment.id)).filter((kind) => kind === 'reviewer-thanks')).toHaveLength(1)
    })

    describe('a reviewer is replaced once', () => {
      const standbyStates = async (others: readonly AssignmentRow[]) =>
        (await Promise.all(others.map(({ id }) => stored(id)))).map(({ state }) => state)

      test('however often one link declines and agrees after all', async () => {
        const { secret, assignment, others } = await aReview('invited', { standby: 3 })
        for (let time = 0; time < 3; time++) {
          expect((await ask(secret, 'decline')).status).toBe(200)
          expect(await standbyStates(others)).toEqual(['invited', 'standby', 'standby'])
          expect((await ask(secret, 'agree', NO_CONFLICT)).status).toBe(200)
        }
        expect((await stored(others[0]!.id)).replaces_assignment).toBe(assignment.id)
        // The one who was invited instead is replaced as well, once.
        await ask(await linkTo(others[0]!), 'decline')
        expect(await standbyStates(others)).toEqual(['declined', 'invited', 'standby'])
        expect((await stored(others[1]!.id)).replaces_assignment).toBe(others[0]!.id)
      })

      test('by anyone who did not answer in time, and then agrees and declines', async () => {
        const { secret, others } = await aReview('lapsed', { standby: 2 })
        expect(await standbyStates(others)).toEqual(['invited', 'standby'])
        await ask(secret, 'agree', NO_CONFLICT)
        await ask(secret, 'decline')
        expect(await standbyStates(others)).toEqual(['invited', 'standby'])
      })

      test('also if the editor asks them again, and they decline or do not answer', async () => {
        const { assignment, others } = await aReview('declined', { standby: 2 })
        const { database } = journal
        const { id } = assignment
        await database.transaction(async (tx) => inviteAssigned(tx, editor, await lockAssignment(tx, id)))
        await database.transaction(async (tx) => declineToReview(tx, await lockAssignment(tx, id)))
        await database.transaction(async (tx) => inviteAssigned(tx, editor, await lockAssignment(tx, id)))
        await database.transaction(async (tx) => lapseInvitation(tx, await lockAssignment(tx, id), now()))
        expect(await standbyStates(others)).toEqual(['invited', 'standby'])
      })

      test('also after a decision that was undone', async () => {
        const { secret, article, others } = await aReview('declined', { standby: 2 })
        await ask(secret, 'agree', NO_CONFLICT)
        const decision = await decided(journal.database, editor, article.id, 'decline')
        expect(await standbyStates(others)).toEqual(['cancelled', 'cancelled'])
        await journal.database.transaction((tx) =>
          undoDecision(tx, editor, { articleId: article.id, decisionId: decision.id }),
        )
        expect((await ask(secret, 'decline')).status).toBe(200)
        expect(await standbyStates(others)).toEqual(['invited', 'standby'])
      })

      test('by anyone who is put on standby later, if nobody was', async () => {
        const { secret, article } = await aReview('declined')
        const added = await invited(journal.database, editor, article.id, { count: 0, standby: 2 })
        for (let time = 0; time < 2; time++) {
          await ask(secret, 'agree', NO_CONFLICT)
          await ask(secret, 'decline')
        }
        expect(await standbyStates(added)).toEqual(['invited', 'standby'])
      })

      test('whatever two servers do at once, and the database itself refuses a second one', async () => {
        const { assignment, secret, others } = await aReview('invited', { standby: 3 })
        await Promise.all(
          Array.from({ length: 6 }, (_, at) => ask(secret, at % 2 ? 'agree' : 'decline', at % 2 ? NO_CONFLICT : {})),
        )
        expect(await standbyStates(others)).toEqual(['invited', 'standby', 'standby'])
        await expect(
          journal.database.db
            .updateTable('review_assignments')
            .set({ replaces_assignment: assignment.id })
            .where('id', '=', others[1]!.id)
            .execute(),
        ).rejects.toThrow(/unique/i)
      })

      test('and the editor is told by whom, also when it was long ago', async () => {
        const { assignment, others } = await aReview('declined', { standby: 1 })
        const facts = () =>
          emailFacts(
            journal.database.db,
            { articleId: assignment.article_id, assignmentId: assignment.id },
            { recipient: 'editor@plants.test' },
          )
        const { full_name } = await journal.database.db
          .selectFrom('reviewers')
          .select('full_name')
          .where('id', '=', others[0]!.reviewer_id)
          .executeTakeFirstOrThrow()
        expect((await facts())?.nextReviewer).toBe(full_name)
        // Rows of a server that does not know the column: only the times are the same.
        await journal.database.db
          .updateTable('review_assignments')
          .set({ replaces_assignment: null })
          .where('id', '=', others[0]!.id)
          .execute()
        expect((await facts())?.nextReviewer).toBe(full_name)
      })
    })

    test('agreeing needs an answer about interests, and a date of one to three weeks', async () => {
      const { secret, assignment } = await aReview('invited')
      expect((await ask(secret, 'agree', { dueOn: inDays(14) })).body.errors).toHaveProperty('conflict')
      const blank = { conflict: { answer: 'declared', text: '  ' }, dueOn: inDays(14) }
      expect((await ask(secret, 'agree', blank)).status).toBe(400)
      for (const days of [6, 22]) {
        const answer = await ask(secret, 'agree', { ...NO_CONFLICT, dueOn: inDays(days) })
        expect(answer.status).toBe(400)
        expect(answer.body.errors).toHaveProperty('dueOn')
      }
      expect((await ask(secret, 'agree', { ...NO_CONFLICT, dueOn: 'soon' })).status).toBe(400)
      expect((await stored(assignment.id)).state).toBe('invited')
      expect((await ask(secret, 'agree', { ...NO_CONFLICT, dueOn: inDays(21) })).body.dueOn).toBe(inDays(21))
    })

    test('a declared interest reaches the editor, and counts until it is waived', async () => {
      const { secret, assignment, article } = await aReview('invited')
      const declared = { conflict: { answer: 'declared', text: 'We shared a field site.' }, dueOn: inDays(14) }
      expect((await ask(secret, 'agree', declared)).body.conflict).toEqual(declared.conflict)
      expect(await emailsAbout(assignment.id)).toContain('editor-conflict-declared')
      const conflicts = journal.database.db.selectFrom('conflicts').selectAll().where('article_id', '=', article.id)
      expect(await conflicts.execute()).toMatchObject([
        { reviewer_id: assignment.reviewer_id, found: 'declared', kind: 'other', waived_at: null },
      ])
    })

    test('a refusal takes a reason, names and a wish not to be asked, and can be changed', async () => {
      const { secret, assignment, article } = await aReview('declined')
      const details = {
        reason: 'field',
        text: 'I work on mosses.',
        suggestions: [{ fullName: 'Ines Duarte', email: 'INES@duarte.test' }, { fullName: 'Jon Aske' }],
        neverAsk: true,
      }
      const { body } = await ask(secret, 'decline/details', details)
      expect(body.declined).toEqual({
        reason: 'field',
        text: 'I work on mosses.',
        suggestions: [
          { fullName: 'Ines Duarte', email: 'ines@duarte.test', affiliation: '' },
          { fullName: 'Jon Aske', email: '', affiliation: '' },
        ],
      })
      await ask(secret, 'decline/details', { ...details, suggestions: [{ fullName: 'Kai Brandt' }] })
      const suggestions = await journal.database.db
        .selectFrom('reviewer_suggestions')
        .select(['full_name', 'source', 'kind', 'assignment_id'])
        .where('article_id', '=', article.id)
        .where('source', '=', 'reviewer')
        .execute()
      expect(suggestions).toEqual([
        { full_name: 'Kai Brandt', source: 'reviewer', kind: 'suggest', assignment_id: assignment.id },
      ])
      const reviewer = await journal.database.db
        .selectFrom('reviewers')
        .select('do_not_ask_at')
        .where('id', '=', assignment.reviewer_id)
        .executeTakeFirstOrThrow()
      expect(reviewer.do_not_ask_at).not.toBeNull()
      const four = Array.from({ length: 4 }, () => ({ fullName: 'Kai Brandt' }))
      expect((await ask(secret, 'decline/details', { suggestions: four })).status).toBe(400)
      // 'I can after all': the reason is forgotten.
      expect((await ask(secret, 'agree', NO_CONFLICT)).body).toMatchObject({ state: 'agreed', declined: null })
      expect(await stored(assignment.id)).toMatchObject({ decline_reason: null, decline_text: null })
    })

    test('someone invited once more answers the newer invitation', async () => {
      const { secret, article, assignment } = await aReview('declined')
      const reviewers = [{ id: assignment.reviewer_id, fullName: '', email: assignment.email }]
      await invited(journal.database, editor, article.id, { reviewers })
      const answer = await ask(secret, 'agree', NO_CONFLICT)
      expect(answer.status).toBe(409)
      expect(answer.body.message).toBe(NEWER_INVITATION)
    })

    test('the date is moved once, by up to two weeks', async () => {
      const { secret, assignment } = await aReview('agreed')
      expect((await ask(secret, 'open')).body.later).toEqual({ earliest: inDays(15), latest: inDays(28) })
      for (const days of [13, 29]) expect((await ask(secret, 'date', { dueOn: inDays(days) })).status).toBe(400)
      expect((await ask(secret, 'date', { dueOn: inDays(28) })).body).toMatchObject({ dueOn: inDays(28), later: null })
      expect((await ask(secret, 'date', { dueOn: inDays(29) })).status).toBe(409)
      expect(await stored(assignment.id)).toMatchObject({ due_on: inDays(28), first_due_on: inDays(14) })
    })

    test('opens the files of its own version after agreeing, and no others', async () => {
      const { secret, article } = await aReview('invited')
      const other = await aReview('agreed')
      const { file_id } = await journal.database.db
        .selectFrom('article_files')
        .select('file_id')
        .where('article_id', '=', article.id)
        .executeTakeFirstOrThrow()
      expect((await ask(secret, `files/${file_id}/link`)).status).toBe(404)
      const { body } = await ask(secret, 'agree', NO_CONFLICT)
      expect(body.files).toMatchObject([{ id: file_id, version: 1 }])
      const link = await ask(secret, `files/${file_id}/link`)
      expect(link.body.url).toMatch(new RegExp(`^/files/${file_id}/.*[?]key=`))
      expect((await ask(other.secret, `files/${file_id}/link`)).status).toBe(404)
      await journal.resources.store.keep(file_id, Buffer.from(`%PDF-1.4\n% file ${file_id}\n`))
      expect((await ask(secret, `files/${file_id}/text`)).status).toBe(200)
      expect((await ask(other.secret, `files/${file_id}/text`)).status).toBe(404)
      await ask(secret, 'decline')
      expect((await ask(secret, `files/${file_id}/link`)).status).toBe(404)
    })

    test('after the decision has been sent it shows the outcome, with the reports under labels alone', async () => {
      const { database } = journal
      const article = await aCase(database)
      const [one, two] = (await invited(database, editor, article.id)) as [AssignmentRow, AssignmentRow]
      const [mine, theirs] = [await linkTo(one), await linkTo(two)]
      for (const { id } of [one, two]) await agreed(database, id).then(() => reported(database, id))
      const { body: before } = await ask(mine, 'open')
      expect(before.report).toMatchObject({ toAuthors: 'The question is well put.', round: 1, isLate: false })
      const { id } = await decided(database, editor, article.id, 'major')
      expect(await ask(mine, 'open')).toMatchObject({ body: { outcome: null } })
      await clockBack(id)
      const { body } = await ask(mine, 'open')
      expect(body.outcome).toMatchObject({ decision: 'major', letter: expect.stringContaining('Dear authors') })
      expect(body.outcome.reports).toHaveLength(2)
      expect(body.outcome.reports.filter((report: { isOwn: boolean }) => report.isOwn)).toMatchObject([
        { label: one.label },
      ])
      const text = JSON.stringify(body)
      const { full_name } = await database.db
        .selectFrom('reviewers')
        .select('full_name')
        .where('id', '=', two.reviewer_id)
        .executeTakeFirstOrThrow()
      for (const word of [full_name, two.email, two.id, two.reviewer_id]) expect(text).not.toContain(word)
      expect((await ask(theirs, 'open')).body.outcome.reports).toHaveLength(2)
    })

    /** As if a decision had been made before the time in which it can be undone: by undoing it and making it earlier. */
    async function clockBack(decisionId: string) {
      const { db } = journal.database
      const decision = await db
        .selectFrom('decisions')
        .selectAll()
        .where('id', '=', decisionId)
        .executeTakeFirstOrThrow()
      const [id, decided_at] = [newId(), new Date(Date.now() - 11 * 60_000).toISOString()]
      const undone = { ...decision, id: newId(), reverses_id: decisionId }
      await db
        .insertInto('decisions')
        .values([undone, { ...decision, id, decided_at }])
        .execute()
      const releases = await db
        .selectFrom('report_releases')
        .selectAll()
        .where('decision_id', '=', decisionId)
        .execute()
      await db
        .insertInto('report_releases')
        .values(releases.map((release) => ({ ...release, decision_id: id })))
        .execute()
    }

    test('a second round shows the own report and the authors’ reply, and nothing of other reviewers', async () => {
      const { database } = journal
      const article = await aCase(database)
      const [one, two] = (await invited(database, editor, article.id)) as [AssignmentRow, AssignmentRow]
      for (const { id } of [one, two]) await agreed(database, id).then(() => reported(database, id))
      await decided(database, editor, article.id, 'major')
      const versionId = newId()
      await database.db
        .insertInto('manuscript_versions')
        .values({
          ...{ id: versionId, article_id: article.id, number: 2, reply: 'We have recounted the roots.' },
          submitted_at: now(),
          submitted_by: null,
        })
        .execute()
      const roundId = newId()
      await database.db
        .insertInto('review_rounds')
        .values({
          id: roundId,
          article_id: article.id,
          number: 2,
          version_id: versionId,
          opened_at: now(),
          closed_at: null,
        })
        .execute()
      const fresh = await aReviewer(database)
      const again = { id: one.reviewer_id, fullName: '', email: one.email }
      const [second, newcomer] = (await invited(database, editor, article.id, { reviewers: [again, fresh] })) as [
        AssignmentRow,
        AssignmentRow,
      ]
      const { body } = await ask(await linkTo(second), 'open')
      expect(body).toMatchObject({
        round: 2,
        state: 'invited',
        report: null,
        files: [],
        earlier: {
          // The letter by which the authors reply to them.
          label: second.label,
          reports: [{ round: 1, toAuthors: 'The question is well put.' }],
          reply: 'We have recounted the roots.',
        },
      })
      expect(body.earlier.reports).toHaveLength(1)
      const { body: after } = await ask(await linkTo(second), 'agree', NO_CONFLICT)
      expect(after.files.map(({ version }: { version: number }) => version)).toEqual([1])
      expect((await ask(await linkTo(newcomer), 'open')).body.earlier).toBeNull()
    })

    test('a review that the decision has ended still takes the report of someone who had agreed', async () => {
      const { database } = journal
      const article = await aCase(database)
      const [one, two, three] = (await invited(database, editor, article.id, { count: 3 })) as [
        AssignmentRow,
        AssignmentRow,
        AssignmentRow,
      ]
      await agreed(database, one.id).then(() => reported(database, one.id))
      await agreed(database, two.id)
      await database.db
        .insertInto('review_drafts')
        .values({
          assignment_id: two.id,
          content: JSON.stringify({ toAuthors: 'Half a report.' }),
          revision: 1,
          saved_at: now(),
        })
        .execute()
      await decided(database, editor, article.id, 'minor')
      const { body } = await ask(await linkTo(two), 'open')
      expect(body).toMatchObject({
        state: 'cancelled',
        closeReason: 'decision',
        canReport: true,
        lateUntil: inDays(30),
      })
      expect(body.draft).toBe(`${plainTitle(article.title)}\n\nTo the authors\n\nHalf a report.\n`)
      const late = await linkTo(three)
      expect((await ask(late, 'open')).body).toMatchObject({
        canReport: false,
        lateUntil: null,
        consent: null,
        files: [],
      })
      const refused = await ask(late, 'agree', NO_CONFLICT)
      expect(refused.status).toBe(409)
      expect(refused.body.message).toBe('This review is no longer needed.')
    })

    test('thirty days after the end it has expired, and a fresh one works', async () => {
      const { secret, assignment } = await aReview('submitted')
      const past = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
      const { db } = journal.database
      await db
        .updateTable('review_rounds')
        .set({ closed_at: past(31) })
        .where('id', '=', assignment.round_id)
        .execute()
      await db
        .updateTable('review_links')
        .set({ created_at: past(40) })
        .where('assignment_id', '=', assignment.id)
        .execute()
      const answer = await ask(secret, 'open')
      expect(answer.status).toBe(401)
      expect(answer.body.message).toBe(REVIEW_LINK_EXPIRED)
      expect((await ask(await linkTo(assignment), 'open')).status).toBe(200)
    })

    test('a fresh link goes to the invited address alone, within limits, and the answer tells nothing', async () => {
      const { secret, assignment } = await aReview('invited')
      const { db } = journal.database
      await journal.database.transaction((tx) => revokeLinks(tx, assignment.id))
      await db
        .updateTable('review_assignments')
        .set({ email: 'moved@rabat.test' })
        .where('id', '=', assignment.id)
        .execute()
      const answers = [secret, secret, 'x'.repeat(43)].map((value) =>
        journal.post('/review/fresh-link', { secret: value }),
      )
      for (const { status, body } of await Promise.all(answers)) {
        expect(status).toBe(200)
        expect(body).toEqual({ message: FRESH_LINK_SENT })
      }
      const sent = db.selectFrom('outbox').select(['recipient', 'data']).where('kind', '=', 'reviewer-link')
      const emails = await sent.where('assignment_id', '=', assignment.id).execute()
      expect(emails.map(({ recipient }) => recipient)).toEqual(['moved@rabat.test'])
      expect(JSON.parse(emails[0]!.data)).toEqual({ articleId: assignment.article_id, assignmentId: assignment.id })
    })

    test('says once a day to the editor that it has reached someone else', async () => {
      const { secret, assignment } = await aReview('invited')
      await ask(secret, 'not-me')
      await ask(secret, 'not-me')
      const told = (await emailsAbout(assignment.id)).filter((kind) => kind === 'editor-link-astray')
      const administrators = await journal.database.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .execute()
      expect(told).toHaveLength(1)
      expect(administrators).toHaveLength(1)
      expect((await stored(assignment.id)).state).toBe('invited')
    })

    describe('for a colleague', () => {
      async function aColleague(state: 'invited' | 'confirmed' = 'invited') {
        const review = await aReview('agreed')
        const { body } = await ask(review.secret, 'co-reviewers', { fullName: 'Ana Fern', email: 'Ana@ferns.test' })
        expect(body.coReviewers).toEqual([{ fullName: 'Ana Fern', state: 'asked' }])
        const { id } = await journal.database.db
          .selectFrom('co_reviewers')
          .select('id')
          .where('assignment_id', '=', review.assignment.id)
          .executeTakeFirstOrThrow()
        // The editor has allowed it.
        await journal.database.db.updateTable('co_reviewers').set({ state }).where('id', '=', id).execute()
        return {
          ...review,
          coReviewerId: id,
          own: await linkTo({ id: review.assignment.id, email: 'ana@ferns.test' }, id),
        }
      }

      test('the editor is asked, and the colleague hears nothing before', async () => {
        const { secret, assignment } = await aReview('agreed')
        await ask(secret, 'co-reviewers', { fullName: 'Ana Fern', email: 'ana@ferns.test' })
        expect(await emailsAbout(assignment.id)).toContain('editor-co-review')
        const toColleague = journal.database.db
          .selectFrom('outbox')
          .select('id')
          .where('recipient', '=', 'ana@ferns.test')
        expect(await toColleague.execute()).toEqual([])
      })

      test('neither an author nor the reviewer can be named, nor more than three', async () => {
        const { secret, assignment } = await aReview('agreed')
        for (const email of [assignment.email, 'corresponding@plants.test', 'PRIVATE-author@plants.test']) {
          const answer = await ask(secret, 'co-reviewers', { fullName: 'Ana Fern', email })
          expect(answer.status, email).toBe(400)
          expect(answer.body.errors).toHaveProperty('email')
        }
        for (const at of [1, 2, 3]) {
          expect(
            (await ask(secret, 'co-reviewers', { fullName: 'Ana Fern', email: `ana${at}@ferns.test` })).status,
          ).toBe(200)
        }
        expect((await ask(secret, 'co-reviewers', { fullName: 'Ana Fern', email: 'ana4@ferns.test' })).status).toBe(409)
      })

      test('reads the manuscript after confirming, and does nothing that is the reviewer’s', async () => {
        const { own, assignment, coReviewerId } = await aColleague()
        const { body } = await ask(own, 'open')
        expect(body).toMatchObject({
          as: 'co-reviewer',
          name: 'Ana Fern',
          coReview: 'invited',
          files: [],
          message: null,
        })
        expect((await ask(own, 'co-review', { answer: 'confirm' })).status).toBe(400)
        const confirmed = await ask(own, 'co-review', { answer: 'confirm', conflict: { answer: 'none' } })
        expect(confirmed.body).toMatchObject({ coReview: 'confirmed', canReport: false, consent: null })
        expect(confirmed.body.files).toHaveLength(1)
        for (const [call, sent] of [
          ['agree', NO_CONFLICT],
          ['decline', {}],
          ['decline/details', {}],
          ['date', { dueOn: inDays(20) }],
          ['co-reviewers', { fullName: 'B', email: 'b@ferns.test' }],
        ] as const) {
          expect((await ask(own, call, sent)).status, call).toBe(403)
        }
        expect((await stored(assignment.id)).state).toBe('agreed')
        const refused = await ask(own, 'co-review', { answer: 'refuse' })
        expect(refused.body).toMatchObject({ coReview: 'refused', files: [] })
        const row = await journal.database.db
          .selectFrom('co_reviewers')
          .selectAll()
          .where('id', '=', coReviewerId)
          .executeTakeFirstOrThrow()
        expect(row).toMatchObject({ state: 'refused', confirmed_at: null })
      })

      test('a fresh link goes to the colleague', async () => {
        const { own } = await aColleague()
        await journal.post('/review/fresh-link', { secret: own })
        const sent = await journal.database.db
          .selectFrom('outbox')
          .select('recipient')
          .where('kind', '=', 'co-reviewer-invitation')
          .execute()
        expect(sent.map(({ recipient }) => recipient)).toContain('ana@ferns.test')
      })

      test('the certificate names the colleague', async () => {
        const { own, assignment } = await aColleague('confirmed')
        expect((await ask(own, 'certificate')).status).toBe(409)
        await reported(journal.database, assignment.id)
        const { body } = await ask(own, 'certificate')
        const pdf = await journal.app.inject({ url: body.url })
        expect(pdf.statusCode).toBe(200)
        expect(pdf.body).toMatch(/^%PDF-/)
      })
    })

    test('the certificate and the date for a calendar are downloaded by addresses that cannot be guessed', async () => {
      const { secret } = await aReview('agreed')
      const { body: calendar } = await ask(secret, 'calendar')
      const ics = await journal.app.inject({ url: calendar.url })
      expect(ics.headers).toMatchObject({
        'content-type': 'text/calendar; charset=utf-8',
        'cache-control': 'private, no-store',
      })
      expect(ics.body).toContain(`DTSTART;VALUE=DATE:${inDays(14).replaceAll('-', '')}`)
      const done = await aReview('submitted')
      const { body } = await ask(done.secret, 'certificate')
      const pdf = await journal.app.inject({ url: body.url })
      expect(pdf.headers['content-type']).toBe('application/pdf')
      const [address, key] = body.url.split('?key=')
      const others = [
        address,
        `${address}?key=x`,
        `${calendar.url.split('?')[0]}?key=${key}`,
        `${address}?key=${key}&key=${key}`,
      ]
      for (const url of others) expect((await journal.app.inject({ url })).statusCode, url).toBe(404)
    })

    describe('an account', () => {
      const confirmedAccount = async (email: string) => {
        const person = await aSignedIn(journal, { email })
        await journal.database.db
          .updateTable('users')
          .set({ email_confirmed_at: now() })
          .where('id', '=', person.user.id)
          .execute()
        return person
      }

      test('lists the reviews of its confirmed address, and opens each of them', async () => {
        const { assignment } = await aReview('invited')
        const other = await aReview('invited')
        const unconfirmed = await aSignedIn(journal, { email: assignment.email, confirmed: false })
        expect((await journal.get('/reviews/mine', { as: unconfirmed })).body).toEqual([])
        const path = `/reviews/mine/${assignment.id}/link`
        expect((await journal.post(path, {}, { as: unconfirmed })).status).toBe(404)
        await journal.database.db
          .updateTable('users')
          .set({ email_confirmed_at: now() })
          .where('id', '=', unconfirmed.user.id)
          .execute()
        const { body } = await journal.get('/reviews/mine', { as: unconfirmed })
        expect(body).toMatchObject([{ assignmentId: assignment.id, state: 'invited', round: 1, replyDueOn: inDays(7) }])
        const { body: link } = await journal.post(path, {}, { as: unconfirmed })
        expect((await ask(link.url.split('#')[1], 'open')).body.id).toBe(assignment.id)
        expect((await journal.post(`/reviews/mine/${other.assignment.id}/link`, {}, { as: unconfirmed })).status).toBe(
          404,
        )
      })

      test('that has the same name, but another address, lists nothing', async () => {
        const { assignment } = await aReview('invited')
        const { full_name } = await journal.database.db
          .selectFrom('reviewers')
          .select('full_name')
          .where('id', '=', assignment.reviewer_id)
          .executeTakeFirstOrThrow()
        const namesake = await confirmedAccount(`namesake-${assignment.id}@plants.test`)
        await journal.database.db.updateTable('users').set({ full_name }).where('id', '=', namesake.user.id).execute()
        expect((await journal.get('/reviews/mine', { as: namesake })).body).toEqual([])
      })

      test('does not list someone on standby', async () => {
        const { others } = await aReview('invited', { standby: 1 })
        const person = await confirmedAccount(others[0]!.email)
        expect((await journal.get('/reviews/mine', { as: person })).body).toEqual([])
      })
    })
  })
})

const hash = (secret: string) => createHash('sha256').update(secret).digest('hex')
