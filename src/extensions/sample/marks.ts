import type { AuditPayloads } from '../../contract/api/audit-payloads.ts'

/** Audit log entries about the samples: all added, or removed for good. */
export const SAMPLES_ADDED = 'sample-content.add'
export const SAMPLES_REMOVED = 'sample-content.remove'

/** The payload of `SAMPLES_ADDED`: the hash tells whether the editorial board has been changed since. */
export type SamplesAdded = AuditPayloads[typeof SAMPLES_ADDED]['after']
