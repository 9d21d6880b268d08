/** The tags for what colours look like. Descriptions, copyrights and the names of devices are not among it. */
const NUMBERS = new Set(
  `rXYZ gXYZ bXYZ wtpt bkpt rTRC gTRC bTRC kTRC chad lumi meas tech view cicp chrm gamt vcgt
  A2B0 A2B1 A2B2 A2B3 B2A0 B2A1 B2A2 B2A3 D2B0 D2B1 D2B2 D2B3 B2D0 B2D1 B2D2 B2D3 pre0 pre1 pre2`.split(/\s+/),
)
const [HEADER, ENTRY] = [128, 12]

/** True for an ICC profile. */
export const isColourProfile = (content: Buffer): boolean => content.toString('latin1', 36, 40) === 'acsp'

/**
 * An ICC profile without words: people name profiles after themselves and their screens. Every tag stays where it is;
 * those that are no numbers are empty. Null for what is no profile.
 */
export function wordlessProfile(content: Buffer): Buffer | null {
  try {
    if (!isColourProfile(content)) return null
    const redacted = Buffer.alloc(Math.min(content.length, content.readUInt32BE(0)))
    const count = content.readUInt32BE(HEADER)
    const end = HEADER + 4 + count * ENTRY
    if (end > redacted.length) return null
    content.copy(redacted, 0, 0, end)
    // When it was made, for which device, and the digest of what it was.
    for (const [from, to] of [[24, 36], [48, 56], [84, HEADER]] as const) redacted.fill(0, from, to) // prettier-ignore
    for (let at = HEADER + 4; at < end; at += ENTRY) {
      const [start, bytes] = [content.readUInt32BE(at + 4), content.readUInt32BE(at + 8)]
      if (start < end || start + bytes > redacted.length) return null
      const kept = NUMBERS.has(content.toString('latin1', at, at + 4)) ? bytes : Math.min(bytes, 8)
      content.copy(redacted, start, start, start + kept)
      // A list without translations still has the length of each.
      if (kept < bytes && bytes >= 16 && content.toString('latin1', start, start + 4) === 'mluc')
        redacted.writeUInt32BE(ENTRY, start + 12)
    }
    return redacted
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
