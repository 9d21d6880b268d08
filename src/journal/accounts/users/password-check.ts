import { CURRENT_PASSWORD_WRONG } from '../../../contract/api/passwords.ts'
import type { CallContext } from '../../../platform/call.ts'
import { invalid, notFound, DomainError } from '../../../platform/errors.ts'
import { findUser } from './queries.ts'
import { passwordMatches } from './passwords.ts'
import type { UserResources } from './resources.ts'
import type { SignInDelays } from './sign-in-delays.ts'

/** Throws if the wait after earlier failures is not over. */
export async function refuseTooSoon(delays: SignInDelays, address: string, email: string): Promise<void> {
  const wait = await delays.waitFor(address, email)
  if (wait === 0) return
  throw new DomainError(
    'too_many_requests',
    `Too many failed attempts. Please try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
    { retryAfter: wait },
  )
}

/**
 * Throws unless the caller has typed their own password, because the session may be in use by someone else at
 * an unattended screen. Wrong attempts delay the next one, as at sign-in.
 */
export async function requireCurrentPassword(
  {
    database,
    signInDelays,
    caller,
    address,
  }: CallContext<'signed in'> & Pick<UserResources, 'database' | 'signInDelays'>,
  currentPassword: string,
): Promise<void> {
  const user = await findUser(database.db, caller.userId)
  if (!user) throw notFound('User')
  await refuseTooSoon(signInDelays, address, user.email)
  if (!(await passwordMatches(user.password_hash, currentPassword))) {
    await signInDelays.failed(address, user.email)
    throw invalid('currentPassword', CURRENT_PASSWORD_WRONG)
  }
  await signInDelays.succeeded(address, user.email)
}
