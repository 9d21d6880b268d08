import {
  LAST_SECOND_FACTOR,
  PASSKEY_REFUSED,
  SECOND_FACTOR_WRONG,
  type secondFactors,
} from '../../../contract/api/second-factors.ts'
import { CONFIRM_FIRST } from '../../../contract/rules/accounts/access.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { CallContext, Handlers } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import { invalid, notFound, DomainError } from '../../../platform/errors.ts'
import { beginChallenge, finishChallenge, openChallenge, takeToSign } from '../second-factors/challenges.ts'
import { codeUri, newCodeSecret, stepOfCode, storeCodes } from '../second-factors/one-time-codes.ts'
import { addPasskey, checkNewPasskey, listPasskeys, newToSign, passkeyCreation } from '../second-factors/passkeys.ts'
import { needsSecondFactor, readFactors } from '../second-factors/queries.ts'
import { makeRecoveryCodes, recoveryCodesLeft } from '../second-factors/recovery-codes.ts'
import { lockUser } from '../users/commands.ts'
import { tellSignInChanged } from '../users/emails.ts'
import { refuseTooSoon, requireCurrentPassword } from '../users/password-check.ts'
import { findUser } from '../users/queries.ts'
import { requireLiveSession } from './queries.ts'
import { revokeOtherSessions } from './commands.ts'
import type { SessionResources } from './resources.ts'
import { requirePasskeys } from './second-step.ts'

type Context = CallContext<'own access'> & SessionResources

/** What people do with their own second factors. Every change needs the password, and is written to the owner. */
export const secondFactorHandlers: Handlers<
  { secondFactors: typeof secondFactors },
  SessionResources
>['secondFactors'] = {
  read: async ({ database: { db }, caller, secondFactors }) => {
    const { passkeys, codes } = await readFactors(db, caller.userId)
    return {
      required: secondFactors.required && needsSecondFactor(caller),
      passkeysPossible: secondFactors.relyingParty !== null,
      passkeys: passkeys.map((row) => ({
        id: row.id,
        name: row.name,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
      })),
      oneTimeCodes: codes ? { createdAt: codes.created_at, lastUsedAt: codes.last_used_at } : null,
      recoveryCodesLeft: await recoveryCodesLeft(db, caller.userId),
    }
  },

  beginPasskey: async (context, { currentPassword }) => {
    const { database, caller, secondFactors } = context
    const relyingParty = requirePasskeys(secondFactors)
    await requireCurrentPassword(context, currentPassword)
    const user = await ownAccount(context)
    refuseUnconfirmed(user)
    const toSign = newToSign()
    const challenge = await beginChallenge(database.db, {
      ...{ purpose: 'add-passkey', who: caller.sessionId, userId: user.id, toSign },
    })
    const existing = await listPasskeys(database.db, user.id)
    return { challenge, options: passkeyCreation(relyingParty, toSign, user, existing) }
  },

  addPasskey: async (context, { challenge, name, passkey }) => {
    const { database, caller, secondFactors } = context
    const relyingParty = requirePasskeys(secondFactors)
    const begun = await openChallenge(database.db, { token: challenge, purpose: 'add-passkey', who: caller.sessionId })
    const toSign = await takeToSign(database.db, begun)
    const checked = toSign === null ? null : await checkNewPasskey(relyingParty, toSign, passkey)
    if (!checked) throw new DomainError('invalid', PASSKEY_REFUSED)
    const recoveryCodes = await changeFactors(context, `A passkey was added: “${name}”.`, async (tx, endedSessions) => {
      await finishChallenge(tx, begun)
      await addPasskey(tx, caller.userId, name, checked)
      await writeAuditEntry(tx, context.caller.userId, 'user.add-passkey', context.caller.userId, {
        after: { name, endedSessions },
      })
    })
    return { message: 'The passkey is added', recoveryCodes }
  },

  removePasskey: async (context, { id, currentPassword }) => {
    await requireCurrentPassword(context, currentPassword)
    const { caller } = context
    const passkey = (await listPasskeys(context.database.db, caller.userId)).find((own) => own.id === id)
    if (!passkey) throw notFound('Passkey')
    const { name } = passkey
    await changeFactors(context, `A passkey was removed: “${name}”.`, async (tx, endedSessions) => {
      const { numDeletedRows } = await tx
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', caller.userId)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw notFound('Passkey')
      await writeAuditEntry(tx, context.caller.userId, 'user.remove-passkey', context.caller.userId, {
        before: { name },
        after: { endedSessions },
      })
    })
    return { message: 'The passkey is removed' }
  },

  beginCodes: async (context, { currentPassword }) => {
    const { database, caller, secondFactors } = context
    await requireCurrentPassword(context, currentPassword)
    const user = await ownAccount(context)
    refuseUnconfirmed(user)
    const secret = newCodeSecret()
    const challenge = await beginChallenge(database.db, {
      ...{ purpose: 'set-up-codes', who: caller.sessionId, userId: user.id },
      sealed: secondFactors.sealer.seal(secret, user.id),
    })
    return { challenge, secret, uri: codeUri(secret, user.email) }
  },

  confirmCodes: async (context, { challenge, code }) => {
    const { database, caller, secondFactors, signInDelays, address } = context
    const begun = await openChallenge(database.db, { token: challenge, purpose: 'set-up-codes', who: caller.sessionId })
    const { email } = await ownAccount(context)
    await refuseTooSoon(signInDelays, address, email.toLowerCase())
    const secret = secondFactors.sealer.open(begun.sealed!, caller.userId)
    const step = secret === null ? null : stepOfCode(secret, code)
    if (step === null) {
      await signInDelays.failed(address, email.toLowerCase())
      throw invalid('code', SECOND_FACTOR_WRONG)
    }
    const recoveryCodes = await changeFactors(context, 'One-time codes were set up.', async (tx, endedSessions) => {
      await finishChallenge(tx, begun)
      await storeCodes(tx, caller.userId, begun.sealed!, step)
      await writeAuditEntry(tx, context.caller.userId, 'user.set-up-codes', context.caller.userId, {
        after: { endedSessions },
      })
    })
    return { message: 'One-time codes are set up', recoveryCodes }
  },

  removeCodes: async (context, { currentPassword }) => {
    await requireCurrentPassword(context, currentPassword)
    await changeFactors(context, 'One-time codes were removed.', async (tx, endedSessions) => {
      const { numDeletedRows } = await tx
        .deleteFrom('one_time_codes')
        .where('user_id', '=', context.caller.userId)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw notFound('One-time codes')
      await writeAuditEntry(tx, context.caller.userId, 'user.remove-codes', context.caller.userId, {
        after: { endedSessions },
      })
    })
    return { message: 'One-time codes are removed' }
  },

  makeRecoveryCodes: async (context, { currentPassword }) => {
    await requireCurrentPassword(context, currentPassword)
    const recoveryCodes = await context.database.transaction(async (tx) => {
      await lockUser(tx, context.caller.userId)
      await requireLiveSession(tx, context.caller)
      const user = await ownAccount(context, tx)
      const { count } = await readFactors(tx, user.id)
      if (!count) throw new DomainError('conflict', 'Please add a passkey or set up one-time codes first.')
      await writeAuditEntry(tx, context.caller.userId, 'user.make-recovery-codes', context.caller.userId)
      await tellSignInChanged(tx, user, 'New recovery codes were made; earlier ones no longer work.')
      return makeRecoveryCodes(tx, user.id)
    })
    return { recoveryCodes }
  },
}

