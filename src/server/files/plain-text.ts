/** Beginnings that browsers or systems would take for something to run, whatever the name says. */
const RUNS = /^\s*(<!doctype|<html|<script|<svg|<\?php|<\?xml|#!|MZ)/i

/** True for text that is only that: UTF-8, or an older single-byte encoding, without control characters. */
export function isPlainText(content: Buffer): boolean {
  const start = content
    .subarray(0, 512)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
  if (RUNS.test(start)) return false
  if (content.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]))) return true
  for (const byte of content) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c) return false
  }
  return true
}
