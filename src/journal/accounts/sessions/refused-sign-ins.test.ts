import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aSignedIn, aUser, PASSWORD, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, openTestJournal, type TestJournal } from '../../../../tests/support/databases.ts'
import type { Activity } from '../../../contract/api/activity.ts'
import { RefusedSignIns } from './refused-sign-ins.ts'

const NOON = Date.UTC(2026, 5, 1, 12)
const HOUR = 3_600_000

describe('a refused sign-in', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      admin = await aSignedIn(journal, { role: 'admin' })
    })
    const activity = async (): Promise<Activity[]> =>
      (await journal.get('/activity?about=session&limit=100', { as: admin })).body.data

    test('is in the log for an account and for nobody, without the password', async () => {
      const user = await aUser(journal.database, { fullName: 'Rosa Gardener' })
      const typed = 'Not-Her-Password-1'
      expect((await journal.post('/auth/login', { email: user.email, password: typed })).status).toBe(401)
      expect((await journal.post('/auth/login', { email: 'nobody@plants.test', password: typed })).status).toBe(401)
      const [nobodys, hers] = await activity()
      expect(hers).toMatchObject({
        actor: null,
        action: 'session.refuse',
        subject: { id: user.id, name: 'Rosa Gardener' },
        after: { email: user.email, failuresWithinAnHour: 1 },
      })
      expect(nobodys).toMatchObject({
        actor: null,
        action: 'session.refuse',
        subject: { id: 'unknown', name: 'an unknown account' },
        after: { email: 'nobody@plants.test', failuresWithinAnHour: 1 },
      })
      const kept = await journal.database.db.selectFrom('audit_entries').selectAll().execute()
      expect(JSON.stringify(kept)).not.toContain(typed)
      const about = (await journal.get(`/activity?subject=unknown`, { as: admin })).body.data
      expect(about).toHaveLength(1)
    })

    test('is answered the same when the log cannot be written', async () => {
      const broken = await open()
      const user = await aUser(broken.database)
      await broken.database.db.schema.dropTable('audit_entries').execute()
      const answer = await broken.post('/auth/login', { email: user.email, password: 'Wrong-One-1' })
      expect(answer.status).toBe(401)
      expect(broken.logged.join()).toContain('a refused sign-in could not be written down')
    })
  })
})

describe('a flood of refused sign-ins', () => {
  let journal: TestJournal
  let refused: RefusedSignIns
  beforeEach(async () => {
    journal = await openTestJournal('sqlite')
    refused = new RefusedSignIns()
    return () => journal.close()
  })
  const add = (email: string, address = '192.0.2.1', at = NOON) =>
    refused.add(journal.database, { email, address, userId: null }, at)
  const entries = async () =>
    (await journal.database.db.selectFrom('audit_entries').select(['action', 'after']).orderBy('at').execute()).map(
      ({ action, after }) => ({ action, ...(JSON.parse(after!) as object) }),
    )

  test('at one account is written at 1, 10, 100; the rest as a number', async () => {
    for (let time = 0; time < 250; time++) await add('rosa@plants.test', `192.0.2.${time}`)
    await refused.sum(journal.database, NOON + HOUR)
    const written = await entries()
    expect(written).toHaveLength(4)
    for (const failuresWithinAnHour of [1, 10, 100]) {
      expect(written).toContainEqual({ action: 'session.refuse', email: 'rosa@plants.test', failuresWithinAnHour })
    }
    expect(written).toContainEqual({ action: 'session.refuse-more', refused: 247 })
  })

  test('from one network address, at ever other accounts, leaves room for others', async () => {
    for (let time = 0; time < 500; time++) await add(`made-up-${time}@plants.test`)
    expect(await entries()).toHaveLength(20)
    await add('rosa@plants.test', '192.0.2.2')
    expect(await entries()).toHaveLength(21)
  })

  test('from everywhere writes no more than so much an hour, and is counted', async () => {
    for (let time = 0; time < 1000; time++) await add(`made-up-${time}@plants.test`, `10.0.${time % 250}.1`)
    expect(await entries()).toHaveLength(300)
    // The next hour begins with the number that was not logged one by one.
    await add('rosa@plants.test', '192.0.2.2', NOON + HOUR)
    const written = await entries()
    expect(written).toHaveLength(302)
    expect(written).toContainEqual({ action: 'session.refuse-more', refused: 700 })
  })

  test('that never came is not written about', async () => {
    await refused.sum(journal.database, NOON)
    expect(await entries()).toEqual([])
    expect((await journal.post('/auth/login', { email: 'x@plants.test', password: PASSWORD })).status).toBe(401)
  })
})
