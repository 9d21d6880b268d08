import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aReviewer, aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import {
  aCase,
  asCaller,
  authorsConfirmed,
  decided,
  invited,
  withReports,
} from '../../../../tests/support/review-builders.ts'
import { lockCase } from '../cases/case-rows.ts'
import { inviteReviewers } from '../cases/invite.ts'
import { notifyCoAuthors } from '../cases/notify.ts'
import { takeDueSteps } from '../cases/reminders.ts'
import { newId } from '../../../platform/ids.ts'
import { loadAuthors, type LinkedAuthor } from '../../publication/articles/contributor-rows.ts'
import { answersOf, askAgain, askAuthors, change, settleProposal } from './confirmations.ts'
import { requireAuthors } from './require-authors.ts'

const DAY = 24 * 3_600_000
const START = Date.parse('2026-03-02T09:00:00Z')

describe('a case that waits for its authors', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let editor: SignedIn
    let submitter: SignedIn
    beforeAll(async () => {
      journal = await open()
      editor = await aSignedIn(journal, { role: 'admin' })
      submitter = await aSignedIn(journal)
    })
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }))
    afterEach(() => void vi.useRealTimers())

    const moveTo = (days: number) => vi.setSystemTime(START + days * DAY)

    /** A manuscript of the submitter and `count - 1` others, who were asked. */
    async function aManuscript(count = 3) {
      const own = { role: 'Corresponding Author' as const, full_name: 'Ayesha Malik', email: submitter.user.email }
      const others = Array.from({ length: count - 1 }, (_, index) => ({
        ...{ role: 'Author' as const, full_name: `Author ${index + 2}`, email: `a${newId()}@plants.test` },
      }))
      const { id } = await aCase(journal.database, { submitter: submitter.user, contributors: [own, ...others] })
      await journal.database.transaction((tx) => askAgain(tx, id, submitter.user.id))
      return id
    }
    /** The builder would confirm the authors first. */
    const invite = async (id: string) => {
      const { id: reviewerId, email } = await aReviewer(journal.database)
      return journal.database.transaction(async (tx) =>
        inviteReviewers(tx, asCaller(editor), await lockCase(tx, id), {
          ...{ invite: [{ reviewerId, email, source: 'editor' as const }], standby: [] },
          ...{ replyDays: 7, reportDays: 14, message: null },
        }),
      )
    }
    const ask = async (id: string, order: (list: LinkedAuthor[]) => LinkedAuthor[]) =>
      journal.database.transaction(async (tx) =>
        askAuthors(tx, id, order(await loadAuthors(tx, [id])), { by: editor.user.id }),
      )
    const list = async (id: string) => (await answersOf(journal.database.db, id))!
    const say = async (id: string, name: string, state: 'confirmed' | 'declined') =>
      journal.database.transaction(async (tx) => {
        const { answers, removed } = (await answersOf(tx, id))!
        const one = [...answers, ...removed].find(({ person }) => person.fullName === name)!
        await change(tx, one, { state, answered_at: new Date().toISOString() })
      })
    const reminded = async (id: string) => {
      const rows = await journal.database.db
        .selectFrom('outbox')
        .select('recipient')
        .where('article_id', '=', id)
        .where('kind', '=', 'co-author-reminder')
        .execute()
      return rows.length
    }
    /** Signed in at the time that the test has moved to. */
    const anotherEditor = () => aSignedIn(journal, { role: 'admin' })
    const send = async (id: string, contributorId: string, what: string, body: object) =>
      journal.post(`/cases/${id}/authors/${contributorId}/${what}`, body, { as: await anotherEditor() })

    test('of one author alone, who has sent it, waits for nobody', async () => {
      expect(await invite(await aManuscript(1))).toHaveLength(1)
    })

    test('of authors who were never asked, or asked before answers counted, waits for nobody', async () => {
      const { id } = await aCase(journal.database)
      expect(await invite(id)).toHaveLength(1)
      const earlier = await aManuscript()
      await journal.database.db
        .updateTable('author_confirmations')
        .set({ is_binding: 0 })
        .where('article_id', '=', earlier)
        .execute()
      expect(await invite(earlier)).toHaveLength(1)
      moveTo(7)
      await takeDueSteps(journal.database)
      expect(await reminded(earlier)).toBe(0)
    })

    test('screens meanwhile, and invites once the last has confirmed', async () => {
      const id = await aManuscript()
      const checks = { similarityPercent: 3, aiPercent: null }
      expect((await journal.put(`/cases/${id}/screening`, checks, { as: await anotherEditor() })).status).toBeLessThan(
        300,
      )
      await say(id, 'Author 2', 'confirmed')
      await expect(invite(id)).rejects.toThrow(/^Author 3 has not confirmed the list/)
      await say(id, 'Author 3', 'confirmed')
      expect(await invite(id)).toHaveLength(1)
    })

    test('asks all seven when three change places, and invites nobody meanwhile', async () => {
      const id = await aManuscript(7)
      await authorsConfirmed(journal.database, id)
      await ask(id, ([a, b, c, ...others]) => [c!, a!, b!, ...others])
      const { answers } = await list(id)
      expect(answers.map(({ state }) => state)).toEqual(Array.from({ length: 7 }, () => 'asked'))
      await expect(invite(id)).rejects.toThrow(/ha(s|ve) not confirmed the list/)
      const body = { invite: [{ reviewerId: (await aReviewer(journal.database)).id }], standby: [] }
      const days = { replyDays: 7, reportDays: 14, message: null }
      const as = await anotherEditor()
      for (const answer of [
        await journal.post(`/cases/${id}/invitations`, { ...body, ...days }, { as }),
        // Before an editor has chosen and written anything.
        await journal.get(`/cases/${id}/candidates`, { as }),
      ]) {
        expect([answer.status, answer.body.message]).toEqual([409, expect.stringMatching(/not confirmed the list/)])
      }
    })

    test('asks a person who is removed, and waits for that answer', async () => {
      const id = await aManuscript()
      await authorsConfirmed(journal.database, id)
      await ask(id, (authors) => authors.slice(0, 2))
      const { answers, removed } = await list(id)
      expect(answers).toHaveLength(2)
      expect(removed).toMatchObject([{ state: 'asked', person: { fullName: 'Author 3' } }])
      await authorsConfirmed(journal.database, id)
      await say(id, 'Author 3', 'declined')
      await expect(invite(id)).rejects.toThrow(/^Author 3 disagrees/)
      await say(id, 'Author 3', 'confirmed')
      expect(await invite(id)).toHaveLength(1)
    })

    test('is stopped by one no, but can be withdrawn', async () => {
      const id = await aManuscript()
      await withReports(journal.database, asCaller(editor), id)
      await say(id, 'Author 2', 'declined')
      for (const kind of ['minor', 'major', 'accept', 'decline'] as const) {
        await expect(decided(journal.database, asCaller(editor), id, kind)).rejects.toThrow(/^Author 2 disagrees/)
      }
      const withdrawn = await journal.post(
        `/cases/${id}/withdrawal`,
        { reason: 'Disputed' },
        { as: await anotherEditor() },
      )
      expect(withdrawn.status, JSON.stringify(withdrawn.body)).toBeLessThan(300)
    })

    test('accepts for a confirmed list alone', async () => {
      const id = await aManuscript()
      await invited(journal.database, asCaller(editor), id, { count: 1 })
      await ask(id, ([a, b, c]) => [a!, c!, b!])
      const accept = () =>
        decided(journal.database, asCaller(editor), id, 'accept', { exceptionReason: 'A short note.' })
      await expect(accept()).rejects.toThrow(/ha(s|ve) not confirmed the list/)
      await authorsConfirmed(journal.database, id)
      expect((await accept()).kind).toBe('accept')
    })

    test('reminds on days 3, 7 and 14, once each, and not after an answer', async () => {
      const id = await aManuscript()
      const counts: number[] = []
      for (const day of [0, 2, 3, 3, 7, 7]) {
        moveTo(day)
        await Promise.all([takeDueSteps(journal.database), takeDueSteps(journal.database)])
        counts.push(await reminded(id))
      }
      expect(counts).toEqual([0, 0, 2, 2, 4, 4])
      await say(id, 'Author 2', 'confirmed')
      for (const day of [14, 20]) {
        moveTo(day)
        await takeDueSteps(journal.database)
      }
      expect(await reminded(id)).toBe(5)
    })

    test('is reminded by an editor once a day, and goes on without an answer from day 14, with a reason', async () => {
      const id = await aManuscript(2)
      const contributorId = (await list(id)).answers[1]!.contributor_id
      moveTo(1)
      expect((await send(id, contributorId, 'reminder', {})).status).toBe(200)
      expect((await send(id, contributorId, 'reminder', {})).status).toBe(409)
      expect(await reminded(id)).toBe(1)
      const reason = 'The address is of a former institute.'
      moveTo(13)
      expect((await send(id, contributorId, 'waiver', { reason })).status).toBe(409)
      moveTo(14)
      expect((await send(id, contributorId, 'waiver', { reason: ' ' })).status).toBe(400)
      expect((await send(id, contributorId, 'waiver', { reason })).status).toBe(200)
      const seen = (await journal.get(`/cases/${id}`, { as: await anotherEditor() })).body
      expect(seen.authors[1].answer).toMatchObject({ state: 'waived', reason })
      expect(seen.history[0].text).toContain(reason)
      expect(await invite(id)).toHaveLength(1)
    })

    test('sends letters and proofs to those alone who have confirmed, and not to an address that was only typed', async () => {
      const id = await aManuscript(4)
      await say(id, 'Author 2', 'confirmed')
      await journal.database.transaction(async (tx) => {
        const waived = (await answersOf(tx, id))!.answers.find(({ person }) => person.fullName === 'Author 3')!
        await change(tx, waived, { state: 'waived', waive_reason: 'Has retired.' })
        await notifyCoAuthors(tx, 'co-author-proof', { articleId: id })
        await notifyCoAuthors(tx, 'co-author-published', { articleId: id })
      })
      const sent = await journal.database.db
        .selectFrom('outbox')
        .select(['kind', 'recipient'])
        .where('article_id', '=', id)
        .where('kind', 'in', ['co-author-proof', 'co-author-published'])
        .execute()
      const authors = await loadAuthors(journal.database.db, [id])
      const named = sent.map(({ kind, recipient }) => [
        kind,
        authors.find(({ email }) => email === recipient)?.fullName,
      ])
      expect(named.toSorted()).toEqual([
        ['co-author-proof', 'Author 2'],
        ['co-author-published', 'Author 2'],
        ['co-author-published', 'Author 3'],
        ['co-author-published', 'Author 4'],
      ])
    })

    test('two with one address can be gone on without at once, and cannot be asked', async () => {
      const id = await aManuscript(3)
      await ask(id, ([a, b, c]) => [a!, b!, { ...c!, fullName: 'Author 4', email: b!.email }])
      const { answers } = await list(id)
      expect(answers[2]).toMatchObject({ email: '', state: 'asked' })
      const of = answers[2]!.contributor_id
      moveTo(1)
      expect((await send(id, of, 'reminder', {})).status).toBe(409)
      expect((await send(id, of, 'waiver', { reason: 'They share a mailbox.' })).status).toBe(200)
    })

    test('waits for a list that is proposed', async () => {
      const id = await aManuscript(1)
      const proposal = {
        ...{ id: newId(), article_id: id, people: '[]', state: 'open' as const, proposed_by: submitter.user.id },
        ...{ proposed_at: new Date().toISOString(), settled_at: null, settled_by: null, reason: null },
      }
      await journal.database.db.insertInto('author_proposals').values(proposal).execute()
      await expect(requireAuthors(journal.database.db, id, 'invite')).rejects.toThrow(/A change of the authors waits/)
      await journal.database.transaction((tx) => settleProposal(tx, proposal, 'withdrawn', { by: null }))
      expect(await invite(id)).toHaveLength(1)
    })
  })
})
