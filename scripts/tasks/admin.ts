import { z } from 'zod'
import type { Database } from '../../src/platform/database/connect.ts'

const USAGE = `Please say what to do:
  npm run admin -- create EMAIL                  makes an administrator, of a new account or of one that there is
  npm run admin -- reset EMAIL                   prints a link that sets a new password
  npm run admin -- reset EMAIL --second-factor   the same, and removes passkeys and one-time codes
  npm run admin -- list                          lists the administrators`

/** `npm run admin`: administrators, for the operator at the machine. Works while the server runs. */
async function main(): Promise<void> {
  const [verb, ...rest] = process.argv.slice(2)
  const secondFactor = verb === 'reset' && rest[1] === '--second-factor'
  const expected = verb === 'list' ? 0 : secondFactor ? 2 : 1
  if (!['create', 'reset', 'list'].includes(verb ?? '') || rest.length !== expected) throw new Error(USAGE)
  const email = rest[0] === undefined ? '' : emailIn(rest[0])
  const { readEnvironment } = await import('../../src/app/environment.ts')
  const { openDatabase } = await import('../../src/app/open.ts')
  const environment = readEnvironment(process.env)
  const { publicUrl } = environment
  const database = await openDatabase(environment)
  try {
    if (verb === 'list') await list(database)
    else if (verb === 'create') await create(database, email, publicUrl)
    else await reset(database, email, { publicUrl, secondFactor })
  } finally {
    await database.close()
  }
}

// What was typed is checked before the journal is loaded.
const command = () => import('../../src/journal/accounts/administration/command.ts')
const words = () => import('../../src/journal/accounts/users/link-by-hand.ts')

const print = (text: string) => void process.stdout.write(text)

function emailIn(typed: string): string {
  if (!z.email().safeParse(typed).success) throw new Error(`"${typed}" is not an email address.`)
  return typed.toLowerCase()
}

async function create(database: Database, email: string, publicUrl: string): Promise<void> {
  const { makeAdministrator } = await command()
  const { was, link } = await makeAdministrator(database, email, publicUrl)
  if (was === 'admin') return print(`${email} is an administrator already. Nothing was changed.\n`)
  print(`${email} is an administrator now.\n`)
  if (link === null) print('They have to sign in again, with the password that they have.\n')
  else if (was === 'author')
    print(
      'The address of this account was never confirmed, so someone else may have signed up with it: its password,\n' +
        'profile, passkeys and one-time codes are removed, and its sessions have ended.\n',
    )
  if (link !== null) print((await words()).linkInWords(email, link))
}

async function reset(
  database: Database,
  email: string,
  options: { publicUrl: string; secondFactor: boolean },
): Promise<void> {
  const { resetAccount } = await command()
  const link = await resetAccount(database, email, options)
  if (link === null) throw new Error(`There is no account with the email address ${email}.`)
  if (options.secondFactor) print(`The passkeys and one-time codes of ${email} are removed, and all sessions ended.\n`)
  print((await words()).linkInWords(email, link))
}

async function list(database: Database): Promise<void> {
  const { listAdministrators } = await command()
  const administrators = await listAdministrators(database)
  if (!administrators.length) print('There is no administrator.\n')
  for (const { email, fullName, lastLoginAt, hasSecondFactor } of administrators) {
    const signedIn = lastLoginAt ? `last signed in ${lastLoginAt.slice(0, 10)}` : 'has never signed in'
    print(`${email} (${fullName}): ${signedIn}, ${hasSecondFactor ? 'has a second factor' : 'no second factor'}\n`)
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