/**
 * A second factor locks others out: adding one takes an address that is known to be theirs. Administrators were
 * made by someone who knows them, and may have to add one before they can do anything else.
 */
function refuseUnconfirmed({ role, email_confirmed_at }: UserRow): void {
  if (role !== 'admin' && email_confirmed_at === null) throw new DomainError('conflict', CONFIRM_FIRST)
}

async function ownAccount({ database, caller }: Context, tx?: Tx): Promise<UserRow> {
  const user = await findUser(tx ?? database.db, caller.userId)
  if (!user) throw notFound('User')
  return user
}

/**
 * Changes the caller's second factors, one change at a time: ends their other sessions, writes to them, makes
 * recovery codes with the first factor and removes them with the last, which an administrator keeps if the journal
 * requires one. Returns the recovery codes that were made.
 */
const changeFactors = (
  context: Context,
  what: string,
  change: (tx: Tx, endedSessions: number) => Promise<void>,
): Promise<string[] | null> =>
  context.database.transaction(async (tx) => {
    const { caller, secondFactors } = context
    await lockUser(tx, caller.userId)
    await requireLiveSession(tx, caller)
    const user = await ownAccount(context, tx)
    const before = await readFactors(tx, user.id)
    if (before.count === 0) refuseUnconfirmed(user)
    await change(tx, await revokeOtherSessions(tx, caller))
    await tellSignInChanged(tx, user, what)
    const after = await readFactors(tx, user.id)
    if (before.count === 0) return makeRecoveryCodes(tx, user.id)
    if (after.count > 0) return null
    if (secondFactors.required && needsSecondFactor(caller)) throw new DomainError('conflict', LAST_SECOND_FACTOR)
    await tx.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute()
    return null
  })
