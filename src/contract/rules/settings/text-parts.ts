/** A text in the parts that an editor types: its lines at the top by name, and its body. */
export interface TextParts {
  head: Readonly<Record<string, string>>
  body: string
  /** What is between the two: nobody has to see or type it. */
  gap?: string
}

const FENCE = '---'

/** The parts of a source: a block between two lines of three hyphens, and the rest. */
export function partsOf(source: string): TextParts {
  const lines = source.split('\n')
  const end = lines.indexOf(FENCE, 1)
  if (lines[0] !== FENCE || end < 0) return { head: {}, body: source, gap: '' }
  const head = lines.slice(1, end).map((line): [string, string] => {
    const colon = line.indexOf(':')
    // As it is typed: a space at its end is one between two words that are still to come.
    return [line.slice(0, colon).trim(), line.slice(colon + 1).replace(/^ /, '')]
  })
  const rest = lines.slice(end + 1)
  const isApart = rest.length > 1 && rest[0] === ''
  return { head: Object.fromEntries(head), body: rest.slice(isApart ? 1 : 0).join('\n'), gap: isApart ? '\n' : '' }
}

export function sourceOf({ head, body, gap = '\n' }: TextParts): string {
  const lines = Object.entries(head).map(([name, words]) => `${name}: ${words.replaceAll('\n', ' ')}`)
  return [FENCE, ...lines, FENCE, gap + body].join('\n')
}
