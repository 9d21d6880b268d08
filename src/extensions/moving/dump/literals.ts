/** What stands behind a backslash, as MySQL writes it. */
const ESCAPES: Record<string, string> = { '0': '\0', n: '\n', r: '\r', t: '\t', b: '\b', Z: '\u001a' }
/** For patterns: the backslash stays. */
const KEPT = ['%', '_']

const UNESCAPED = Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte)
  return Buffer.from(KEPT.includes(letter) ? `\\${letter}` : (ESCAPES[letter] ?? letter), 'latin1')
})

export const unescaped = (byte: number): Uint8Array => UNESCAPED[byte]!

/** `4A6f` as the bytes that it stands for. What is no hexadecimal ends it, as in Node.js. */
export const bytesOfHex = (digits: Buffer): Buffer =>
  Buffer.from(digits.length % 2 ? `0${digits.toString('latin1')}` : digits.toString('latin1'), 'hex')

/** `101` as the number that it stands for. */
export const bitsOf = (digits: Buffer): Buffer => {
  const text = digits.toString('latin1')
  return /^[01]{1,64}$/.test(text) ? Buffer.from(BigInt(`0b${text}`).toString()) : digits
}

const COPY_ESCAPES: Record<number, number> = { 0x62: 8, 0x66: 12, 0x6e: 10, 0x72: 13, 0x74: 9, 0x76: 11 }
const TAB = 9
const BACKSLASH = 92
const NULL_LETTER = 0x4e

const isOctal = (byte: number | undefined): byte is number => byte !== undefined && byte >= 48 && byte <= 55
const hexDigit = (byte: number | undefined): number =>
  byte === undefined ? NaN : parseInt(String.fromCharCode(byte), 16)

/** The fields of a line of COPY; null is `\N`. */
export function copyFields(line: Buffer, most: number): (Buffer | null)[] {
  const fields: (Buffer | null)[] = []
  for (let at = 0; at <= line.length && fields.length <= most;) {
    const tab = line.indexOf(TAB, at)
    const end = tab < 0 ? line.length : tab
    fields.push(fieldOf(line.subarray(at, end)))
    at = end + 1
  }
  return fields
}

function fieldOf(raw: Buffer): Buffer | null {
  let from = raw.indexOf(BACKSLASH)
  if (from < 0) return raw
  if (raw.length === 2 && raw[1] === NULL_LETTER) return null
  const made = Buffer.allocUnsafe(raw.length)
  raw.copy(made, 0, 0, from)
  let length = from
  while (from < raw.length) {
    const byte = raw[from++]!
    if (byte !== BACKSLASH || from === raw.length) {
      made[length++] = byte
      continue
    }
    const letter = raw[from++]!
    if (isOctal(letter)) {
      let code = letter - 48
      for (let digits = 1; digits < 3 && isOctal(raw[from]); digits++) code = 8 * code + raw[from++]! - 48
      made[length++] = code & 255
    } else if (letter === 0x78 && !Number.isNaN(hexDigit(raw[from]))) {
      let code = hexDigit(raw[from++])
      if (!Number.isNaN(hexDigit(raw[from]))) code = 16 * code + hexDigit(raw[from++])
      made[length++] = code
    } else made[length++] = COPY_ESCAPES[letter] ?? letter
  }
  return made.subarray(0, length)
}
