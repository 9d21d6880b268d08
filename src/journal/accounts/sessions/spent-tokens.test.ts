import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aSignedIn, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import { SESSION_EXPIRED } from '../../../contract/rules/text/messages.ts'
import { hashOfSecret } from '../../../platform/ids.ts'

describe('a refresh token that has been replaced', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })

    afterEach(() => {
      vi.useRealTimers()
    })

    const refresh = (refreshToken: string, rotate = true) => journal.post('/auth/refresh', { refreshToken, rotate })
    /** Every token that a session has had; the last one is current. */
    const rotations = async (person: SignedIn, times: number): Promise<string[]> => {
      const tokens = [person.refreshToken]
      for (let time = 0; time < times; time++) {
        const { body } = await refresh(tokens.at(-1)!)
        tokens.push(body.refreshToken)
      }
      return tokens
    }
    const expectEnded = async (person: SignedIn, tokens: string[]) => {
      for (const token of tokens) expect((await refresh(token)).status).toBe(401)
      expect((await journal.get('/users/me', { as: person })).status).toBe(401)
      const entries = await journal.database.db
        .selectFrom('audit_entries')
        .select('after')
        .where('subject', '=', person.user.id)
        .where('action', '=', 'session.end')
        .execute()
      expect(entries).toEqual([{ after: '{"because":"a spent refresh token came back"}' }])
    }

    test.each([0, 1, 4])(
      'and is not the latest (number %i of six) ends the session when it comes back',
      async (number) => {
        const person = await aSignedIn(journal)
        const tokens = await rotations(person, 6)
        const reused = await refresh(tokens[number]!)
        expect(reused.status).toBe(401)
        expect(reused.body.message).toBe(SESSION_EXPIRED)
        await expectEnded(person, tokens)
      },
    )

    test('and is not the latest ends the session even where both were spent at the same moment', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const person = await aSignedIn(journal)
      const tokens = await rotations(person, 2)
      expect((await refresh(tokens[1]!)).status).toBe(200)
      expect((await refresh(tokens[0]!)).status).toBe(401)
      await expectEnded(person, tokens)
    })

    test('ends the session for a client that does not rotate, too', async () => {
      const person = await aSignedIn(journal)
      const tokens = await rotations(person, 3)
      expect((await refresh(tokens[0]!, false)).status).toBe(401)
      await expectEnded(person, tokens)
    })

    test('is forgiven for ten seconds when it is the latest, and only then', async () => {
      const person = await aSignedIn(journal)
      const tokens = await rotations(person, 3)
      expect((await refresh(tokens[2]!)).status).toBe(200)
      const longAgo = new Date(Date.now() - 11_000).toISOString()
      const { db } = journal.database
      await db
        .updateTable('spent_tokens')
        .set({ spent_at: longAgo })
        .where('token_hash', '=', hashOfSecret(tokens[2]!))
        .execute()
      expect((await refresh(tokens[2]!)).status).toBe(401)
      await expectEnded(person, tokens)
    })

    test('leaves the person’s other sessions alone', async () => {
      const person = await aSignedIn(journal)
      const elsewhere = await aSignedIn(journal, { user: person.user })
      const tokens = await rotations(person, 2)
      await refresh(tokens[0]!)
      expect((await refresh(elsewhere.refreshToken)).status).toBe(200)
    })

    test('still signs out', async () => {
      const person = await aSignedIn(journal)
      const tokens = await rotations(person, 3)
      await journal.post('/auth/logout', { refreshToken: tokens[0] })
      expect((await journal.get('/users/me', { as: person })).status).toBe(401)
    })

    test('is kept as a hash alone', async () => {
      const person = await aSignedIn(journal)
      const tokens = await rotations(person, 2)
      const kept = await journal.database.db
        .selectFrom('spent_tokens')
        .selectAll()
        .where('session_id', '=', person.sessionId)
        .execute()
      expect(kept.map((row) => row.token_hash).sort()).toEqual(tokens.slice(0, 2).map(hashOfSecret).sort())
      expect(tokens.some((token) => JSON.stringify(kept).includes(token))).toBe(false)
    })
  })
})
