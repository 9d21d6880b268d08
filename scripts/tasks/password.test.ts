import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { aUser, PASSWORD } from '../../tests/support/builders.ts'
import { openTestJournal } from '../../tests/support/databases.ts'
import { findUser } from '../../src/journal/accounts/users/queries.ts'

const task = join(import.meta.dirname, 'password.ts')

function command(dataDir: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', task, ...args],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, PUBLIC_URL: 'https://journal.test', NODE_ENV: 'test' },
    },
  )
  return { status, stdout, stderr }
}

test('npm run password prints a link that sets a new password once, while the journal runs', async () => {
  const journal = await openTestJournal('sqlite')
  const user = await aUser(journal.database, { confirmed: false })
  const { status, stdout } = command(journal.dataDir, user.email.toUpperCase())
  expect(status).toBe(0)
  expect(stdout).toContain('It works once, for 1 hour.')
  const token = /^https:\/\/journal\.test\/reset-password#([\w-]{43})$/m.exec(stdout)![1]!
  const stored = await journal.database.db.selectFrom('account_links').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  const reset = () => journal.post('/auth/reset-password', { token, newPassword: 'Marigold-77' })
  expect((await reset()).status).toBe(200)
  expect((await reset()).status).toBe(400)
  const login = (password: string) => journal.post('/auth/login', { email: user.email, password })
  expect((await login(PASSWORD)).status).toBe(401)
  expect((await login('Marigold-77')).status).toBe(200)
  // Nothing was emailed: the address is as unconfirmed as before.
  expect((await findUser(journal.database.db, user.id))!.email_confirmed_at).toBeNull()
  await journal.close()
})

test('npm run password says in a sentence why it cannot', () => {
  const dataDir = mkdtempSync(join(inject('temporaryFolder'), 'password-'))
  expect(command(dataDir, 'nobody@plants.test')).toMatchObject({
    status: 1,
    stderr: 'There is no account with the email address nobody@plants.test.\n',
  })
  expect(command(dataDir).stderr).toContain('npm run password -- someone@example.org')
})
