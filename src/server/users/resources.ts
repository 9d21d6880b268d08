import type { Platform } from '../platform.ts'
import type { OrcidConnection } from './orcid-connection.ts'
import type { SignInDelays } from './sign-in-delays.ts'

export interface UserResources extends Platform {
  readonly signInDelays: SignInDelays
  /** Null when the connection is not set up. */
  readonly orcid: OrcidConnection | null
}
