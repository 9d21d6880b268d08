import type { state } from '../../contract/api/state.ts'
import type { Finding } from '../../contract/rules/health/facts.ts'
import { attentionOf, figuresOf, findingsForToday, findingsOf } from '../../contract/rules/health/findings.ts'
import type { Handlers } from '../../platform/call.ts'
import { stateFacts } from './facts.ts'
import { failedJobs, retryJob } from './failed-jobs.ts'
import type { Operation } from './operation.ts'
import type { OperatingResources } from './resources.ts'

/** Every page of the administrators asks; the answer may be so old. */
const ATTENTION_MS = 30_000

const remembered = new WeakMap<Operation, { at: number; findings: Promise<Finding[]> }>()

export const stateHandlers: Handlers<{ state: typeof state }, OperatingResources>['state'] = {
  get: async (resources) => {
    const facts = await stateFacts(resources)
    const findings = findingsOf(facts)
    remembered.set(resources.operation, { at: performance.now(), findings: Promise.resolve(findings) })
    return {
      ...{ checkedAt: facts.now, findings, figures: figuresOf(facts) },
      failedJobs: await failedJobs(resources.database.db).catch(() => []),
    }
  },

  retryJob: async ({ database }, job) => {
    await retryJob(database, job)
    return { message: 'It is tried again now.' }
  },

  attention: async (resources) => {
    const before = remembered.get(resources.operation)
    const isFresh = before !== undefined && performance.now() - before.at < ATTENTION_MS
    const known = isFresh ? before : { at: performance.now(), findings: stateFacts(resources).then(findingsOf) }
    remembered.set(resources.operation, known)
    const findings = await known.findings
    return { count: attentionOf(findings), today: findingsForToday(findings) }
  },
}
