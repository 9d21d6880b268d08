/** Of markup: a tag, a text between tags, or the words of a comment or a CDATA section, which are not escaped. */
export interface MarkupPiece {
  kind: 'tag' | 'text' | 'verbatim'
  text: string
}

const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const

/** Takes HTML or XML apart, in one reading; joined, the pieces are the same source. */
export function markupPieces(source: string): MarkupPiece[] {
  const pieces: MarkupPiece[] = []
  const add = (kind: MarkupPiece['kind'], from: number, to: number) => {
    if (to > from) pieces.push({ kind, text: source.slice(from, to) })
  }
  let at = 0
  while (at < source.length) {
    const open = source.indexOf('<', at)
    if (open < 0) break
    add('text', at, open)
    const section = SECTIONS.find(([start]) => source.startsWith(start, open))
    const end = section ? source.indexOf(section[1], open) : source.indexOf('>', open)
    // What has no end is a text.
    if (end < 0) {
      at = open
      break
    }
    if (section) {
      add('tag', open, open + section[0].length)
      add('verbatim', open + section[0].length, end)
      add('tag', end, end + section[1].length)
      at = end + section[1].length
    } else {
      add('tag', open, end + 1)
      at = end + 1
    }
  }
  add('text', at, source.length)
  return pieces
}

/** XML as text: by its mark of order, or the encoding that it declares. */
export function decodedXml(bytes: Uint8Array): string {
  const [first, second] = bytes
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1] ?? 'utf-8'
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : declared
  const text = new TextDecoder(marked, { fatal: true }).decode(bytes)
  // It is stored as UTF-8 from now on.
  return text.replace(/^(<\?xml[^>]*encoding=["'])[\w-]+/, '$1UTF-8')
}
