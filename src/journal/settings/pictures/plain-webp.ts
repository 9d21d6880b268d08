const RIFF_HEAD = 12
const CHUNK_HEAD = 8
/** The image itself, its opacity, and the head of both: neither metadata, nor frames, nor anything unknown. */
const PARTS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])
const ONLY_ALPHA = 0x10

/** True for a WebP file as a journal makes it: one still image from its first byte to its last, and nothing else. */
export function isPlainWebp(content: Buffer): boolean {
  if (content.length < RIFF_HEAD + CHUNK_HEAD) return false
  if (content.toString('latin1', 0, 4) !== 'RIFF' || content.toString('latin1', 8, 12) !== 'WEBP') return false
  if (content.readUInt32LE(4) !== content.length - 8) return false
  const seen = new Set<string>()
  let at = RIFF_HEAD
  while (at + CHUNK_HEAD <= content.length) {
    const kind = content.toString('latin1', at, at + 4)
    if (!PARTS.has(kind) || seen.has(kind)) return false
    if (kind === 'VP8X' && content[at + CHUNK_HEAD]! & ~ONLY_ALPHA) return false
    seen.add(kind)
    const bytes = content.readUInt32LE(at + 4)
    at += CHUNK_HEAD + bytes + (bytes % 2)
  }
  return at === content.length && seen.has('VP8 ') !== seen.has('VP8L')
}
