import { sql, type Insertable, type Selectable } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  aCategory,
  anArticle,
  aSignedIn,
  aUser,
  aVolume,
  PASSWORD,
  type SignedIn,
} from '../../../../tests/support/builders.ts'
import { eachDatabase, planOf, watchQueries, type TestJournal } from '../../../../tests/support/databases.ts'
import type { AuditPayloads } from '../../../contract/api/audit-payloads.ts'
import type { Activity } from '../../../contract/api/activity.ts'
import { writeAuditEntry, type AuditEntry } from '../../../platform/audit.ts'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { newId } from '../../../platform/ids.ts'
import { listActivity } from './queries.ts'

type Entry = Insertable<Tables['audit_entries']>

/** Log entries one second apart unless specified; oldest first. */
async function entries(database: Database, given: Partial<Entry>[]): Promise<Selectable<Tables['audit_entries']>[]> {
  const rows = given.map((entry, second) => ({
    id: newId(),
    at: new Date(Date.UTC(2026, 4, 1) + second * 1000).toISOString(),
    actor_id: null,
    action: 'article.import',
    subject: newId(),
    before: null,
    after: null,
    ...entry,
  }))
  return database.db.insertInto('audit_entries').values(rows).returningAll().execute()
}

describe('the activity page', () => {
  eachDatabase((open, engine) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin', fullName: 'Ada Green' })
    })

    const list = async (query: Record<string, string>) => {
      const answer = await journal.get(`/activity?${new URLSearchParams(query)}`, { as: admin })
      expect(answer.status, answer.text).toBe(200)
      return answer.body as { data: Activity[]; meta: object }
    }

    test('says who did what to what, with its changes', async () => {
      const created = await journal.post('/categories', { name: 'Old name', slug: 'old' }, { as: admin })
      const { id } = created.body
      await journal.put(`/categories/${id}`, { name: 'New name', slug: 'new' }, { as: admin })
      expect((await list({ subject: id })).data.find((one) => one.action === 'category.update')).toEqual({
        id: expect.any(String),
        at: expect.any(String),
        actor: { id: admin.user.id, fullName: 'Ada Green' },
        action: 'category.update',
        subject: { id, name: 'New name' },
        before: { name: 'Old name', slug: 'old' },
        after: { name: 'New name', slug: 'new' },
      })
    })

    test('calls everything by its name today, and leaves out what is gone', async () => {
      const { database } = journal
      const person = await aUser(database, { fullName: 'Rosa Today' })
      const article = await anArticle(database, {
        title: 'Roots of <i>Salix</i> &amp; soil',
        submitter: null,
        contributors: [],
        manuscripts: [],
      })
      const category = await aCategory(database, { name: 'Ecology' })
      const volume = await aVolume(database, { title: 'Volume 7' })
      const actor = newId()
      await entries(
        database,
        (
          [
            ['article.approve', article.id],
            ['article.add-contributor', article.id],
            ['category.update', category.id],
            ['volume.create', volume.id],
            ['user.update', person.id],
            ['session.end', person.id],
            ['editorial-members.update', 'board'],
            ['sample-content.add', 'board'],
            ['category.delete', 'nowhere'],
          ] as const
        ).map(([action, subject]) => ({ action, subject, actor_id: actor })),
      )
      const { data } = await list({ actorId: actor })
      expect(Object.fromEntries(data.map((one) => [one.action, one.subject.name]))).toEqual({
        'article.approve': 'Roots of Salix & soil',
        'article.add-contributor': 'Roots of Salix & soil',
        'category.update': 'Ecology',
        'volume.create': 'Volume 7',
        'user.update': 'Rosa Today',
        'session.end': 'Rosa Today',
        'editorial-members.update': 'Editorial members',
        'sample-content.add': 'Sample content',
        'category.delete': null,
      })
      expect(data[0]!.actor).toEqual({ id: actor, fullName: 'A removed account' })
    })

    test('is in the order of writing, last first, by pages, even where times are equal or go back', async () => {
      const subject = newId()
      const made = await entries(
        journal.database,
        Array.from({ length: 45 }, (_, n) => ({ subject, at: `2026-03-01T00:00:0${9 - Math.floor(n / 10)}.000Z` })),
      )
      const expected = made.map((entry) => entry.id).toReversed()
      const pages = [await list({ subject }), await list({ subject, page: '2' }), await list({ subject, page: '3' })]
      expect(pages.map(({ data }) => data.length)).toEqual([20, 20, 5])
      expect(pages.flatMap(({ data }) => data.map((one) => one.id))).toEqual(expected)
      expect(pages[1]!.meta).toEqual({ page: 2, totalPages: 3, totalItems: 45 })
      expect((await list({ subject, page: '4' })).data).toEqual([])
      expect(pages[0]!.data[0]!.actor).toBeNull()
    })

    test('is narrowed to a noun, a person, a thing and days, both included', async () => {
      const [actor_id, subject] = [newId(), newId()]
      await entries(journal.database, [
        { actor_id, at: '2025-06-30T23:59:59.999Z', action: 'volume.create' },
        { actor_id, at: '2025-07-01T00:00:00.000Z', action: 'volume.update', subject },
        { actor_id: newId(), at: '2025-07-01T12:00:00.000Z', action: 'volume.delete', subject },
        { actor_id, at: '2025-07-02T23:59:59.999Z', action: 'category.update', subject },
        { actor_id, at: '2025-07-03T00:00:00.000Z', action: 'user.update' },
      ])
      const found = async (query: Record<string, string>) => (await list(query)).data.map((one) => one.action)
      expect(await found({ actorId: actor_id })).toEqual([
        'user.update',
        'category.update',
        'volume.update',
        'volume.create',
      ])
      expect(await found({ actorId: actor_id, about: 'volume' })).toEqual(['volume.update', 'volume.create'])
      expect(await found({ subject })).toEqual(['category.update', 'volume.delete', 'volume.update'])
      expect(await found({ subject, actorId: actor_id })).toEqual(['category.update', 'volume.update'])
      expect(await found({ actorId: actor_id, from: '2025-07-01', to: '2025-07-02' })).toEqual([
        'category.update',
        'volume.update',
      ])
      expect(await found({ from: '2025-07-03', to: '2025-07-03' })).toEqual(['user.update'])
      expect(await found({ to: '2025-06-30' })).toEqual(['volume.create'])
      expect(await found({ actorId: actor_id, from: '2025-07-04' })).toEqual([])
      expect(await found({ actorId: actor_id, about: '', from: '', to: '', subject: '' })).toHaveLength(4)
    })

    test.each(['from=yesterday', 'to=2026-02-30', 'about=everything', 'actorId=no%20id', 'colour=red'])(
      '?%s is refused',
      async (query) => {
        expect((await journal.get(`/activity?${query}`, { as: admin })).status).toBe(400)
      },
    )

    test('is no business of visitors and authors', async () => {
      expect((await journal.get('/activity')).status).toBe(401)
      expect((await journal.get('/activity', { as: await aSignedIn(journal) })).status).toBe(403)
    })

    test('holds every account action, with what it changed', async () => {
      const newcomer = {
        fullName: 'Nora New',
        username: 'nora_new',
        email: 'nora@plants.test',
        password: PASSWORD,
        phoneNumber: '+92 300 1234567',
        location: 'Multan',
      }
      const registered = (await journal.post('/auth/register', newcomer)).body
      const as = { headers: { authorization: `Bearer ${registered.accessToken}` } }
      const { id } = registered.user
      const signIn = async (password: string) =>
        (await journal.post('/auth/login', { email: newcomer.email, password })).body
      await signIn(PASSWORD)
      const { password, ...profile } = newcomer
      await journal.put(`/users/${id}`, { ...profile, location: 'Lahore' }, { as })
      await journal.post('/auth/password', { currentPassword: password, newPassword: 'Marigold-43' }, { as })
      await signIn('Marigold-43')
      await journal.send('DELETE', '/auth/sessions', undefined, { as })
      // A spent refresh token that is presented much later ends its session.
      const stolen = await signIn('Marigold-43')
      await journal.post('/auth/refresh', { refreshToken: stolen.refreshToken, rotate: true })
      await journal.database.db.updateTable('spent_tokens').set({ spent_at: '2026-01-01T00:00:00.000Z' }).execute()
      expect((await journal.post('/auth/refresh', { refreshToken: stolen.refreshToken })).status).toBe(401)
      await journal.post('/auth/logout', { refreshToken: registered.refreshToken })

      const { data } = await list({ subject: id, limit: '100' })
      const lines = data.map(({ actor, action, before, after }) => [actor?.fullName ?? null, action, before, after])
      const shown = { fullName: 'Nora New', email: 'nora@plants.test', username: 'nora_new', bio: null }
      expect(lines).toHaveLength(9)
      for (const line of [
        ['Nora New', 'user.register', null, { fullName: 'Nora New', username: 'nora_new', email: 'nora@plants.test' }],
        ['Nora New', 'session.open', null, null],
        [
          'Nora New',
          'user.update',
          { ...shown, phoneNumber: '+92 300 1234567', location: 'Multan' },
          { ...shown, phoneNumber: '+92 300 1234567', location: 'Lahore' },
        ],
        ['Nora New', 'user.change-password', null, { endedSessions: 1 }],
        ['Nora New', 'session.close-others', null, { endedSessions: 1 }],
        [null, 'session.end', null, { because: 'a spent refresh token came back' }],
        ['Nora New', 'session.close', null, null],
      ]) {
        expect(lines).toContainEqual(line)
      }
    })

    test('never holds a password or a token', async () => {
      const subject = newId()
      await journal.database.transaction((tx) =>
        writeAuditEntry(tx, admin.user.id, 'user.update', subject, {
          before: { fullName: 'Ada', password_hash: '$argon2id$v=19', nested: { refreshToken: 'r3fr3sh' } },
          after: { fullName: 'Ada', newPassword: 'Sunflower-42', clientSecret: null },
          // Bypasses the type checks.
        } as object as AuditPayloads['user.update']),
      )
      const [entry] = (await list({ subject })).data
      expect(entry).toMatchObject({
        before: { fullName: 'Ada', password_hash: '[masked]', nested: { refreshToken: '[masked]' } },
        after: { fullName: 'Ada', newPassword: '[masked]', clientSecret: null },
      })
      const kept = await journal.database.db.selectFrom('audit_entries').selectAll().execute()
      expect(JSON.stringify(kept)).not.toMatch(/argon2|r3fr3sh|Sunflower-42/)
    })

    test('asks as much of a long page as of a short one, and goes through an index in its order', async () => {
      const { database } = journal
      const [actor_id, subject] = [admin.user.id, newId()]
      await entries(
        database,
        Array.from({ length: 60 }, (_, n) => ({
          actor_id,
          subject: n % 2 ? subject : newId(),
          action: n % 3 ? 'category.update' : 'user.update',
        })),
      )
      for (const filter of [
        {},
        { about: 'category' as const },
        { actorId: actor_id },
        { subject },
        { from: '2026-05-01', to: '2026-05-02' },
        { about: 'category' as const, from: '2026-05-01' },
      ]) {
        const ask = (limit: number) =>
          watchQueries(database, ({ db }) =>
            listActivity(db, { userId: newId(), role: 'admin' }, filter, { page: 1, limit }),
          )
        const asked = await ask(100)
        expect(asked.length).toBeLessThanOrEqual(9)
        for (const query of asked.filter(({ sql }) => sql.includes('"audit_entries"'))) {
          const plan = await planOf(database, query)
          // Ordered by `seq`, SQLite scans the table itself, so no index is named in the plan.
          const isOrdered = query.sql.includes('order by "seq" desc')
          const faults = plan.filter((line) =>
            engine === 'sqlite'
              ? (!isOrdered && /SCAN audit_entries(?! USING (COVERING )?INDEX)/.test(line)) || /TEMP B-TREE/.test(line)
              : /Seq Scan|\bSort\b/.test(line),
          )
          expect(faults, `${query.sql}\n${plan.join('\n')}`).toEqual([])
        }
      }
    })
  })
})

