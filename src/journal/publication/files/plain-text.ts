/** Prefixes that browsers or operating systems would execute, whatever the file name. */
const RUNS = /^\s*(<!doctype|<html|<script|<svg|<\?php|<\?xml|#!|MZ)/i

/** Control characters except tab, line breaks and form feed. */
const CONTROLS = /[\u0000-\u0008\u000B\u000E-\u001F]/

/** In Unicode also the second set of controls, lone surrogates and noncharacters. */
const NO_UNICODE_TEXT = /[\u0000-\u0008\u000B\u000E-\u001F\u007F-\u009F]|\p{Surrogate}|\p{NChar}/u

const START = 512

/**
 * True for plain text: UTF-8 or an older single-byte encoding without control characters, or UTF-16 in either
 * byte order with a byte order mark.
 */
export function isPlainText(content: Buffer): boolean {
  const utf16 = fromUtf16(content)
  if (utf16 !== undefined) return utf16 !== null && !RUNS.test(utf16.slice(0, START)) && !NO_UNICODE_TEXT.test(utf16)
  const start = content
    .subarray(0, START)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
  return !RUNS.test(start) && !CONTROLS.test(content.toString('latin1'))
}

/** The text of UTF-16, without its byte order mark; null if invalid, undefined without a byte order mark. */
function fromUtf16(content: Buffer): string | null | undefined {
  const mark = content.length >= 2 ? content.readUInt16BE(0) : 0
  if (mark !== 0xfffe && mark !== 0xfeff) return undefined
  if (content.length % 2 !== 0) return null
  const little = mark === 0xfffe ? content : Buffer.from(content).swap16()
  return little.toString('utf16le', 2)
}
