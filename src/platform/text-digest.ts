import { createHash } from 'node:crypto'
import type { TextDigest } from '../contract/api/audit-payloads.ts'

/** The audit log's record of a long text: its length, and a hash that identifies it. */
export const textDigest = (text: string): TextDigest => ({
  characters: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
})
