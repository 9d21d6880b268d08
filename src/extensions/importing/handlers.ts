import type { samples } from '../../contract/api/samples.ts'
import type { FileResources } from '../../journal/publication/files/resources.ts'
import type { Handlers } from '../../platform/call.ts'
import { removeSampleContent } from './remove-samples.ts'

/** The handlers of what was invented to try things on. */
export const sampleHandlers: Handlers<{ samples: typeof samples }, FileResources>['samples'] = {
  remove: ({ caller, ...resources }) => removeSampleContent(resources, caller.userId),
}
