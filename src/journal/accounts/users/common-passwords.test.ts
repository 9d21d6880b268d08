import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { aSignedIn, PASSWORD } from '../../../../tests/support/builders.ts'
import { openTestJournal, type TestJournal } from '../../../../tests/support/databases.ts'
import { PASSWORD_COMMON } from '../../../contract/api/passwords.ts'
import { isCommonPassword } from './common-passwords.ts'
import { makeLink } from './account-links.ts'

const COMMON = 'Password1'

test.each(['Password1', 'PASSWORD1', 'Welcome1', 'Qwerty123', 'Abcd1234', 'Passw0rd', 'Iloveyou1', 'Admin123'])(
  '%s is common',
  (password) => expect(isCommonPassword(password)).toBe(true),
)

test.each([PASSWORD, 'Marigold-77', 'correct Horse battery 9'])('%s is not', (password) =>
  expect(isCommonPassword(password)).toBe(false),
)

describe('a password that many people use is refused', () => {
  let journal: TestJournal
  beforeAll(async () => {
    journal = await openTestJournal('sqlite')
    return () => journal.close()
  })

  test('at signing up', async () => {
    const answer = await journal.post('/auth/register', {
      fullName: 'Ayesha Malik',
      username: 'ayesha',
      email: 'ayesha@plants.test',
      password: COMMON,
      phoneNumber: '+92 300 1234567',
      location: 'Multan',
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ message: PASSWORD_COMMON, errors: { password: PASSWORD_COMMON } })
  })

  test('when it is changed', async () => {
    const person = await aSignedIn(journal)
    const passwords = { currentPassword: PASSWORD, newPassword: COMMON }
    const answer = await journal.post('/auth/password', passwords, { as: person })
    expect(answer.body.errors).toEqual({ newPassword: PASSWORD_COMMON })
  })

  test('behind the link of an email, which stays good', async () => {
    const { user } = await aSignedIn(journal)
    const link = { userId: user.id, purpose: 'password-reset', email: user.email } as const
    const token = await journal.database.transaction((tx) => makeLink(tx, link))
    const reset = (newPassword: string) => journal.post('/auth/reset-password', { token, newPassword })
    expect((await reset(COMMON)).body.errors).toEqual({ newPassword: PASSWORD_COMMON })
    expect((await reset('Marigold-77')).status).toBe(200)
  })
})

test('the list stays on the server', () => {
  const web = join(import.meta.dirname, '..', '..', '..', 'web')
  const contract = join(import.meta.dirname, '..', '..', '..', 'contract')
  for (const folder of [web, contract]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!/\.tsx?$/.test(entry.name)) continue
      expect(readFileSync(join(entry.parentPath, entry.name), 'utf8'), entry.name).not.toMatch(
        /zxcvbn|common-passwords/,
      )
    }
  }
})
