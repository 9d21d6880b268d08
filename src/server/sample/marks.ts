import type { AuditPayloads } from '../../contract/api/audit-payloads.ts'

/** Entries of the audit log that say what became of the samples: added whole, or removed for good. */
export const SAMPLES_ADDED = 'sample-content.add'
export const SAMPLES_REMOVED = 'sample-content.remove'

/** What the entry of `SAMPLES_ADDED` keeps: by the board's hash, one that somebody has changed is left alone. */
export type SamplesAdded = AuditPayloads[typeof SAMPLES_ADDED]['after']
