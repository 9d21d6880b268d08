import { decodeEntities } from './inline-markup.ts'

// Tags that end a line of text; any other is inline.
const BLOCKS = new Set('p br hr h1 h2 h3 h4 h5 h6 ul ol li div blockquote pre table thead tbody tr td th'.split(' '))
/** Separators added after a part that has no punctuation of its own. */
const ENDS: Record<string, string> = { li: ';', td: ',', th: ',' }
/** Closes a list or row in place of its last part's separator: 'roots; leaves.' */
const WHOLES: Record<string, string> = { tr: ';', ul: '.', ol: '.', table: '.' }
const HEADING = /^h[1-6]$/
const BOLD = /^(?:b|strong)$/
/** A paragraph that is entirely bold is a heading, unless it is as long as a sentence. */
const LONGEST_HEADING = 60

/**
 * The plain text of rich text, for feeds, meta tags, citations and descriptions: headings end with a colon,
 * list items and cells are separated, and blocks are followed by a space. Single pass over the input.
 */
export function textOfHtml(html: string, { headings = true } = {}): string {
  const text = new Text(headings)
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at)
    const close = open < 0 ? -1 : html.indexOf('>', open)
    if (close < 0) {
      text.add(html.slice(at))
      break
    }
    text.add(html.slice(at, open))
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, Math.min(close, open + 20))) ?? []
    if (name) text[slash ? 'close' : 'open'](name.toLowerCase())
    at = close + 1
  }
  return text.toString()
}

class Text {
  /** Joined once at the end: reading a string after each append would copy it every time. */
  readonly #pieces: string[] = []
  #length = 0
  /** Whether a space precedes the next words. */
  #gap = false
  /** Where the open blocks began. */
  readonly #starts: number[] = []
  #bold = { from: -1, to: -1 }
  readonly #headings: boolean

  constructor(headings: boolean) {
    this.#headings = headings
  }

  add(markup: string): void {
    const words = decodeEntities(markup.replaceAll('&nbsp;', ' ')).replace(/\s+/g, ' ')
    const said = words.trim()
    if (words.startsWith(' ')) this.#gap = true
    if (!said) return
    this.#push(this.#gap && this.#length ? ` ${said}` : said)
    this.#gap = words.endsWith(' ')
  }

  open(name: string): void {
    if (BLOCKS.has(name)) {
      this.#gap = true
      if (name !== 'br' && name !== 'hr') this.#starts.push(this.#length)
    } else if (BOLD.test(name)) this.#bold = { from: this.#length, to: -1 }
  }

  close(name: string): void {
    if (BOLD.test(name)) this.#bold.to = this.#length
    if (!BLOCKS.has(name)) return
    this.#gap = true
    const from = this.#starts.pop() ?? 0
    if (this.#length === from) return
    if (HEADING.test(name) && !this.#headings) return this.#takeBack(from)
    const last = this.#pieces.at(-1)!
    const whole = WHOLES[name]
    if (whole && /[;,]$/.test(last.slice(-1))) this.#pieces[this.#pieces.length - 1] = last.slice(0, -1) + whole
    else if (!/[.,;:!?…]$/.test(last.slice(-1))) this.#push(this.#endOf(name, from))
  }

  #endOf(name: string, from: number): string {
    const isBold = this.#bold.from === from && this.#bold.to === this.#length && this.#length - from < LONGEST_HEADING
    return HEADING.test(name) || (name === 'p' && isBold) ? ':' : (ENDS[name] ?? '')
  }

  #push(words: string): void {
    if (words) this.#pieces.push(words)
    this.#length += words.length
  }

  #takeBack(to: number): void {
    while (this.#length > to) this.#length -= this.#pieces.pop()!.length
  }

  toString(): string {
    return this.#pieces.join('')
  }
}
