import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn, aUser } from '../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../tests/support/databases.ts'
import type { Tables } from '../platform/database/tables.ts'
import { makeLink } from '../journal/accounts/users/account-links.ts'
import { sweep } from './background-work.ts'

const PAST = new Date(Date.now() - 1000).toISOString()
const FUTURE = new Date(Date.now() + 60_000).toISOString()

describe('what nobody needs any more', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    beforeAll(async () => {
      journal = await open()
    })
    const count = async (table: keyof Tables) => {
      const { db } = journal.database
      return Number((await db.selectFrom(table).select(db.fn.countAll().as('rows')).executeTakeFirstOrThrow()).rows)
    }

    test('goes every hour, and what is needed stays', async () => {
      const { db } = journal.database
      const [live, expired, revoked] = [await aSignedIn(journal), await aSignedIn(journal), await aSignedIn(journal)]
      const tokens = new Map<string, string>()
      for (const { sessionId, refreshToken } of [live, expired, revoked]) {
        tokens.set(sessionId, (await journal.post('/auth/refresh', { refreshToken, rotate: true })).body.refreshToken)
      }
      await db.updateTable('sessions').set({ expires_at: PAST }).where('id', '=', expired.sessionId).execute()
      await db.updateTable('sessions').set({ revoked_at: PAST }).where('id', '=', revoked.sessionId).execute()
      const connection = (state_hash: string, expires_at: string) =>
        db
          .insertInto('orcid_connections')
          .values({ state_hash, user_id: live.user.id, browser_hash: 'x', expires_at, used_at: null, orcid: null })
          .execute()
      await connection('old', PAST)
      await connection('new', FUTURE)
      await journal.database.transaction(async (tx) => {
        const link = { userId: live.user.id, purpose: 'password-reset', email: live.user.email } as const
        await makeLink(tx, link, new Date(Date.now() - 2 * 60 * 60 * 1000))
        await makeLink(tx, link)
      })

      await sweep(journal.resources, join(journal.dataDir, 'files'))
      expect(await db.selectFrom('sessions').select('id').execute()).toEqual([{ id: live.sessionId }])
      expect(await db.selectFrom('spent_tokens').select('session_id').execute()).toEqual([
        { session_id: live.sessionId },
      ])
      expect(await db.selectFrom('orcid_connections').select('state_hash').execute()).toEqual([{ state_hash: 'new' }])
      expect(await count('account_links')).toBe(1)
      const refreshed = await journal.post('/auth/refresh', { refreshToken: tokens.get(live.sessionId), rotate: true })
      expect(refreshed.status).toBe(200)
      expect((await journal.get('/users/me', { as: revoked })).status).toBe(401)
      expect(journal.logged).toEqual([])
    })

    test('goes in portions, however much it is', async () => {
      const { db } = journal.database
      const user = await aUser(journal.database)
      const before = await count('sessions')
      const old = (number: number): Tables['sessions'] => ({
        id: `old-${number}`,
        user_id: user.id,
        refresh_hash: `old-${number}`,
        device: null,
        created_at: PAST,
        last_used_at: PAST,
        expires_at: PAST,
        revoked_at: null,
      })
      for (let at = 0; at < 2500; at += 500) {
        await db
          .insertInto('sessions')
          .values(Array.from({ length: 500 }, (_, n) => old(at + n)))
          .execute()
      }
      await sweep(journal.resources, join(journal.dataDir, 'files'))
      expect(await count('sessions')).toBe(before)
    })

    test('that cannot be removed now is logged, and holds up nothing else', async () => {
      const broken = await open()
      const [expired] = [await aSignedIn(broken)]
      await broken.database.db.updateTable('sessions').set({ expires_at: PAST }).execute()
      await broken.database.db.schema.dropTable('deleted_article_files').execute()
      await sweep(broken.resources, join(broken.dataDir, 'files'))
      expect(broken.logged.join()).toContain('unclaimed files could not be swept')
      expect((await broken.get('/users/me', { as: expired })).status).toBe(401)
      expect(await broken.database.db.selectFrom('sessions').selectAll().execute()).toEqual([])
    })
  })
})
