import { decodeEntities } from './inline-markup.ts'

// Tags that end a line of text; any other stands within one.
const BLOCKS = new Set('p br hr h1 h2 h3 h4 h5 h6 ul ol li div blockquote pre table thead tbody tr td th'.split(' '))
/** What parts the end of such a block from what follows where its own words do not: 'Aims: To grow roots.' */
const ENDS: Record<string, string> = { li: ';', td: ',', th: ',' }
/** What a block ends with whose last part has ended with one of these: 'roots; leaves.' */
const WHOLES: Record<string, string> = { tr: ';', ul: '.', ol: '.', table: '.' }
const HEADING = /^h[1-6]$/
const BOLD = /^(?:b|strong)$/
/** A paragraph that is bold from end to end is a heading, unless it is as long as a sentence. */
const LONGEST_HEADING = 60

/**
 * The text of rich text, for feeds, tags, citations and descriptions: headings end with a colon, points
 * and cells are parted, blocks are set apart by a space. Reads its input once from left to right.
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
  /** Joined at the end: a text that is added to and looked at by turns is copied each time. */
  readonly #pieces: string[] = []
  #length = 0
  /** Whether a space comes before the next words. */
  #gap = false
  /** Where the blocks that are open began. */
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
