import { readEnvironment } from '../../src/app/environment.ts'
import { openDatabase } from '../../src/app/open.ts'
import { resetAccount } from '../../src/journal/accounts/administration/command.ts'
import { linkInWords } from '../../src/journal/accounts/users/link-by-hand.ts'

/**
 * `npm run password -- EMAIL`: prints a link with which the owner of an account can set a new password, for
 * journals without a mail server and administrators who have lost their password. Works while the server
 * runs.
 */
async function main(): Promise<void> {
  const [email, ...more] = process.argv.slice(2)
  if (!email || more.length) {
    throw new Error('Please give the email address of one account: npm run password -- someone@example.org')
  }
  const environment = readEnvironment(process.env)
  const database = await openDatabase(environment)
  try {
    const { publicUrl } = environment
    const link = await resetAccount(database, email.toLowerCase(), { publicUrl, secondFactor: false })
    if (link === null) throw new Error(`There is no account with the email address ${email}.`)
    process.stdout.write(linkInWords(email, link))
  } finally {
    await database.close()
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
