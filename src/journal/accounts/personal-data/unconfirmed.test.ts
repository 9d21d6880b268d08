import { beforeAll, describe, expect, test } from 'vitest'
import { allRows } from '../../../../tests/support/all-tables.ts'
import { aReviewer, aSignedIn, PASSWORD, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { aCase, asCaller, invited } from '../../../../tests/support/review-builders.ts'
import { personalDataParts } from '../../../app/personal-data-parts.ts'
import { personOf } from '../../../platform/personal-data-part.ts'
import { newId } from '../../../platform/ids.ts'

describe('an account with someone else’s address that it has never confirmed', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    /** Someone without an account of whom the journal holds something in every place that has addresses. */
    async function theRealPerson(): Promise<{ email: string; assignmentId: string }> {
      const { database } = journal
      const email = `vera.${newId().toLowerCase()}@moss.test`
      const editor = await aSignedIn(journal, { role: 'admin' })
      const article = await aCase(database)
      const reviewer = await aReviewer(database, { fullName: 'Vera Brandt', emails: [email] })
      const [assignment] = await invited(database, asCaller(editor), article.id, { reviewers: [reviewer] })
      const at = new Date().toISOString()
      await database.db.updateTable('outbox').set({ sent_at: at }).where('assignment_id', '=', assignment!.id).execute()
      const waiting = { kind: 'reviewer-reminder', recipient: email, data: '{}', created_at: at, next_try_at: at }
      await database.db
        .insertInto('outbox')
        .values({
          id: newId(),
          ...waiting,
          article_id: article.id,
          assignment_id: assignment!.id,
          attempts: 0,
        } as never)
        .execute()
      await database.db
        .insertInto('co_reviewers')
        .values({
          ...{ id: newId(), assignment_id: assignment!.id, full_name: 'Vera Brandt', email, state: 'invited' },
          ...{ orcid: null, conflict_text: null, confirmed_at: null, created_at: at },
        } as never)
        .execute()
      await journal.post('/auth/login', { email, password: 'Wrong-password-1' })
      return { email, assignmentId: assignment!.id }
    }

    const STRANGERS: [string, (email: string) => Promise<SignedIn>][] = [
      ['as its own', (email) => signedUp(email)],
      [
        'waiting to be confirmed',
        async (email) => {
          const stranger = await aSignedIn(journal)
          const { fullName, username } = { fullName: stranger.user.full_name, username: stranger.user.username }
          const changed = await journal.put(
            `/users/${stranger.user.id}`,
            { fullName, username, email, currentPassword: PASSWORD },
            { as: stranger },
          )
          expect(changed.status, changed.text).toBe(200)
          return stranger
        },
      ],
    ]
    async function signedUp(email: string, more: object = {}): Promise<SignedIn> {
      const answer = await journal.post('/auth/register', {
        ...{
          fullName: 'A Stranger',
          username: `stranger_${newId().slice(-8).replace(/\W/g, '_')}`,
          email,
          password: PASSWORD,
        },
        ...{ phoneNumber: '+31 600 555000', location: 'Elsewhere', ...more },
      })
      expect(answer.status, answer.text).toBe(201)
      const user = await rowOf(answer.body.user.id)
      return { ...answer.body, user, headers: { authorization: `Bearer ${answer.body.accessToken}` } }
    }
    /** All that the download of an account holds but its files. */
    async function givenTo({ user }: SignedIn): Promise<string> {
      const { db } = journal.database
      const given: unknown[] = []
      for (const part of personalDataParts(journal.resources)) {
        for await (const one of part.give?.(db, personOf(await rowOf(user.id))) ?? []) given.push(one)
      }
      return JSON.stringify(given)
    }
    const rowOf = (id: string) =>
      journal.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

    test.each(STRANGERS)('%s, is given nothing of its owner’s, by any part', async (_how, become) => {
      const { email, assignmentId } = await theRealPerson()
      const stranger = await become(email)
      const person = personOf(await rowOf(stranger.user.id))
      for (const part of personalDataParts(journal.resources)) {
        const given: unknown[] = []
        for await (const one of part.give?.(journal.database.db, person) ?? []) given.push(one)
        const files = (await part.files?.(journal.database.db, person)) ?? []
        const text = JSON.stringify([given, files])
        expect(text, part.name).not.toContain(assignmentId)
        expect(text, part.name).not.toMatch(/Vera Brandt|review of|Would you review/)
      }
      const summary = await journal.get('/own-data', { as: stranger })
      expect(summary.status, summary.text).toBe(200)
      expect(summary.body).toMatchObject({ reviews: 0 })
    })

    test('learns from no part which manuscripts its owner has been asked to review', async () => {
      const { email, assignmentId } = await theRealPerson()
      const { article_id } = await journal.database.db
        .selectFrom('review_assignments')
        .select('article_id')
        .where('id', '=', assignmentId)
        .executeTakeFirstOrThrow()
      expect(await givenTo(await signedUp(email))).not.toContain(article_id)
    })

    test('nor by an ORCID iD that was only typed', async () => {
      const { database } = journal
      const orcid = '0000-0002-1694-233X'
      const editor = await aSignedIn(journal, { role: 'admin' })
      const article = await aCase(database)
      const reviewer = await aReviewer(database, { fullName: 'Vera Brandt', orcid })
      await invited(database, asCaller(editor), article.id, { reviewers: [reviewer] })
      const stranger = await signedUp(`${newId().toLowerCase()}@elsewhere.test`, { orc_id: orcid })
      expect(await givenTo(stranger)).not.toContain(article.id)
    })

    test.each(STRANGERS)('%s, takes nothing of its owner’s along when it is deleted', async (_how, become) => {
      const { email } = await theRealPerson()
      const of = (rows: string[]) => rows.filter((row) => row.includes(email))
      const rowsOf = async () => of([...(await allRows(journal.database)).values()].flat())
      const before = await rowsOf()
      expect(before.length).toBeGreaterThanOrEqual(4)
      const stranger = await become(email)
      const { email: address } = await rowOf(stranger.user.id)
      const answer = await journal.post(
        '/own-data/delete-account',
        { currentPassword: PASSWORD, confirmation: address },
        { as: stranger },
      )
      expect(answer.status, answer.text).toBe(200)
      const after = await rowsOf()
      for (const row of before) expect(after).toContain(row)
    })
  })
})
