import type { Platform } from '../../../platform/platform.ts'
import type { Letters } from './letters.ts'

export interface DecideResources extends Platform {
  readonly letters: Letters
}
