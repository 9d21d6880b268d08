import { beforeAll, describe, expect, test } from 'vitest'
import { loadAuditEntries } from '../../../../tests/support/audit-entries.ts'
import { aCategory, aSignedIn, aVolume, type SignedIn } from '../../../../tests/support/builders.ts'
import { eachDatabase, type TestJournal } from '../../../../tests/support/databases.ts'
import type { SettingUp } from '../../../contract/api/setting-up.ts'
import { STEP_IDS, type StepId, type StepState } from '../../../contract/rules/settings/setting-up.ts'
import { startJournal } from '../start.ts'
import { NOT_TO_BE_SAID } from './setting-up.ts'

describe('setting up', () => {
  eachDatabase((open) => {
    let journal: TestJournal
    let admin: SignedIn
    beforeAll(async () => {
      journal = await open()
      await startJournal(journal.database, journal.resources.textBuilder)
      admin = await aSignedIn(journal, { role: 'admin', fullName: 'Samina Farooqi' })
    })
    const read = async (as = admin): Promise<SettingUp['steps']> =>
      (await journal.get('/setting-up', { as })).body.steps
    const done = async (as = admin) => (await read(as)).filter(({ state }) => state === 'done').map(({ id }) => id)
    const mark = (step: StepId, state: StepState) => journal.put(`/setting-up/${step}`, { state }, { as: admin })

    test('is told from what the journal has', async () => {
      expect((await read()).map(({ id }) => id)).toEqual(STEP_IDS)
      expect(await done()).toEqual(['samples'])
      await aCategory(journal.database)
      await aVolume(journal.database)
      const second = await aSignedIn(journal, { role: 'admin' })
      expect(await done()).toEqual(['categories', 'volume', 'samples', 'editor'])
      const { db } = journal.database
      await db
        .insertInto('passkeys')
        .values({
          ...{ id: 'p', user_id: second.user.id, credential_id: 'c', public_key: 'k', counter: 0, transports: '[]' },
          ...{ name: 'Phone', created_at: new Date().toISOString(), last_used_at: null },
        } as never)
        .execute()
      // It is one's own.
      expect(await done(second)).toContain('factor')
      expect(await done()).not.toContain('factor')
    })

    test('what no fact tells is said by name, logged, and taken back', async () => {
      const said = await mark('policies', 'done')
      expect(said.status, said.text).toBe(200)
      const find = async (id: StepId) => (await read()).find((step) => step.id === id)!
      expect(await find('policies')).toMatchObject({ state: 'done', said: { by: 'Samina Farooqi' } })
      await mark('doi', 'not planned')
      expect(await find('doi')).toMatchObject({ state: 'not planned', said: { by: 'Samina Farooqi' } })
      await mark('doi', 'open')
      await mark('doi', 'open')
      expect(await find('doi')).toMatchObject({ state: 'open', said: null })
      const entries = await loadAuditEntries(journal.database, 'doi')
      expect(entries.map(({ after }) => after)).toEqual([{ state: 'not planned' }, { state: 'open' }])
    })

    test('what the journal sees by itself is not said to be done', async () => {
      const refused = await mark('copy', 'done')
      expect([refused.status, refused.body.errors]).toEqual([400, { state: NOT_TO_BE_SAID }])
      expect((await journal.put('/setting-up/nothing', { state: 'open' }, { as: admin })).status).toBe(400)
    })

    test('what is there counts, whatever was said before', async () => {
      await mark('categories', 'not planned')
      expect((await read()).find(({ id }) => id === 'categories')).toMatchObject({ state: 'done', said: null })
    })
  })
})
