import type { citations } from '../../contract/api/citations.ts'
import type { Handlers } from '../../platform/call.ts'
import { formattedCitations } from './citation/formatted.ts'
import type { DiscoveryResources } from './resources.ts'

export const citationHandlers: Handlers<{ citations: typeof citations }, DiscoveryResources>['citations'] = {
  get: async (resources, { id }) => ({ formatted: await formattedCitations(resources, id) }),
}
