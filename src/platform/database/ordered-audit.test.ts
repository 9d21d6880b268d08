import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadAuditEntries } from '../../../tests/support/audit-entries.ts'
import { eachDatabase } from '../../../tests/support/databases.ts'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { writeAuditEntry } from '../audit.ts'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'

const AT = '2026-01-01T00:00:00.000Z'
const LATER = '2026-02-01T00:00:00.000Z'

/** Entries as earlier releases wrote them: timestamp, id, action, and changes. */
const ENTRIES: [at: string, id: string, action: string, before: object | null, after: object | null][] = [
  [LATER, 'a', 'volume.update', { title: 'One' }, { title: 'Two' }],
  [AT, 'c', 'user.register', null, null],
  [
    AT,
    'b',
    'user.update',
    { full_name: 'R', phone_number: null },
    { full_name: 'say "full_name": x', bio: 'full_name' },
  ],
  [AT, 'd', 'article.archive', { archived_at: null }, { archived_at: AT }],
  [AT, 'e', 'article.approve', { pdf_file_id: null, volume_id: 'v' }, { accepted_on: AT, page_num: '1', issue: null }],
  [AT, 'f', 'user.connect-orcid', { orcid: null, proven: false }, { orcid: '0000-0001', proven: true }],
  [AT, 'g', 'article.add-pdf', null, { file: 'p', name: 'p.pdf' }],
  [AT, 'h', 'article.import', null, { file: 'a.xml', slug: 's' }],
]

/** A database of the previous release, with a log, earlier editorial boards and emails. */
async function anOlderDatabase(database: Database): Promise<void> {
  const { db } = database
  const run = (statement: string) => sql.raw(statement).execute(db)
  await migrate(database, '0010-people')
  const json = (value: object | null) => value && JSON.stringify(value)
  for (const [at, id, action, before, after] of ENTRIES) {
    await sql`insert into audit_entries (id, at, action, subject, before, after)
      values (${id}, ${at}, ${action}, ${id}, ${json(before)}, ${json(after)})`.execute(db)
  }
  await run(`insert into categories values ('c', 'C', 'c', '${AT}', '${AT}')`)
  await run(`insert into editorial_members (id, members, updated_at) values ('board', 'Now', '${LATER}')`)
  for (const [id, members, replaced] of [
    ['z', 'First', AT],
    ['y', 'Third', LATER],
    ['x', 'Second', LATER],
  ]) {
    await run(`insert into editorial_members_versions (id, members, updated_at, replaced_at)
      values ('${id}', '${members}', '${AT}', '${replaced}')`)
  }
  for (const [id, kind, data] of [
    ['reset', 'password-reset', { name: '"userId":"bruno" \ud800', userId: 'rosa' }],
    ['received', 'submission-received', { articleId: 'a', name: '"userId":"bruno"' }],
  ] as const) {
    await sql`insert into outbox (id, kind, recipient, data, created_at, next_try_at)
      values (${id}, ${kind}, 'r@b.test', ${json(data)}, ${AT}, ${AT})`.execute(db)
  }
}

describe('an audit log without an order', () => {
  eachDatabase((_open, engine) => {
    let database: Database
    beforeAll(async () => {
      const fresh = await freshDatabase(engine)
      database = connect(fresh.where)
      await anOlderDatabase(database)
      await migrate(database)
      return async () => {
        await database.close()
        await fresh.remove()
      }
    })
    const ids = async () =>
      (await database.db.selectFrom('audit_entries').select(['seq', 'id']).orderBy('seq').execute()).map(
        ({ seq, id }) => `${seq} ${id}`,
      )

    test('gets one: by time, then by id, and goes on from there', async () => {
      const before = ['1 b', '2 c', '3 d', '4 e', '5 f', '6 g', '7 h', '8 a']
      expect(await ids()).toEqual(before)
      await database.transaction((tx) => writeAuditEntry(tx, null, 'volume.create', 'new', { after: { title: 'New' } }))
      const after = await ids()
      expect(after.slice(0, -1)).toEqual(before)
      expect(after.at(-1)).toMatch(/^9 /)
    })

    test('says its fields by the names of the API, and leaves what people wrote as it was', async () => {
      const sides = async (subject: string) =>
        (await loadAuditEntries(database, subject)).map((e) => [e.before, e.after])
      expect(await sides('a')).toEqual([[{ title: 'One' }, { title: 'Two' }]])
      expect(await sides('b')).toEqual([
        [
          { fullName: 'R', phoneNumber: null },
          { fullName: 'say "full_name": x', bio: 'full_name' },
        ],
      ])
      expect(await sides('c')).toEqual([[null, null]])
      expect(await sides('d')).toEqual([[{ archivedAt: null }, { archivedAt: AT }]])
      expect(await sides('e')).toEqual([
        [
          { pdfFileId: null, volumeId: 'v' },
          { acceptedAt: AT, pageNum: '1', issue: null },
        ],
      ])
      expect(await sides('f')).toEqual([
        [
          { orc_id: null, orcidProven: false },
          { orc_id: '0000-0001', orcidProven: true },
        ],
      ])
      expect(await sides('g')).toEqual([[null, { pdfFileId: 'p', name: 'p.pdf' }]])
      expect(await sides('h')).toEqual([[null, { file: 'a.xml', slug: 's' }]])
    })

    test('can only be added to, as before', async () => {
      for (const attempt of [sql`update audit_entries set subject = ''`, sql`delete from audit_entries`]) {
        await expect(attempt.execute(database.db)).rejects.toThrow('The audit log can only be added to')
      }
    })

    test('stands beside versions that are counted', async () => {
      const { db } = database
      expect(await db.selectFrom('categories').select('version').execute()).toEqual([{ version: 1 }])
      expect(await db.selectFrom('editorial_members').select('version').execute()).toEqual([{ version: 4 }])
      const earlier = db.selectFrom('editorial_members_versions').select(['version', 'members']).orderBy('version')
      expect(await earlier.execute()).toEqual([
        { version: 1, members: 'First' },
        { version: 2, members: 'Second' },
        { version: 3, members: 'Third' },
      ])
    })

    test('stands beside emails that name their account', async () => {
      const emails = database.db.selectFrom('outbox').select(['id', 'user_id']).orderBy('id')
      expect(await emails.execute()).toEqual([
        { id: 'received', user_id: null },
        { id: 'reset', user_id: 'rosa' },
      ])
    })
  })
})
