import type { Platform } from '../../platform/platform.ts'
import type { UsageCounter } from './usage-counter.ts'

export interface UsageResources extends Platform {
  readonly usageCounter: UsageCounter
}
