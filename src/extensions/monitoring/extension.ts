import type { Extension } from '../extension.ts'
import { monitoringEmails } from './emails.ts'
import { healthHandlers } from './handlers.ts'
import { mountMetrics } from './metrics.ts'
import { type MonitoringResources, Operation } from './operation.ts'
import { reportWork } from './report.ts'
import { heartbeatWork } from './watch.ts'

export const monitoring: Extension<Pick<MonitoringResources, 'operation'>, MonitoringResources> = {
  open: ({ production, rateLimit, secondFactorRequired, operatorEmail, s3 }) => ({
    operation: new Operation({
      ...{ production, rateLimit, operatorEmail },
      secondFactor: secondFactorRequired ? 'required' : 'offered',
      filesIn: s3 ? 'bucket' : 'folder',
    }),
  }),
  handlers: { state: healthHandlers },
  emails: monitoringEmails,
  background: (resources) => [heartbeatWork(resources), ...reportWork(resources)],
  mount: async (app, resources, { rates, cache, metrics }) => {
    if (metrics) await mountMetrics(app, resources, rates, { ...metrics, cache })
  },
}
