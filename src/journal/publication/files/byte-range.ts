import type { ByteRange } from '../../../platform/storage/store.ts'

/**
 * Parses a Range header for a file of `size` bytes: one range; 'whole' for no range, several ranges or an
 * unknown unit (the whole file is always a valid answer); or 'unsatisfiable'.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const asked = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(header ?? '')
  if (!asked || (asked[1] === '' && asked[2] === '')) return 'whole'
  if (asked[1] === '') {
    const count = Math.min(Number(asked[2]), size)
    return count > 0 ? { first: size - count, last: size - 1 } : 'unsatisfiable'
  }
  const first = Number(asked[1])
  const last = asked[2] === '' ? size - 1 : Number(asked[2])
  if (asked[2] !== '' && last < first) return 'whole'
  return first < size ? { first, last: Math.min(last, size - 1) } : 'unsatisfiable'
}
