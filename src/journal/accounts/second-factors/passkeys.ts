import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '../../../contract/api/second-factors.ts'
import { PASSKEY_KNOWN, PASSKEYS_ENOUGH } from '../../../contract/api/second-factors.ts'
import { CHALLENGE_MINUTES, PASSKEYS_MAX } from '../../../contract/rules/accounts/second-factors.ts'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import { isUniqueViolation, type Db, type Tx } from '../../../platform/database/connect.ts'
import type { Tables, UserRow } from '../../../platform/database/tables.ts'
import { DomainError } from '../../../platform/errors.ts'
import { newId, newSecret, now } from '../../../platform/ids.ts'
import type { RelyingParty } from './relying-party.ts'

export type PasskeyRow = Tables['passkeys']

/** EdDSA, ES256 and RS256: what authenticators sign with. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = CHALLENGE_MINUTES * MINUTE_MS
/** The library is loaded when the first passkey is used. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

export const listPasskeys = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()

const described = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  type: 'public-key' as const,
  ...(transports ? { transports: transports.split(',') } : {}),
})

/** What a passkey signs: 256 random bits. */
export const newToSign = newSecret

/** Asks for one of these passkeys, or with none for any that the browser has for the journal. */
export const passkeyRequest = (
  relyingParty: RelyingParty,
  toSign: string,
  passkeys: readonly PasskeyRow[] = [],
): PasskeyRequest => ({
  challenge: toSign,
  rpId: relyingParty.id,
  timeout: TIMEOUT_MS,
  userVerification: 'required',
  allowCredentials: passkeys.map(described),
})

/** Asks for a new passkey that can sign in by itself, because its device checks who uses it. */
export const passkeyCreation = (
  relyingParty: RelyingParty,
  toSign: string,
  user: Pick<UserRow, 'id' | 'email' | 'full_name'>,
  existing: readonly PasskeyRow[],
): PasskeyCreation => ({
  challenge: toSign,
  rp: { id: relyingParty.id, name: relyingParty.name },
  user: { id: userHandle(user.id), name: user.email, displayName: user.full_name },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: TIMEOUT_MS,
  attestation: 'none',
  excludeCredentials: existing.map(described),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
})

const userHandle = (userId: string): string => Buffer.from(userId).toString('base64url')

type CheckedPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'>

/** The passkey in a browser's answer; null if anything about it is not as it was asked for. */
export async function checkNewPasskey(
  relyingParty: RelyingParty,
  toSign: string,
  { id, clientDataJSON, attestationObject, transports }: NewPasskey,
): Promise<CheckedPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  try {
    if (!(await isUncertified(attestationObject))) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: toSign,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { credential } = registrationInfo
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: transports.filter((transport) => /^[a-z-]+$/.test(transport)).join(','),
    }
  } catch {
    return null
  }
}

/**
 * True if a new passkey comes without certificates of its maker, which are never asked for: checking them would
 * make the server request the addresses that are written in them.
 */
export async function isUncertified(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await helpers()
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

/** Stores a passkey. The caller has locked the user. */
export async function addPasskey(tx: Tx, userId: string, name: string, checked: CheckedPasskey): Promise<void> {
  if ((await listPasskeys(tx, userId)).length >= PASSKEYS_MAX) throw new DomainError('conflict', PASSKEYS_ENOUGH)
  try {
    await tx
      .insertInto('passkeys')
      .values({ id: newId(), user_id: userId, name, ...checked, created_at: now(), last_used_at: null })
      .execute()
  } catch (error) {
    if (isUniqueViolation(error, 'passkeys_credential_id')) throw new DomainError('conflict', PASSKEY_KNOWN)
    throw error
  }
}

/**
 * The passkey that has signed, with the counter that it sent; null if it is unknown, belongs to another account
 * than `userId`, or its signature, origin or counter is not right.
 */
export async function checkPasskey(
  db: Db,
  relyingParty: RelyingParty,
  { toSign, userId, answer }: { toSign: string; userId: string | null; answer: PasskeyAnswer },
): Promise<{ passkey: PasskeyRow; counter: number } | null> {
  const passkey = await db.selectFrom('passkeys').selectAll().where('credential_id', '=', answer.id).executeTakeFirst()
  if (!passkey || (userId !== null && passkey.user_id !== userId)) return null
  if (answer.userHandle !== undefined && answer.userHandle !== userHandle(passkey.user_id)) return null
  const { verifyAuthenticationResponse } = await library()
  const { id, clientDataJSON, authenticatorData, signature } = answer
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: toSign,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      expectedType: 'webauthn.get',
      requireUserVerification: true,
      credential: {
        id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    })
    return verified ? { passkey, counter: authenticationInfo.newCounter } : null
  } catch {
    return null
  }
}

/** Notes a use; false if the counter has meanwhile reached this one, so that the passkey exists twice. */
export async function notePasskeyUse(tx: Tx, { id }: PasskeyRow, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now() })
    .where('id', '=', id)
    .where((where) =>
      // Passkeys that are copied between devices do not count: theirs stays 0.
      counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
