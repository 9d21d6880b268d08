import { beforeAll, describe, expect, test } from 'vitest'
import { aReviewer, aSignedIn, aUser, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type Answer, type TestJournal } from '../../../../tests/support/databases.ts'
import {
  aCase,
  agreed,
  asCaller,
  decided,
  invited,
  reported,
  withReports,
} from '../../../../tests/support/review-builders.ts'
import { acceptanceConcerns } from '../../../contract/rules/peer-review/independence.ts'
import { reportsForAcceptance } from '../cases/reports-for-acceptance.ts'
import { newId, now } from '../../../platform/ids.ts'

const ORCIDS = ['0000-0002-1825-0097', '0000-0001-5109-3700'] as const
const DAYS = { replyDays: 7, reportDays: 14 }

describe('the same person under another name or address', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    const db = () => journal.database.db
    const invite = (id: string, person: object, more: object = {}): Promise<Answer> =>
      journal.post(`/cases/${id}/invitations`, { ...DAYS, invite: [{ person, ...more }] }, { as: admin })
    const typing = async (id: string, person: object) =>
      (
        await journal.post(
          `/cases/${id}/conflicts`,
          { fullName: '', email: '', affiliation: '', ...person },
          { as: admin },
        )
      ).body
    const assignments = (id: string) =>
      db().selectFrom('review_assignments').selectAll().where('article_id', '=', id).orderBy('rank').execute()
    let made = 0
    /** A case with one reviewer, known by this name and address. */
    async function withMarta(more: Parameters<typeof aReviewer>[1] = {}) {
      const article = await aCase(journal.database)
      const email = `marta.kowalska${++made}@uw.edu.pl`
      const reviewer = await aReviewer(journal.database, {
        ...{ fullName: 'Marta Kowalska', affiliation: 'University of Warsaw', emails: [email], ...more },
      })
      const [assignment] = await withReports(journal.database, asCaller(admin), article.id, { reviewers: [reviewer] })
      return { id: article.id, reviewer, email, assignment: assignment! }
    }
    const elsewhere = (more: object = {}) => ({
      ...{ fullName: 'Marta Kowalska', email: `mk-${newId().toLowerCase()}@kew.test`, affiliation: 'Kew', ...more },
    })

    test.each([
      ['in another order', { fullName: 'Kowalska, Marta' }],
      ['in capitals', { fullName: 'KOWALSKA Marta Anna' }],
      ['with initials, at the same university', { fullName: 'M. Kowalska', affiliation: 'University of Warsaw' }],
    ])('is warned of while typing and when inviting, and needs a reason: a name %s', async (_how, more) => {
      const { id } = await withMarta()
      const sentence = 'May be Marta Kowalska, who has been asked to review this manuscript: the names are alike'
      const person = elsewhere(more)
      const { warnings, needsReason, whyNot } = await typing(id, person)
      expect([warnings, needsReason, whyNot]).toEqual([[sentence], true, null])
      const unseen = await invite(id, person)
      expect([unseen.status, unseen.body.message]).toEqual([
        409,
        `Please look at ${person.fullName} again: ${sentence}.`,
      ])
      const unexplained = await invite(id, person, { despite: true })
      expect([unexplained.status, unexplained.body.errors]).toEqual([
        400,
        { 'invite.0.waive': `Please give your reason for inviting ${person.fullName} anyway` },
      ])
      expect(await assignments(id)).toHaveLength(1)
      const sent = await invite(id, person, { despite: true, waive: 'They are two people: I know both.' })
      expect(sent.status, sent.text).toBe(201)
      const kept = await db().selectFrom('conflicts').selectAll().where('article_id', '=', id).execute()
      expect(kept).toMatchObject([
        { kind: 'same-reviewer', waived_by: admin.user.id, waived_reason: 'They are two people: I know both.' },
      ])
    })

    test('counts as one in two reports, unless the editor has written down why they are two', async () => {
      const concerns = async (id: string) => acceptanceConcerns(await reportsForAcceptance(db(), id), 2)
      const { id } = await withMarta()
      // As they were invited before this was compared.
      const other = await aReviewer(journal.database, {
        ...elsewhere(),
        emails: [`m-${newId().toLowerCase()}@kew.test`],
      })
      await withReports(journal.database, asCaller(admin), id, { reviewers: [other] })
      expect(await concerns(id)).toEqual([
        'The journal promises 2 independent reports before a manuscript is accepted; there is one.',
        expect.stringMatching(/^The reports of reviewers [A-Z] and [A-Z] may be by one person, and count once\.$/),
      ])
      await expect(decided(journal.database, asCaller(admin), id, 'accept')).rejects.toThrow(/Please give the reason/)

      const { id: explained } = await withMarta()
      await invite(explained, elsewhere(), { despite: true, waive: 'Two people.' })
      const second = (await assignments(explained)).find(({ state }) => state === 'invited')!
      await agreed(journal.database, second.id)
      await reported(journal.database, second.id)
      expect(await concerns(explained)).toEqual([])
    })

    test.each([
      ['an address with something after a plus', (email: string) => email.replace('@', '+journals@'), {}],
      ['the ORCID iD', () => `new-${newId().toLowerCase()}@kew.test`, { orcid: ORCIDS[0] }],
    ])('is the known reviewer and keeps the label in the next round: by %s', async (_by, address, more) => {
      await db().updateTable('reviewers').set({ orcid: null }).where('orcid', '=', ORCIDS[0]).execute()
      const { id, reviewer, email, assignment } = await withMarta('orcid' in more ? { orcid: ORCIDS[0] } : {})
      const person = elsewhere({ fullName: 'Kowalska Marta', email: address(email), ...more })
      const { known, whyNot } = await typing(id, person)
      expect(known).toMatchObject({ reviewerId: reviewer.id, fullName: 'Marta Kowalska' })
      expect(whyNot).toBe('Has sent a report.')
      await invite(id, person, { despite: true, waive: 'I insist' })
      expect(await assignments(id)).toHaveLength(1)

      await db().updateTable('review_rounds').set({ closed_at: now() }).where('article_id', '=', id).execute()
      const sent = await invite(id, person)
      expect(sent.status, sent.text).toBe(201)
      const again = (await assignments(id)).find(({ state }) => state === 'invited')!
      expect([again.reviewer_id, again.label, again.source]).toEqual([reviewer.id, assignment.label, 'earlier'])
      expect(again.email).toBe('orcid' in more ? person.email : email)
      // Sent twice, it is one invitation.
      expect((await invite(id, person)).status).toBe(201)
      expect((await assignments(id)).filter(({ state }) => state === 'invited')).toHaveLength(1)
    })

    test('is the known reviewer by an account that has confirmed the new address', async () => {
      const account = await aUser(journal.database, { email: `own-${newId().toLowerCase()}@kew.test` })
      await db().updateTable('users').set({ email_confirmed_at: now() }).where('id', '=', account.id).execute()
      const { id, reviewer } = await withMarta()
      await db().updateTable('reviewers').set({ user_id: account.id }).where('id', '=', reviewer.id).execute()
      expect((await typing(id, elsewhere({ email: account.email }))).known).toMatchObject({ reviewerId: reviewer.id })
    })

    test('cannot be chosen twice in one invitation, nor kept as a second record', async () => {
      const { id } = await aCase(journal.database)
      const two = (one: object, other: object) =>
        journal.post(
          `/cases/${id}/invitations`,
          { ...DAYS, invite: [{ person: one }, { person: other }] },
          { as: admin },
        )
      const ola = { fullName: 'Ola Nord', email: 'ola.nord@gmail.com' }
      const same = await two(ola, { fullName: 'Nord Ola', email: 'olanord+x@googlemail.com' })
      expect([same.status, same.body.message]).toEqual([400, 'Nord Ola is chosen twice'])
      const likely = await two(ola, { fullName: 'Nord, Ola', email: 'other@kew.test' })
      expect([likely.status, likely.body.message]).toEqual([
        400,
        'Nord, Ola may be Ola Nord, who is chosen too: the names are alike. If they are two people, please invite one after the other.',
      ])
      const form = (email: string) => ({ fullName: 'Ola Nord', emails: [email] })
      expect((await journal.post('/reviewers', form('ola.nord@gmail.com'), { as: admin })).status).toBe(201)
      const second = await journal.post('/reviewers', form('ola.nord+2@gmail.com'), { as: admin })
      expect([second.status, second.body.message]).toEqual([409, 'ola.nord@gmail.com already belongs to Ola Nord'])
    })

    test('is compared with colleagues who help, with editors and with those who have decided', async () => {
      const { id, assignment } = await withMarta()
      await db()
        .insertInto('co_reviewers')
        .values({
          ...{ id: newId(), assignment_id: assignment.id, full_name: 'Ana Fern', email: 'ana.fern@gmail.com' },
          ...{ orcid: ORCIDS[1], state: 'confirmed', conflict_text: null, confirmed_at: now(), created_at: now() },
        })
        .execute()
      const whyNot = async (person: object) => (await typing(id, person)).whyNot
      const helps = 'Is Ana Fern, whom Marta Kowalska has named as a colleague'
      expect(await whyNot({ email: 'anafern+x@gmail.com' })).toBe(`${helps}: the email addresses are alike.`)
      expect(await whyNot({ fullName: 'Ana Fern', orcid: ORCIDS[1] })).toBe(`${helps}: the same ORCID iD.`)
      expect((await typing(id, { fullName: 'Fern Ana', email: 'x@y.test' })).warnings).toEqual([
        'May be Ana Fern, whom Marta Kowalska has named as a colleague: the names are alike',
      ])
      const decider = await aUser(journal.database, { fullName: 'Petra Stein', role: 'admin' })
      await decided(journal.database, { userId: decider.id, role: 'admin', sessionId: 'x' }, id, 'major')
      expect(await whyNot({ email: decider.email })).toBe('Edits this manuscript, or has done so.')
      expect(await whyNot({ email: admin.user.email.replace('@', '+x@') })).toBe(
        'Edits this manuscript, or has done so.',
      )
      expect((await typing(id, { fullName: 'STEIN Petra', email: 'p@kew.test' })).warnings).toEqual([
        'May be Petra Stein, an editor of this manuscript: the names are alike',
      ])
    })

    test.each<[string, object, object]>([
      ['with the family name first', { full_name: 'Kowalska, Marta' }, {}],
      ['in capitals', { full_name: 'KOWALSKA Marta' }, {}],
      ['by an initial', { full_name: 'M. Kowalska' }, {}],
      ['without accents', { full_name: 'Lukasz Zak' }, { fullName: 'Łukasz Żak' }],
      [
        'by another address of the mailbox',
        { full_name: 'Someone', email: 'mk+old@kew.test' },
        { email: 'mk@kew.test' },
      ],
      ['by the ORCID iD alone', { full_name: 'A rival', reason: `See ${ORCIDS[1]}` }, { orcid: ORCIDS[1] }],
      ['by the institution', { full_name: 'Anybody at the University of Lund' }, { affiliation: 'University of Lund' }],
    ])('is recognised as opposed by the authors: %s', async (_how, opposed, person) => {
      const { id } = await aCase(journal.database)
      const suggestion = async (kind: 'oppose' | 'suggest') =>
        db()
          .insertInto('reviewer_suggestions')
          .values({
            ...{ id: newId(), article_id: id, position: 0, full_name: '', email: null, affiliation: '', kind },
            ...{ source: 'author', reason: '', assignment_id: null, created_at: now(), used_at: null, ...opposed },
          })
          .execute()
      await suggestion('oppose')
      const typed = { ...elsewhere(), ...person }
      expect((await typing(id, typed)).warnings).toEqual([
        expect.stringMatching(/^The authors ask you not to invite them/),
      ])
      const sent = await invite(id, typed, { despite: true })
      expect([sent.status, sent.body.message]).toEqual([
        400,
        `The authors ask you not to invite ${typed.fullName}: please give your reason`,
      ])
      expect((await typing(id, { fullName: 'Anna Kowalska', email: 'anna@far.test' })).warnings).toEqual([])
    })

    test('suggested by the authors counts as theirs, whichever order the name is typed in', async () => {
      const { id } = await aCase(journal.database)
      await db()
        .insertInto('reviewer_suggestions')
        .values({
          ...{ id: newId(), article_id: id, position: 0, full_name: 'Kowalska, Marta', email: 'mk@gmail.com' },
          ...{ affiliation: '', kind: 'suggest', source: 'author', reason: '', assignment_id: null },
          ...{ created_at: now(), used_at: null },
        })
        .execute()
      await invite(id, elsewhere())
      expect(await assignments(id)).toMatchObject([{ source: 'author' }])
    })

    test('a new address of a reviewer who takes part is not that of someone else on the case', async () => {
      const { id, assignment } = await withMarta()
      const [other] = await invited(journal.database, asCaller(admin), id, { count: 1 })
      const move = (email: string) =>
        journal.put(`/cases/${id}/assignments/${other!.id}/address`, { email }, { as: admin })
      const refused = await move(assignment.email.replace('@', '+two@'))
      expect([refused.status, refused.text.includes('Marta Kowalska')]).toEqual([400, true])
      expect((await move(admin.user.email)).status).toBe(400)
      expect((await move(`fresh-${newId().toLowerCase()}@kew.test`)).status).toBe(200)
    })
  })
})
