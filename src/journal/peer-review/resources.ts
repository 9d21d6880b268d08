import type { FileResources } from '../publication/files/resources.ts'
import type { Documents } from '../documents/documents.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Letters } from './decide/letters.ts'
import type { AddressHashes } from './reviewers/address-hashes.ts'

export interface ReviewerResources extends Platform {
  readonly addressHashes: AddressHashes
}

export interface CaseResources extends FileResources, ReviewerResources {
  readonly documents: Documents
}

export interface ReportResources extends FileResources {
  readonly documents: Documents
}

export interface DecideResources extends ReportResources {
  readonly letters: Letters
}