test('an action takes only its own fields', () => {
  const entries: AuditEntry[] = [
    ['volume.update', 'v', { before: { title: 'One' }, after: { title: 'Two' } }],
    // @ts-expect-error -- a change has both a before and an after
    ['volume.update', 'v', { after: { title: 'Two' } }],
    // @ts-expect-error -- a volume has no slug
    ['volume.create', 'v', { after: { title: 'One', slug: 'one' } }],
    // @ts-expect-error -- fields have their API names, not column names
    ['article.archive', 'v', { before: { archived_at: null }, after: { archived_at: '2026' } }],
    // @ts-expect-error -- this action has no payload
    ['session.open', 'v', { after: { token: 'x' } }],
    // @ts-expect-error -- no such action
    ['volume.paint', 'v', { after: { title: 'One' } }],
  ]
  expect(entries).toHaveLength(6)
})

describe('the audit log', () => {
  eachDatabase((open, engine) => {
    test('keeps what one transaction does in its order, within a millisecond and among others', async () => {
      const { database } = await open()
      const subjects = Array.from({ length: 8 }, () => newId())
      const titles = Array.from({ length: 12 }, (_, number) => `Title ${number}`)
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T00:00:00.000Z') })
      try {
        await Promise.all(
          subjects.map((subject) =>
            database.transaction(async (tx) => {
              for (const title of titles) {
                await writeAuditEntry(tx, null, 'volume.create', subject, { after: { title } })
              }
            }),
          ),
        )
      } finally {
        vi.useRealTimers()
      }
      const rows = await database.db.selectFrom('audit_entries').selectAll().orderBy('seq').execute()
      expect(new Set(rows.map(({ at }) => at)).size).toBe(1)
      expect(new Set(rows.map(({ seq }) => seq)).size).toBe(subjects.length * titles.length)
      for (const subject of subjects) {
        const kept = rows.filter((row) => row.subject === subject)
        expect(kept.map(({ after }) => JSON.parse(after!).title)).toEqual(titles)
      }
    })

    test('can only be added to, for every caller', async () => {
      const { database } = await open()
      const [entry] = await entries(database, [{}])
      const attempts = [
        sql`update audit_entries set action = 'article.delete'`,
        sql`update audit_entries set at = '2020-01-01T00:00:00.000Z' where id = ${entry!.id}`,
        sql`delete from audit_entries where id = ${entry!.id}`,
        sql`delete from audit_entries`,
        engine === 'sqlite'
          ? sql`insert or replace into audit_entries (id, at, action, subject) values (${entry!.id}, '', '', '')`
          : sql`truncate audit_entries`,
        ...(engine === 'sqlite'
          ? [
              sql`insert or replace into audit_entries (seq, id, at, action, subject)
                values (${entry!.seq}, 'another', '', '', '')`,
            ]
          : []),
      ]
      for (const attempt of attempts) {
        await expect(attempt.execute(database.db)).rejects.toThrow('The audit log can only be added to')
      }
      expect(await database.db.selectFrom('audit_entries').selectAll().execute()).toEqual([entry])
      await entries(database, [{}])
      expect(await database.db.selectFrom('audit_entries').selectAll().execute()).toHaveLength(2)
    })
  })
})
