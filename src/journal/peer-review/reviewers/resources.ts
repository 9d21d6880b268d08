import type { Platform } from '../../../platform/platform.ts'
import type { AddressHashes } from './address-hashes.ts'

export interface ReviewerResources extends Platform {
  readonly addressHashes: AddressHashes
}
