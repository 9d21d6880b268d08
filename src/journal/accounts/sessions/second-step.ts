import { PASSKEYS_IMPOSSIBLE, type SecondFactorNeeded } from '../../../contract/api/second-factors.ts'
import type { PasskeyAnswer } from '../../../contract/api/second-factors.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { CallContext } from '../../../platform/call.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import type { UserRow } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { enqueueWithin } from '../../../platform/email/outbox.ts'
import { beginChallenge, takeToSign, type Challenge } from '../second-factors/challenges.ts'
import { tryCode, useCode, WRONG_CODES } from '../second-factors/one-time-codes.ts'
import { checkPasskey, newToSign, notePasskeyUse, passkeyRequest } from '../second-factors/passkeys.ts'
import { readFactors } from '../second-factors/queries.ts'
import { recoveryCodesLeft, useRecoveryCode } from '../second-factors/recovery-codes.ts'
import type { RelyingParty } from '../second-factors/relying-party.ts'
import type { SecondFactorResources } from '../second-factors/resources.ts'
import { lockUser } from '../users/commands.ts'
import type { AccountEmail } from '../users/emails.ts'

/** What the second step of signing in needs, if the account has a second factor; null if it has none. */
export async function askSecondFactor(
  { database, secondFactors: { relyingParty }, address }: CallContext & SecondFactorResources,
  user: UserRow,
): Promise<SecondFactorNeeded['secondFactor'] | null> {
  const { db } = database
  const { passkeys, codes, count } = await readFactors(db, user.id)
  if (!count) return null
  const toSign = relyingParty && passkeys.length ? newToSign() : null
  const challenge = await beginChallenge(db, { purpose: 'sign-in', who: address, userId: user.id, toSign })
  return {
    challenge,
    passkey: toSign === null ? null : passkeyRequest(relyingParty!, toSign, passkeys),
    oneTimeCodes: codes !== undefined,
    recoveryCodes: (await recoveryCodesLeft(db, user.id)) > 0,
  }
}

/** Uses a second factor up, in the transaction that opens the session; false if another call has used it first. */
type Use = (tx: Tx) => Promise<boolean>

/** Checks an answer to the second step; null if it is wrong. */
export async function checkSecondFactor(
  context: CallContext & SecondFactorResources,
  begun: Challenge,
  user: UserRow,
  answer: { code?: string | undefined; recoveryCode?: string | undefined; passkey?: PasskeyAnswer | undefined },
): Promise<Use | null> {
  if (answer.code !== undefined) return checkCode(context, user, answer.code)
  if (answer.passkey !== undefined) return checkAnswer(context, begun, answer.passkey)
  const { recoveryCode } = answer
  return recoveryCode === undefined ? null : (tx) => spendRecoveryCode(tx, user, recoveryCode)
}

async function checkCode(
  { database, secondFactors: { sealer }, log }: SecondFactorResources,
  user: UserRow,
  code: string,
): Promise<Use | null> {
  const tried = await tryCode(database.db, sealer, user.id, code)
  if (!tried) return null
  const { step, failures, isReadable } = tried
  if (!isReadable)
    log.error({ userId: user.id }, 'one-time codes cannot be checked: the file token-secret is another one')
  if (step !== null) return (tx) => useCode(tx, user.id, step)
  // Their password is known to someone: the owner should know, and not only after the last try.
  if (failures === WRONG_CODES.told) {
    await database.transaction(async (tx) => {
      await lockUser(tx, user.id)
      await enqueueWithin<AccountEmail>(tx, {
        kind: 'wrong-codes',
        recipient: user.email,
        data: { name: user.full_name },
      })
    })
  }
  return null
}

async function checkAnswer(
  { database, secondFactors: { relyingParty } }: SecondFactorResources,
  begun: Challenge,
  answer: PasskeyAnswer,
): Promise<Use | null> {
  const toSign = await takeToSign(database.db, begun)
  if (toSign === null || !relyingParty) return null
  const checked = await checkPasskey(database.db, relyingParty, { toSign, userId: begun.user_id, answer })
  return checked && ((tx) => notePasskeyUse(tx, checked.passkey, checked.counter))
}

async function spendRecoveryCode(tx: Tx, user: UserRow, code: string): Promise<boolean> {
  await lockUser(tx, user.id)
  if (!(await useRecoveryCode(tx, user.id, code))) return false
  const left = await recoveryCodesLeft(tx, user.id)
  await writeAuditEntry(tx, user.id, 'user.use-recovery-code', user.id, { after: { left } })
  const data = { name: user.full_name, left }
  await enqueueWithin<AccountEmail>(tx, { kind: 'recovery-code-used', recipient: user.email, data })
  return true
}

/** The journal as passkeys know it; refuses where browsers offer none. */
export function requirePasskeys({ relyingParty }: SecondFactorResources['secondFactors']): RelyingParty {
  if (!relyingParty) throw new DomainError('conflict', PASSKEYS_IMPOSSIBLE)
  return relyingParty
}
