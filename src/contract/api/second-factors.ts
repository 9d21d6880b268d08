import { z } from 'zod'
import {
  CHALLENGE_MINUTES,
  codeDigits,
  PASSKEY_NAME_MAX,
  PASSKEYS_MAX,
  recoveryCodeCharacters,
} from '../rules/accounts/second-factors.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, line } from './field-schemas.ts'
import { CurrentPassword } from './passwords.ts'

/** The same for everything that is not right, so that it reveals nothing. */
export const SECOND_FACTOR_WRONG = 'That code is wrong or has already been used. Please try again.'
export const CHALLENGE_SPENT = 'This step timed out. Please start again.'
export const CODES_PAUSED =
  'Too many wrong codes were entered for this account. Please use a passkey or a recovery code, or try again in an hour.'
export const LAST_SECOND_FACTOR =
  'This journal requires a second factor of its editors. Please add another one before you remove this one.'
export const PASSKEY_KNOWN = 'This passkey is already registered'
export const PASSKEY_REFUSED = 'This passkey could not be confirmed. Please try again.'
export const PASSKEYS_ENOUGH = `An account can have at most ${PASSKEYS_MAX} passkeys. Please remove one first.`
export const PASSKEYS_IMPOSSIBLE = 'Passkeys work only when the site has an https address with a domain name.'

/** The secret of one attempt, which the answer to its first step contains. */
export const Challenge = z.string(CHALLENGE_SPENT).min(1, CHALLENGE_SPENT).max(100, CHALLENGE_SPENT)

const CODE_INVALID = 'Enter the six digits that your app shows'
export const OneTimeCode = z
  .string(CODE_INVALID)
  .max(40, CODE_INVALID)
  .transform(codeDigits)
  .pipe(z.string().regex(/^\d{6}$/, CODE_INVALID))

const RECOVERY_CODE_INVALID = 'A recovery code has 24 letters and digits'
export const RecoveryCode = z
  .string(RECOVERY_CODE_INVALID)
  .max(100, RECOVERY_CODE_INVALID)
  .transform(recoveryCodeCharacters)
  .pipe(z.string().regex(/^[a-z0-9]{24}$/, RECOVERY_CODE_INVALID))

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/)
const CredentialId = base64url(1400)

/** What a browser answers when a passkey is used: the parts of it that the journal reads. */
export const PasskeyAnswer = z.strictObject({
  id: CredentialId,
  clientDataJSON: base64url(2000),
  authenticatorData: base64url(2000),
  signature: base64url(2000),
  /** The account that the passkey was made for, as the browser knows it. */
  userHandle: base64url(100).optional(),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** What a browser answers when a passkey has been made. */
const NewPasskey = z.strictObject({
  id: CredentialId,
  clientDataJSON: base64url(2000),
  attestationObject: base64url(5000),
  transports: z.array(z.string().max(20)).max(10),
})
export type NewPasskey = z.infer<typeof NewPasskey>

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** What a browser needs to ask for a passkey. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Descriptor),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** What a browser needs to make a passkey. */
const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** The answer to a right password, if the account has a second factor. */
export const SecondFactorNeeded = z.object({
  secondFactor: z.object({
    challenge: z.string(),
    /** Null if the account has no passkey. */
    passkey: PasskeyRequest.nullable(),
    oneTimeCodes: z.boolean(),
    recoveryCodes: z.boolean(),
  }),
  message: z.string(),
})
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>
export const SECOND_FACTOR_NEEDED = `Please confirm that it is you, within ${CHALLENGE_MINUTES} minutes.`

const ONE_OF_THEM = 'Send one of code, recoveryCode and passkey'
export const SecondFactorAnswer = z
  .strictObject({
    challenge: Challenge,
    code: OneTimeCode.optional(),
    recoveryCode: RecoveryCode.optional(),
    passkey: PasskeyAnswer.optional(),
  })
  .refine(
    ({ code, recoveryCode, passkey }) => [code, recoveryCode, passkey].filter((one) => one !== undefined).length === 1,
    ONE_OF_THEM,
  )

export const PasskeyName = line(PASSKEY_NAME_MAX, { required: 'Give the passkey a name, such as the device it is on' })

const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const SecondFactors = z.object({
  /** True if the journal requires one of the caller. */
  required: z.boolean(),
  /** False where browsers offer none: without https, or at an address without a domain name. */
  passkeysPossible: z.boolean(),
  passkeys: z.array(Passkey),
  oneTimeCodes: z.object({ createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() }).nullable(),
  recoveryCodesLeft: z.number().int(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

/** Recovery codes are made with the first factor, and shown this one time. */
const Added = z.object({ message: z.string(), recoveryCodes: z.array(z.string()).nullable() })

const withPassword = z.strictObject({ currentPassword: CurrentPassword })

export const secondFactors = {
  read: endpoint('GET /auth/second-factors', {
    access: 'own access',
    summary: "The caller's second factors",
    output: SecondFactors,
  }),
  beginPasskey: endpoint('POST /auth/passkeys/begin', {
    access: 'own access',
    rate: 'signing in',
    summary: 'Begins to add a passkey',
    input: withPassword,
    output: z.object({ challenge: z.string(), options: PasskeyCreation }),
  }),
  addPasskey: endpoint('POST /auth/passkeys', {
    access: 'own access',
    rate: 'signing in',
    created: true,
    summary: 'Adds a passkey and ends all other sessions',
    input: z.strictObject({ challenge: Challenge, name: PasskeyName, passkey: NewPasskey }),
    output: Added,
  }),
  removePasskey: endpoint('POST /auth/passkeys/{id}/remove', {
    access: 'own access',
    rate: 'signing in',
    summary: 'Removes a passkey and ends all other sessions',
    input: withPassword.extend({ id: IdInPath }),
    output: z.object({ message: z.string() }),
  }),
  beginCodes: endpoint('POST /auth/one-time-codes/begin', {
    access: 'own access',
    rate: 'signing in',
    summary: 'Begins to set up one-time codes: the secret, which counts once a code of it is confirmed',
    input: withPassword,
    output: z.object({ challenge: z.string(), secret: z.string(), uri: z.string() }),
  }),
  confirmCodes: endpoint('POST /auth/one-time-codes', {
    access: 'own access',
    rate: 'signing in',
    created: true,
    summary: 'Sets up one-time codes by the first right one, and ends all other sessions',
    input: z.strictObject({ challenge: Challenge, code: OneTimeCode }),
    output: Added,
  }),
  removeCodes: endpoint('POST /auth/one-time-codes/remove', {
    access: 'own access',
    rate: 'signing in',
    summary: 'Removes one-time codes and ends all other sessions',
    input: withPassword,
    output: z.object({ message: z.string() }),
  }),
  makeRecoveryCodes: endpoint('POST /auth/recovery-codes', {
    access: 'own access',
    rate: 'signing in',
    created: true,
    summary: 'Makes new recovery codes; earlier ones no longer work',
    input: withPassword,
    output: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
}
