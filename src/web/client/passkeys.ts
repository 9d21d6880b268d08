import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../../contract/api/second-factors.ts'

// The library is loaded when a passkey is used: nobody else waits for it.
const library = () => import('@simplewebauthn/browser')

/** The person has closed the browser's question, or has no passkey that answers it. */
export class NoPasskey extends Error {}

/** True if this browser knows passkeys, at this address. */
export const knowsPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)

/** Has the browser ask for a passkey. */
export async function askForPasskey(options: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library()
  const { id, response } = await startAuthentication({ optionsJSON: inLibrary(options) }).catch(noPasskey)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) }
}

/** Has the browser make a passkey. */
export async function makePasskey(options: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await library()
  const { id, response } = await startRegistration({ optionsJSON: inLibrary(options) }).catch(noPasskey)
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, clientDataJSON, attestationObject, transports }
}

/** The names of transports are a type of the library's own; to the contract they are words. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
const inLibrary = (options: object): any => options

function noPasskey(error: unknown): never {
  const known = error instanceof Error && error.name === 'InvalidStateError'
  throw new NoPasskey(
    known
      ? 'This device already has a passkey for your account.'
      : 'No passkey was used. Please try again, or choose another way.',
  )
}
