import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle, aReviewer, aSignedIn, aUser, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, watchQueries, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, agreed, asCaller, decided, reported } from '../../../../tests/support/review-builders.ts'
import { CASE_EDITORS_ONLY } from '../../../contract/rules/peer-review/case-policy.ts'
import { NEVER_AGAIN } from '../../../contract/api/reviewers.ts'
import type { Candidates, InvitationCandidate } from '../../../contract/api/invitations.ts'
import { declineToReview } from '../cases/respond.ts'
import { reportsForAcceptance } from '../cases/reports-for-acceptance.ts'
import { newId, now } from '../../../platform/ids.ts'
import { rememberNeverToAsk } from '../reviewers/address-hashes.ts'
import { saveReviewerWords } from '../reviewers/words.ts'
import { listCandidates } from './candidates.ts'
import { lockAssignment } from '../cases/assignments.ts'

/** However many people there are: those of the ranking, and those of the case and its rounds. */
const QUERIES = 32
const ORCID = '0000-0002-1825-0097'

describe('inviting reviewers', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin', email: 'ada@journal.test' })
    })
    const db = () => journal.database.db
    const DAYS = { replyDays: 7, reportDays: 14 }
    const send = (id: string, invite: object[], more: object = {}, as: SignedIn = admin) =>
      journal.post(`/cases/${id}/invitations`, { ...DAYS, invite, ...more }, { as })
    const candidates = async (id: string, { q = '', as = admin } = {}): Promise<Candidates> => {
      const { status, body, text } = await journal.get(`/cases/${id}/candidates?q=${q}`, { as })
      expect(status, text).toBe(200)
      return body
    }
    const named = ({ candidates: all }: Candidates, id: string): InvitationCandidate =>
      all.find(({ reviewerId }) => reviewerId === id)!
    const assignments = (id: string) =>
      db().selectFrom('review_assignments').selectAll().where('article_id', '=', id).orderBy('rank').execute()
    const person = (more: object = {}) => ({
      fullName: 'Sara Lund',
      email: `${newId().toLowerCase()}@lund.test`,
      affiliation: 'Lund University',
      ...more,
    })
    const suggestion = async (articleId: string, more: object = {}) => {
      const row = {
        ...{ id: newId(), article_id: articleId, position: 0, full_name: 'Sug Gested', affiliation: 'Uppsala' },
        ...{ email: `${newId().toLowerCase()}@sug.test`, kind: 'suggest' as const, source: 'author' as const },
        ...{ assignment_id: null, reason: '', created_at: now(), used_at: null },
        ...more,
      }
      await db().insertInto('reviewer_suggestions').values(row).execute()
      return row
    }
    const aGuest = async (articleId: string) => {
      const guest = await aSignedIn(journal)
      await db()
        .insertInto('case_editors')
        .values({
          ...{ article_id: articleId, user_id: guest.user.id, is_guest: 1, since: now() },
          ...{ recused_at: null, reason: null },
        })
        .execute()
      return guest
    }

    test('invites two with a standby; the email, the log and the case say so', async () => {
      const { id } = await aCase(journal.database)
      const known = await aReviewer(journal.database, { emails: ['marta@lund.test', 'marta@home.test'] })
      const standby = await aReviewer(journal.database)
      const { status, body, text } = await send(
        id,
        [{ reviewerId: known.id, email: 'marta@home.test' }, { person: person({ orcid: ORCID }) }],
        { standby: [{ reviewerId: standby.id }], message: '  Your work is close to it.  ' },
      )
      expect([status, body], text).toEqual([
        201,
        { message: '2 reviewers invited, 1 on standby', invited: 2, standby: 1 },
      ])
      const rows = await assignments(id)
      expect(rows.map(({ state, source }) => [state, source])).toEqual([
        ['invited', 'editor'],
        ['invited', 'editor'],
        ['standby', 'editor'],
      ])
      expect(rows[0]).toMatchObject({ email: 'marta@home.test', message: 'Your work is close to it.' })
      const added = await journal.get(`/reviewers/${rows[1]!.reviewer_id}`, { as: admin })
      expect(added.body).toMatchObject({ fullName: 'Sara Lund', orcid: ORCID, emails: [{ vouched: true }] })

      // Neither the log nor the outbox knows a name or an address of a reviewer, but for whom an email is.
      const log = await db().selectFrom('audit_entries').selectAll().execute()
      const outbox = await db().selectFrom('outbox').selectAll().where('article_id', '=', id).execute()
      expect(outbox.map(({ kind, recipient }) => [kind, recipient])).toEqual([
        ['reviewer-invitation', 'marta@home.test'],
        ['reviewer-invitation', rows[1]!.email],
      ])
      const written = JSON.stringify([log, outbox.map(({ data }) => data)])
      for (const secret of ['Sara Lund', 'Linnea Moss', '@lund.test', '@home.test', '@moss.test', ORCID]) {
        expect(written).not.toContain(secret)
      }
      expect(await db().selectFrom('review_cases').select('editor_id').where('article_id', '=', id).execute()).toEqual([
        { editor_id: admin.user.id },
      ])
      expect((await candidates(id)).takingPart.map(({ state, words }) => [state, words.slice(0, 10)])).toEqual([
        ['invited', 'Invited on'],
        ['invited', 'Invited on'],
        ['standby', 'On standby'],
      ])
      expect(await candidates(id)).toMatchObject({ wanted: 0, standbyWanted: 1, round: 1, hasReviewers: true })
    })

    test('shows the very email before it is sent', async () => {
      const { id } = await aCase(journal.database, { title: 'Roots of <i>Zea</i>' })
      const given = { person: person({ fullName: 'Ida Kew' }), message: 'You know Zea.\n\nPlease look at figure 2.' }
      const shown = await journal.post(`/cases/${id}/invitations/preview`, { ...DAYS, ...given }, { as: admin })
      expect(shown.status, shown.text).toBe(200)
      await send(id, [{ person: given.person }], { message: given.message })
      const emails = await journal.get('/emails', { as: admin })
      const sent = emails.body.data.find(({ recipient }: { recipient: string }) => recipient === shown.body.to)
      expect({ subject: shown.body.subject, text: shown.body.text }).toEqual({ subject: sent.subject, text: sent.text })
      expect(shown.body.text).toContain('Dear Ida Kew')
      expect(shown.body.text).toContain('Please look at figure 2.')
      // Signed by the editor, and in the open what matters to a reviewer.
      expect(shown.body.text).toMatch(new RegExp(`Kind regards,\\s+${admin.user.full_name}, Editor`))
      expect(shown.body.text).toContain('Authors learn your name only if you sign a report that is published.')
      expect(shown.body.text).toContain('your report may be published with it')
      expect(shown.body.text).not.toMatch(/\/review#\w/)
    })

    test('is for the editors of the case alone, guests included, and never for its authors or the recused', async () => {
      const author = await aSignedIn(journal, { role: 'admin' })
      const { id } = await aCase(journal.database, { submitter: author.user })
      const recused = await aSignedIn(journal, { role: 'admin' })
      await db()
        .insertInto('case_editors')
        .values({
          ...{ article_id: id, user_id: recused.user.id, is_guest: 0, since: now() },
          ...{ recused_at: now(), reason: 'Colleague' },
        })
        .execute()
      const guest = await aGuest(id)
      const other = await aGuest((await aCase(journal.database)).id)
      const calls = (target: string, as: SignedIn) => [
        journal.get(`/cases/${target}/candidates`, { as }),
        journal.post(`/cases/${target}/conflicts`, { fullName: 'A', email: '', affiliation: '' }, { as }),
        journal.post(`/cases/${target}/invitations/preview`, { ...DAYS, person: person() }, { as }),
        send(target, [{ person: person() }], {}, as),
      ]
      for (const as of [author, recused, other, await aSignedIn(journal)]) {
        const real = await Promise.all(calls(id, as))
        const none = await Promise.all(calls('nosuchcase', await aSignedIn(journal)))
        for (const [index, { status, text, body }] of real.entries()) {
          expect([status, body.message]).toEqual([403, CASE_EDITORS_ONLY])
          expect(text).toBe(none[index]!.text)
        }
      }
      expect(await assignments(id)).toEqual([])
      for (const { status, text } of await Promise.all(calls(id, guest))) expect(status, text).toBeLessThan(300)
      // Nobody reviews what they edit.
      const self = await journal.post(
        `/cases/${id}/conflicts`,
        { fullName: 'Me', email: guest.user.email, affiliation: '' },
        { as: guest },
      )
      expect(self.body.whyNot).toBe('Edits this manuscript, or has done so.')
      const refused = await send(id, [{ person: person({ email: guest.user.email }) }], {}, guest)
      expect([refused.status, refused.body.message]).toEqual([
        400,
        'Sara Lund cannot be invited. Edits this manuscript, or has done so.',
      ])
    })

    test('warns before inviting of what is shared with authors; an author is impossible', async () => {
      const author = { full_name: 'Nasreen Baloch', email: 'nasreen@bzu.test', orcid: '0000-0001-5109-3700' }
      const { id } = await aCase(journal.database, {
        contributors: [{ ...author, role: 'Corresponding Author', affiliation: 'Bahauddin Zakariya University' }],
      })
      await anArticle(journal.database, {
        title: 'Together',
        published_at: now(),
        contributors: [author, { full_name: 'Joint Writer', email: 'joint@far.test' }],
      })
      const submitter = await db()
        .selectFrom('articles')
        .innerJoin('users', 'users.id', 'submitter_id')
        .select('users.email')
        .where('articles.id', '=', id)
        .executeTakeFirstOrThrow()
      const another = await aSignedIn(journal, { role: 'admin', email: `${newId().toLowerCase()}@chief.test` })
      const typed = async (more: object) =>
        (
          await journal.post(
            `/cases/${id}/conflicts`,
            { fullName: 'Some One', email: '', affiliation: '', ...more },
            { as: admin },
          )
        ).body
      for (const [more, sentence] of [
        [{ affiliation: 'Department of Botany, Bahauddin Zakariya University' }, 'Same university as Nasreen Baloch'],
        [{ email: 'x@bzu.test' }, 'Email address at bzu.test, like Nasreen Baloch'],
        [{ email: 'joint@far.test' }, `Joint article with Nasreen Baloch, ${new Date().getUTCFullYear()}`],
        [{ email: another.user.email }, 'Is an editor of this journal'],
      ] as const) {
        expect((await typed(more)).warnings).toEqual([sentence])
        const someone = person({
          fullName: 'Some One',
          affiliation: '',
          email: `${newId().toLowerCase()}@x.test`,
          ...more,
        })
        const unseen = await send(id, [{ person: someone }])
        expect([unseen.status, unseen.body.message]).toEqual([409, `Please look at Some One again: ${sentence}.`])
        expect(Object.keys(unseen.body.errors)).toEqual(['invite.0'])
      }
      for (const more of [{ orcid: author.orcid }, { email: 'Nasreen@BZU.test' }, { email: submitter.email }]) {
        expect((await typed(more)).whyNot).toMatch(/Authors cannot review their own manuscript/)
        const refused = await send(id, [{ person: person(more), despite: true, waive: 'I insist' }])
        expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/cannot be invited/)])
      }
      expect(await assignments(id)).toEqual([])
    })

    test('a conflict makes a report dependent unless it is waived with a reason', async () => {
      const { id } = await aCase(journal.database)
      const at = (n: number) => person({ fullName: `At ${n}`, email: `at-${n}-${newId().toLowerCase()}@plants.test` })
      const sent = await send(id, [
        { person: at(1), despite: true },
        { person: at(2), despite: true, waive: 'Different campus' },
      ])
      expect(sent.status, sent.text).toBe(201)
      const rows = await assignments(id)
      for (const { id: assignment } of rows) {
        await agreed(journal.database, assignment)
        await reported(journal.database, assignment)
      }
      const reports = await reportsForAcceptance(db(), id)
      expect(new Map(reports.map(({ reviewerId, conflict }) => [reviewerId, conflict]))).toEqual(
        new Map([
          [rows[0]!.reviewer_id, true],
          [rows[1]!.reviewer_id, false],
        ]),
      )
      const kept = await db().selectFrom('conflicts').selectAll().where('article_id', '=', id).execute()
      expect(kept.every(({ kind, found }) => kind === 'email-domain' && found === 'computed')).toBe(true)
      const waivers = await db()
        .selectFrom('audit_entries')
        .select('after')
        .where('subject', '=', id)
        .where('action', '=', 'article.waive-conflict')
        .execute()
      expect(waivers.map(({ after }) => JSON.parse(after!) as object)).toEqual([{ reviewerId: rows[1]!.reviewer_id }])
      expect(kept.find(({ waived_at }) => waived_at !== null)).toMatchObject({
        waived_by: admin.user.id,
        waived_reason: 'Different campus',
      })
    })

    test('refuses anyone who asked never to be invited, was erased, is chosen twice or takes part', async () => {
      const { id } = await aCase(journal.database)
      const never = await aReviewer(journal.database, { fullName: 'Never Again' })
      await journal.put(`/reviewers/${never.id}/never-ask`, { neverAsk: true }, { as: admin })
      await journal.database.transaction((tx) =>
        rememberNeverToAsk(tx, journal.resources.addressHashes, ['gone@away.test']),
      )
      const erased = await aReviewer(journal.database)
      await journal.post(`/reviewers/${erased.id}/erase`, {}, { as: admin })
      const one = await aReviewer(journal.database, {
        emails: ['one@ways.test', 'two@ways.test'],
        fullName: 'Two Ways',
      })
      const refused = async (status: number, message: string, ...given: Parameters<typeof send>) => {
        const { status: got, body, text } = await send(...given)
        expect([got, body.message], text).toEqual([status, message])
        expect(
          await db()
            .selectFrom('reviewers')
            .select('id')
            .where('full_name', '=', 'Sara Lund')
            .where('created_at', '>', started)
            .execute(),
        ).toEqual([])
      }
      const started = now()
      const good = { person: person() }
      await refused(400, 'Never Again cannot be invited. Has asked never to be invited again.', id, [
        good,
        { reviewerId: never.id },
      ])
      await refused(400, `Gone Away cannot be invited. ${NEVER_AGAIN}`, id, [
        good,
        { person: person({ fullName: 'Gone Away', email: 'gone@away.test' }) },
      ])
      await refused(404, 'Reviewer not found', id, [good, { reviewerId: erased.id }])
      await refused(404, 'Suggestion not found', id, [good, { suggestionId: 'nosuch' }])
      await refused(400, 'Two Ways is chosen twice', id, [good, { reviewerId: one.id }], {
        standby: [{ person: person({ fullName: 'Two Ways', email: 'two@ways.test' }) }],
      })
      await refused(409, 'one@ways.test already belongs to Two Ways', id, [
        good,
        { person: person({ fullName: 'Someone Else', email: 'one@ways.test' }) },
      ])
      await refused(400, 'This is not an address of Two Ways', id, [
        good,
        { reviewerId: one.id, email: 'three@ways.test' },
      ])
      expect((await send(id, [{ reviewerId: one.id }])).status).toBe(201)
      const again = await send(id, [good, { reviewerId: one.id }])
      expect([again.status, again.body.message]).toEqual([
        409,
        expect.stringMatching(/^Two Ways already takes part in this round: Invited on .*, no answer yet\.$/),
      ])
      for (const days of [{ replyDays: 2 }, { replyDays: 15 }, { reportDays: 6 }, { reportDays: 22 }]) {
        expect((await send(id, [good], days)).status).toBe(400)
      }
      expect((await send(id, [])).body.message).toBe('Please choose at least one person to invite')
      expect(await assignments(id)).toHaveLength(1)
    })

    test('people who are away or opposed by the authors need a look, and opposition a reason', async () => {
      const { id } = await aCase(journal.database)
      const away = await aReviewer(journal.database, { fullName: 'Far Away', awayUntil: '2999-03-01' })
      const opposed = await aReviewer(journal.database, { fullName: 'Viktor Havel' })
      await suggestion(id, { kind: 'oppose', full_name: 'Viktor  HAVEL', email: null, reason: 'Disputed data' })
      const listed = await candidates(id)
      expect(named(listed, away.id).warnings).toEqual(['Away until March 1, 2999'])
      expect(named(listed, opposed.id)).toMatchObject({
        needsReason: true,
        warnings: ['The authors ask you not to invite them: “Disputed data”'],
      })
      expect((await send(id, [{ reviewerId: away.id }])).status).toBe(409)
      const unexplained = await send(id, [{ reviewerId: opposed.id, despite: true }])
      expect([unexplained.status, Object.keys(unexplained.body.errors)]).toEqual([400, ['invite.0.waive']])
      const sent = await send(id, [
        { reviewerId: away.id, despite: true },
        { reviewerId: opposed.id, despite: true, waive: 'The only expert' },
      ])
      expect(sent.status, sent.text).toBe(201)
      expect(
        await db().selectFrom('conflicts').select(['kind', 'waived_reason']).where('article_id', '=', id).execute(),
      ).toEqual([{ kind: 'other', waived_reason: 'The only expert' }])
    })

    test('whom the authors suggest stays their suggestion, however an editor names them', async () => {
      const { id } = await aCase(journal.database)
      const byName = await aReviewer(journal.database, { fullName: 'Known Already' })
      const one = await suggestion(id)
      await suggestion(id, { full_name: 'Known Already', position: 1 })
      const typed = await suggestion(id, { full_name: 'Typed Again', position: 2 })
      const other = await suggestion(id, { full_name: 'By Colleague', source: 'reviewer', position: 3 })
      const foreign = await suggestion((await aCase(journal.database)).id)
      expect((await candidates(id)).candidates.find(({ suggestionId }) => suggestionId === one.id)).toMatchObject({
        suggestedByAuthors: true,
        whyNot: null,
        reviewerId: null,
      })
      expect((await send(id, [{ suggestionId: foreign.id }])).status).toBe(404)
      const sent = await send(id, [
        { suggestionId: one.id },
        { reviewerId: byName.id },
        { person: person({ fullName: 'Typed Again', email: typed.email }) },
        { suggestionId: other.id },
      ])
      expect(sent.status, sent.text).toBe(201)
      const rows = await assignments(id)
      expect(rows.map(({ source }) => source)).toEqual(['author', 'author', 'author', 'reviewer'])
      const added = await journal.get(`/reviewers/${rows[0]!.reviewer_id}`, { as: admin })
      expect(added.body).toMatchObject({ fullName: 'Sug Gested', emails: [{ email: one.email, vouched: false }] })
      const used = await db()
        .selectFrom('reviewer_suggestions')
        .select('id')
        .where('article_id', '=', id)
        .where('used_at', 'is not', null)
        .execute()
      expect(used).toHaveLength(4)
    })

    test('sent twice, at once or later, invites nobody twice', async () => {
      const { id } = await aCase(journal.database)
      const known = await aReviewer(journal.database)
      const invitation = [
        [{ reviewerId: known.id }, { person: person() }],
        { standby: [{ person: person({ fullName: 'Ida Kew' }) }] },
      ] as const
      const answers = await Promise.all([
        send(id, [...invitation[0]], invitation[1]),
        send(id, [...invitation[0]], invitation[1]),
      ])
      answers.push(await send(id, [...invitation[0]], invitation[1]))
      for (const { status, body, text } of answers) expect([status, body], text).toEqual([201, answers[0]!.body])
      expect((await assignments(id)).map(({ state }) => state)).toEqual(['invited', 'invited', 'standby'])
      expect(await db().selectFrom('outbox').select('id').where('article_id', '=', id).execute()).toHaveLength(2)
      expect(await db().selectFrom('audit_entries').select('action').where('subject', '=', id).execute()).toEqual([
        { action: 'article.invite-reviewers' },
      ])
    })

    test('two editors at once have one live request for each reviewer, and the second is told in words', async () => {
      const second = await aSignedIn(journal, { role: 'admin' })
      for (let turn = 0; turn < 5; turn++) {
        const { id } = await aCase(journal.database)
        const [shared, mine, theirs] = await Promise.all([1, 2, 3].map(() => aReviewer(journal.database)))
        const answers = await Promise.all([
          send(id, [{ reviewerId: shared!.id }, { reviewerId: mine!.id }]),
          send(id, [{ reviewerId: shared!.id }, { reviewerId: theirs!.id }], {}, second),
        ])
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
        expect(answers.find(({ status }) => status === 409)!.body.message).toMatch(/already takes part in this round/)
        expect(await assignments(id)).toHaveLength(2)
      }
    })

    test('a new person invited to two manuscripts at once becomes one reviewer', async () => {
      for (let turn = 0; turn < 5; turn++) {
        const [one, two] = [await aCase(journal.database), await aCase(journal.database)]
        const same = person({ fullName: 'Only Once' })
        const answers = await Promise.all([one, two].map(({ id }) => send(id, [{ person: same }])))
        for (const { status, text } of answers) expect(status, text).toBe(201)
        const rows = await Promise.all([one, two].map(({ id }) => assignments(id)))
        expect(rows[0]![0]!.reviewer_id).toBe(rows[1]![0]!.reviewer_id)
      }
    })

    test('in the second round the reviewers of the first come first, with their labels', async () => {
      const { id } = await aCase(journal.database)
      const [one, two, three] = await Promise.all([1, 2, 3].map(() => aReviewer(journal.database)))
      const byAuthor = await suggestion(id)
      await send(id, [
        ...[one, two, three].map((reviewer) => ({ reviewerId: reviewer!.id })),
        { suggestionId: byAuthor.id },
      ])
      const first = await assignments(id)
      for (const row of [first[0]!, first[1]!, first[3]!]) {
        await agreed(journal.database, row.id)
        await reported(journal.database, row.id)
      }
      await journal.database.transaction(async (tx) => declineToReview(tx, await lockAssignment(tx, first[2]!.id)))
      await decided(journal.database, asCaller(admin), id, 'major')
      expect((await journal.get(`/cases/${id}/candidates`, { as: admin })).body.message).toMatch(/is being revised/)
      expect((await send(id, [{ person: person() }])).status).toBe(409)
      // What the authors suggested counts, although the suggestion itself is no longer known.
      await db()
        .updateTable('reviewer_suggestions')
        .set({ full_name: '', email: null })
        .where('id', '=', byAuthor.id)
        .execute()
      await db().updateTable('review_cases').set({ stage: 'reviewing' }).where('article_id', '=', id).execute()

      const listed = await candidates(id)
      expect(listed).toMatchObject({ round: 2, wanted: 2, takingPart: [] })
      const earlier = listed.candidates.filter(({ isEarlier }) => isEarlier)
      expect(earlier.map(({ reviewerId }) => reviewerId).sort()).toEqual(
        [first[0]!, first[1]!, first[3]!].map(({ reviewer_id }) => reviewer_id).sort(),
      )
      expect(listed.candidates.slice(0, 3)).toEqual(earlier)
      expect(earlier[0]!.reasons[0]).toBe('Has reviewed the earlier version')
      const preview = { ...DAYS, reviewerId: earlier[0]!.reviewerId }
      const shown = await journal.post(`/cases/${id}/invitations/preview`, preview, { as: admin })
      expect(shown.body.subject).toMatch(/^The revision of .* has arrived$/)
      const { label } = first.find(({ reviewer_id }) => reviewer_id === earlier[0]!.reviewerId)!
      expect(shown.body.text).toContain(`The authors know you as reviewer ${label}`)
      const sent = await send(
        id,
        earlier.map(({ reviewerId }) => ({ reviewerId })),
      )
      expect(sent.status, sent.text).toBe(201)
      const again = (await assignments(id)).filter(({ round_id }) => round_id !== first[0]!.round_id)
      for (const row of again) {
        const before = first.find(({ reviewer_id }) => reviewer_id === row.reviewer_id)!
        expect([row.state, row.label, row.source]).toEqual([
          'invited',
          before.label,
          before.source === 'author' ? 'author' : 'earlier',
        ])
      }
      const kinds = await db().selectFrom('outbox').select('kind').where('article_id', '=', id).execute()
      expect(kinds.filter(({ kind }) => kind === 'reviewer-second-round')).toHaveLength(3)
    })

    test('history counts leave out the cases from which the viewer is recused', async () => {
      const second = await aSignedIn(journal, { role: 'admin' })
      const own = await aCase(journal.database, { submitter: second.user })
      const other = await aCase(journal.database)
      const reviewer = await aReviewer(journal.database, { expertise: 'drought' })
      for (const { id } of [own, other]) {
        await send(id, [{ reviewerId: reviewer.id }])
      }
      const [toReport] = await assignments(own.id)
      await agreed(journal.database, toReport!.id)
      await reported(journal.database, toReport!.id)
      const { id } = await aCase(journal.database)
      expect(named(await candidates(id), reviewer.id).load).toEqual([
        '1 open invitation',
        expect.stringMatching(/^Last invited on/),
        'Usually replies the same day',
        '1 report, on time',
      ])
      const seen = named(await candidates(id, { as: second }), reviewer.id)
      expect(seen.load).toEqual(['1 open invitation', expect.stringMatching(/^Last invited on/)])
      expect(seen.reasons.join()).not.toContain('Has reviewed')
    })

    test('is listed with 500 reviewers in as many queries as with few', async () => {
      const { id } = await aCase(journal.database)
      const at = now()
      const ids = Array.from({ length: 500 }, () => newId())
      await journal.database.transaction(async (tx) => {
        const rows = ids.map((reviewer, number) => ({
          ...{ id: reviewer, full_name: `Many ${number}`, affiliation: '', orcid: null, expertise: 'roots, wheat' },
          ...{ user_id: null, away_until: null, do_not_ask_at: null, erased_at: null, created_at: at, updated_at: at },
        }))
        await tx.insertInto('reviewers').values(rows).execute()
        await tx
          .insertInto('reviewer_addresses')
          .values(
            ids.map((reviewer_id) => ({
              ...{ reviewer_id, position: 0, email: `${reviewer_id.toLowerCase()}@many.test` },
              ...{ vouched_by: null, created_at: at },
            })),
          )
          .execute()
        await saveReviewerWords(tx, ids)
      })
      await send(id, [{ reviewerId: ids[0] }, { reviewerId: ids[1] }])
      const queries = await watchQueries(journal.database, ({ db: watched }) =>
        listCandidates(watched, asCaller(admin), journal.resources.addressHashes, { id }),
      )
      expect(queries.length).toBeLessThanOrEqual(QUERIES)
      const { candidates: found } = await candidates(id, { q: 'many 49' })
      expect(found.map(({ fullName }) => fullName)).toContain('Many 499')
      expect((await candidates(id)).candidates.length).toBe(100)
    })

    test('tells whose address is being typed, and that they take part already', async () => {
      const { id } = await aCase(journal.database)
      const email = `${newId().toLowerCase()}@typed.test`
      const reviewer = await aReviewer(journal.database, { fullName: 'Typed Person', emails: [email] })
      const typed = async (more: object) =>
        (
          await journal.post(
            `/cases/${id}/conflicts`,
            { fullName: '', email: '', affiliation: '', ...more },
            { as: admin },
          )
        ).body
      expect(await typed({ email: email.slice(0, 4) })).toMatchObject({ known: null, warnings: [], whyNot: null })
      const known = { reviewerId: reviewer.id, fullName: 'Typed Person' }
      expect(await typed({ email: email.toUpperCase() })).toMatchObject({ known, whyNot: null })
      await send(id, [{ reviewerId: reviewer.id }])
      expect((await typed({ email })).whyNot).toMatch(/^Invited on .*, no answer yet\.$/)
      await aUser(journal.database)
    })
  })
})
