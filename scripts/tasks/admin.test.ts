import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSignedIn, aUser, PASSWORD } from '../../tests/support/builders.ts'
import { openTestJournal, type TestJournal } from '../../tests/support/databases.ts'
import { makeAdministrator } from '../../src/journal/accounts/administration/command.ts'
import { makeRecoveryCodes } from '../../src/journal/accounts/second-factors/recovery-codes.ts'
import { readFactors } from '../../src/journal/accounts/second-factors/queries.ts'
import { storeCodes } from '../../src/journal/accounts/second-factors/one-time-codes.ts'

const task = join(import.meta.dirname, 'admin.ts')

let journal: TestJournal
beforeAll(async () => {
  journal = await openTestJournal('sqlite')
})
afterAll(() => journal.close())

function command(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', task, ...args],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: journal.dataDir, PUBLIC_URL: 'https://journal.test', NODE_ENV: 'test' },
    },
  )
  return { status, stdout, stderr }
}
const tokenIn = (printed: string) => /^https:\/\/journal\.test\/reset-password#([\w-]{43})$/m.exec(printed)?.[1]
const userOf = (email: string) =>
  journal.database.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

test('npm run admin -- create makes an administrator, whose password is set once by a link', async () => {
  const { status, stdout } = command('create', 'Ada.Editor@Plants.test')
  expect(status).toBe(0)
  const token = tokenIn(stdout)!
  const set = () => journal.post('/auth/reset-password', { token, newPassword: 'Marigold-77' })
  expect((await set()).status).toBe(200)
  expect((await set()).status).toBe(400)
  const answer = await journal.post('/auth/login', { email: 'ada.editor@plants.test', password: 'Marigold-77' })
  expect(answer.body.user).toMatchObject({ role: 'admin', username: 'ada_editor' })
  const create = (email: string) => makeAdministrator(journal.database, email, 'https://journal.test')
  expect(await create('ada.editor@plants.test')).toEqual({ was: 'admin', link: null })
  // Another with the same name before the @, and a name that is short.
  await create('ada.editor@moss.test')
  expect((await userOf('ada.editor@moss.test')).username).toBe('ada_editor_2')
  await create('x@moss.test')
  expect((await userOf('x@moss.test')).username).toMatch(/^\w{3,30}$/)
})

test('npm run admin -- create raises an account that there is, whose sessions end', async () => {
  const author = await aSignedIn(journal)
  const { stdout } = command('create', author.user.email)
  expect(stdout).toContain('with the password that they have')
  expect(tokenIn(stdout)).toBeUndefined()
  expect((await journal.get('/users/me', { as: author })).status).toBe(401)
  const answer = await journal.post('/auth/login', { email: author.user.email, password: PASSWORD })
  expect(answer.body.user.role).toBe('admin')
})

test('npm run admin -- reset leaves second factors, and removes them when it is said', async () => {
  const person = await aSignedIn(journal)
  const { id, email } = person.user
  await journal.database.transaction(async (tx) => {
    await storeCodes(tx, id, 'sealed', 1)
    await makeRecoveryCodes(tx, id)
  })
  const plain = command('reset', email)
  expect(tokenIn(plain.stdout)).toBeTruthy()
  expect((await readFactors(journal.database.db, id)).count).toBe(1)
  expect((await journal.get('/users/me', { as: person })).status).toBe(200)

  const whole = command('reset', email, '--second-factor')
  expect(tokenIn(whole.stdout)).toBeTruthy()
  expect((await readFactors(journal.database.db, id)).count).toBe(0)
  expect((await journal.get('/users/me', { as: person })).status).toBe(401)
  const entries = await journal.database.db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject', '=', id)
    .execute()
  expect(entries.map(({ action }) => action)).toContain('user.remove-second-factors')
})

test('npm run admin -- list names administrators, when they last signed in, and who has a second factor', async () => {
  const [one, other] = [
    await aUser(journal.database, { role: 'admin', fullName: 'Linnea Moss' }),
    await aUser(journal.database, { role: 'admin', fullName: 'Fern Dale' }),
  ]
  const author = await aUser(journal.database)
  await journal.database.transaction((tx) => storeCodes(tx, one.id, 'sealed', 1))
  await journal.post('/auth/login', { email: other.email, password: PASSWORD })
  const { stdout } = command('list')
  const today = new Date().toISOString().slice(0, 10)
  expect(stdout).toContain(`${one.email} (Linnea Moss): has never signed in, has a second factor\n`)
  expect(stdout).toContain(`${other.email} (Fern Dale): last signed in ${today}, no second factor\n`)
  expect(stdout).not.toContain(author.email)
})

test('npm run admin says in a sentence what it cannot do', () => {
  expect(command('remove', 'a@b.test')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('npm run admin -- create EMAIL'),
  })
  expect(command('create', 'nobody').stderr).toBe('"nobody" is not an email address.\n')
  expect(command('reset', 'nobody@plants.test').stderr).toBe(
    'There is no account with the email address nobody@plants.test.\n',
  )
})
