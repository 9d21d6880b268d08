import { randomBytes } from 'node:crypto'
import type { Database, Db } from '../../../platform/database/connect.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import { DEFAULT_NAME } from '../../../contract/rules/accounts/users.ts'
import { hashPassword } from './passwords.ts'
import { createUser } from './commands.ts'

/** The default address of the administrator; nothing is ever sent to it. */
const DEFAULT_EMAIL = 'admin@example.org'

/**
 * Creates the administrator if there is none. Returns a generated password to print once to the terminal, or
 * nothing if none was needed.
 */
export async function ensureAdministrator(
  database: Database,
  configured: { email: string; password: string } | undefined,
): Promise<{ email: string; password: string } | undefined> {
  if (await hasAdministrator(database.db)) return undefined
  const email = (configured?.email ?? DEFAULT_EMAIL).toLowerCase()
  const password = configured?.password ?? randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  const create = database.transaction(async (tx) => {
    const user = await createUser(tx, {
      fullName: DEFAULT_NAME,
      username: 'admin',
      email,
      phoneNumber: null,
      location: null,
      orcid: null,
      role: 'admin',
      passwordHash,
      lastLoginAt: null,
    })
    await writeAuditEntry(tx, null, 'user.create-administrator', user.id, { after: { email, role: 'admin' } })
  })
  try {
    await create
  } catch (error) {
    // Another process that started at the same time has created one.
    if (await hasAdministrator(database.db)) return undefined
    throw error
  }
  return configured ? undefined : { email, password }
}

const hasAdministrator = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()) !== undefined
