import type { Platform } from '../../../platform/platform.ts'
import type { OrcidConnection } from './orcid-connection.ts'
import type { SignInDelays } from './sign-in-delays.ts'

export interface UserResources extends Platform {
  readonly signInDelays: SignInDelays
  /** Null if the connection is not configured. */
  readonly orcid: OrcidConnection | null
}
