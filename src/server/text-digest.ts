import { createHash } from 'node:crypto'
import type { TextDigest } from '../contract/api/audit-payloads.ts'

/** What the audit log keeps of a text of up to a megabyte: its length, and a hash that proves which it was. */
export const textDigest = (text: string): TextDigest => ({
  characters: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
})
