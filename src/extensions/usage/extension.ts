import type { Extension } from '../extension.ts'
import { countRequests } from './count-requests.ts'
import { usageHandlers } from './handlers.ts'
import { usageWork } from './save-usage.ts'
import { UsageCounter, type UsageResources } from './usage-counter.ts'

export const usage: Extension<Pick<UsageResources, 'usageCounter'>, UsageResources> = {
  open: () => ({ usageCounter: new UsageCounter() }),
  handlers: { usage: usageHandlers },
  background: (resources) => [usageWork(resources)],
  mount: (app, { usageCounter }, { trustProxy }) => countRequests(app, usageCounter, trustProxy),
}
