import type { Platform } from '../../../platform/platform.ts'
import type { RelyingParty } from './relying-party.ts'
import type { Sealer } from './sealer.ts'

export interface SecondFactorResources extends Platform {
  readonly secondFactors: {
    /** True if administrators can do nothing before they have one. */
    readonly required: boolean
    readonly sealer: Sealer
    /** Null if browsers offer no passkeys at the journal's address. */
    readonly relyingParty: RelyingParty | null
  }
}
