import { counted } from '../../src/contract/domain/counted.ts'
import { LINK_HOURS } from '../../src/contract/api/session.ts'
import { writeAuditEntry } from '../../src/server/audit.ts'
import type { Database } from '../../src/server/database/connect.ts'
import { readEnvironment } from '../../src/server/app/environment.ts'
import { openDatabase } from '../../src/server/app/open.ts'
import { BY_HAND, linkAddress, makeLink } from '../../src/server/users/account-links.ts'
import { findUserByEmail } from '../../src/server/users/queries.ts'

/**
 * `npm run password -- EMAIL`: prints a link with which the owner of an account can set a new password, for
 * journals without a mail server and administrators who have lost their password. Works while the server
 * runs.
 */
async function main(): Promise<void> {
  const [email, ...more] = process.argv.slice(2)
  if (!email || more.length) {
    throw new Error('Please give the email address of one account: npm run password -- somebody@example.org')
  }
  const environment = readEnvironment(process.env)
  const database = await openDatabase(environment)
  try {
    const link = await linkFor(database, email.toLowerCase(), environment.publicUrl)
    if (link === null) throw new Error(`There is no account with the email address ${email}.`)
    process.stdout.write(
      `With this link a new password can be set for ${email}.\n` +
        `It works once, for ${counted(LINK_HOURS.passwordReset, 'hour')}. Give it to nobody but the owner of the account.\n\n` +
        `${link}\n`,
    )
  } finally {
    await database.close()
  }
}

const linkFor = (database: Database, email: string, publicUrl: string): Promise<string | null> =>
  database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user) return null
    await writeAuditEntry(tx, { actorId: null, action: 'user.ask-password-reset', subject: user.id })
    const token = await makeLink(tx, { userId: user.id, purpose: 'password-reset', email: BY_HAND })
    return linkAddress(publicUrl, 'password-reset', token)
  })

try {
  await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
