import type { Platform } from '../../platform/platform.ts'
import type { Extension } from '../extension.ts'
import { mountHarvesting } from './mount-harvesting.ts'

export const harvesting: Extension<object, Platform> = {
  mount: (app, resources, { rates, cache }) => mountHarvesting(app, resources, rates, cache),
}
