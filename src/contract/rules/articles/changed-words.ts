import { decodeEntities } from '../text/inline-markup.ts'
import { latinAmong } from '../text/latin-names.ts'

/** A word with the marks around it, as it is read. */
export interface ReadWord {
  text: string
  /** What tells it from another: its text, and of a picture its address. */
  key: string
  /** Part of a scientific name that is set in italics. */
  isLatin: boolean
  /** The last heading before it; empty before the first. */
  under: string
}

export interface ChangedRun {
  kind: 'same' | 'added' | 'removed'
  words: ReadWord[]
}

const BLOCKS = new Set(
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li div section figure figcaption blockquote pre table caption thead tbody tr td th dl dt dd'.split(
    ' ',
  ),
)
const PICTURE = '[picture]'

/** The words of a plain text. */
export const plainWords = (text: string): ReadWord[] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ text: word, key: word, isLatin: false, under: '' }))

/** The words of rich text, of a title or of a full text; one pass over the markup. */
export function wordsOfHtml(html: string, { comparesPictures = true } = {}): ReadWord[] {
  const reader = new Reader()
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at)
    const close = open < 0 ? -1 : html.indexOf('>', open)
    if (close < 0) {
      reader.add(html.slice(at))
      break
    }
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, Math.min(close, open + 20))) ?? []
    // 'a < b' is no tag.
    if (!name) {
      reader.add(html.slice(at, open + 1))
      at = open + 1
      continue
    }
    reader.add(html.slice(at, open))
    const tag = name.toLowerCase()
    if (tag === 'img') reader.picture(comparesPictures ? html.slice(open, close) : '')
    else reader.tag(tag, slash === '/')
    at = close + 1
  }
  return reader.words()
}

class Reader {
  readonly #words: ReadWord[] = []
  readonly #italics: { text: string; at: number[] }[] = []
  #pieces: string[] = []
  #isItalic = false
  #wasItalic = false
  #run: { text: string; at: number[] } | null = null
  #headingFrom = -1
  #under = ''

  add(markup: string): void {
    if (!markup) return
    const text = decodeEntities(markup.replaceAll('&nbsp;', ' '))
    const parts = text.split(/\s+/)
    for (const [index, part] of parts.entries()) {
      if (index) this.#end()
      if (!part) continue
      this.#pieces.push(part)
      this.#wasItalic ||= this.#isItalic
    }
  }

  tag(name: string, closes: boolean): void {
    if (BLOCKS.has(name)) this.#end()
    if (name === 'i' || name === 'em') {
      if (!closes) this.#run = null
      this.#isItalic = !closes
    }
    // A power of ten is another number than the same digits in a row.
    if (name === 'sup' && !closes && /\d$/.test(this.#pieces.at(-1)?.slice(-1) ?? '')) this.#pieces.push('^')
    if (/^h[1-6]$/.test(name)) {
      if (!closes) this.#headingFrom = this.#words.length
      else if (this.#headingFrom >= 0) {
        const heading = this.#words.slice(this.#headingFrom).map(({ text }) => text)
        this.#under = heading.join(' ').slice(0, 80)
        for (const word of this.#words.slice(this.#headingFrom)) word.under = this.#under
        this.#headingFrom = -1
      }
    }
  }

  picture(address: string): void {
    this.#end()
    this.#words.push({ text: PICTURE, key: PICTURE + address, isLatin: false, under: this.#under })
  }

  #end(): void {
    if (!this.#pieces.length) return
    const text = this.#pieces.join('')
    this.#pieces = []
    if (this.#wasItalic) {
      if (!this.#run) this.#italics.push((this.#run = { text: '', at: [] }))
      this.#run.text += this.#run.text ? ` ${text}` : text
      this.#run.at.push(this.#words.length)
    }
    this.#wasItalic = false
    if (!this.#isItalic) this.#run = null
    this.#words.push({ text, key: text, isLatin: false, under: this.#under })
  }

  words(): ReadWord[] {
    this.#end()
    const latin = latinAmong(this.#italics.map(({ text }) => text.slice(0, 100)))
    for (const [index, { at }] of this.#italics.entries()) {
      if (latin[index]) for (const place of at) this.#words[place]!.isLatin = true
    }
    return this.#words
  }
}

export const isPicture = ({ key }: ReadWord): boolean => key.startsWith(PICTURE)

/** Beyond so many changed words, or so much work, what lies between the first change and the last counts as one change. */
const MOST_CHANGES = 600
const MOST_WORK = 2_000_000

/** What was removed and added, word by word, in the order of reading. */
export function changedRuns(before: readonly ReadWord[], after: readonly ReadWord[]): ChangedRun[] {
  const shortest = Math.min(before.length, after.length)
  let start = 0
  while (start < shortest && before[start]!.key === after[start]!.key) start++
  let end = 0
  while (end < shortest - start && before[before.length - 1 - end]!.key === after[after.length - 1 - end]!.key) end++
  const [one, other] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const runs: ChangedRun[] = [{ kind: 'same', words: after.slice(0, start) }]
  const ids = new Map<string, number>()
  const numbered = (words: readonly ReadWord[]) =>
    Int32Array.from(words, ({ key }) => ids.get(key) ?? (ids.set(key, ids.size), ids.size - 1))
  const steps = one.length && other.length ? editSteps(numbered(one), numbered(other)) : null
  if (steps) {
    let [x, y] = [0, 0]
    for (const step of steps) {
      const word = step === 'removed' ? one[x]! : other[y]!
      if (step !== 'added') x++
      if (step !== 'removed') y++
      const last = runs.at(-1)!
      if (last.kind === step) last.words.push(word)
      else runs.push({ kind: step, words: [word] })
    }
  } else runs.push({ kind: 'removed', words: one }, { kind: 'added', words: other })
  runs.push({ kind: 'same', words: after.slice(after.length - end) })
  return inReadingOrder(runs.filter(({ words }) => words.length))
}

/** Of what was changed in one place, first all that was removed. */
function inReadingOrder(runs: readonly ChangedRun[]): ChangedRun[] {
  const ordered: ChangedRun[] = []
  let waiting: ChangedRun | null = null
  for (const run of runs) {
    const last = ordered.at(-1)
    if (run.kind === 'removed' && last?.kind === 'removed') last.words.push(...run.words.slice(0, MOST_CHANGES))
    else if (run.kind === 'added' && waiting) waiting.words.push(...run.words.slice(0, MOST_CHANGES))
    else if (run.kind === 'added') waiting = run
    else {
      if (run.kind === 'same' && waiting) {
        ordered.push(waiting)
        waiting = null
      }
      ordered.push(run)
    }
  }
  if (waiting) ordered.push(waiting)
  return ordered
}

/** The fewest words to be removed and added (E. Myers, 1986); null if that takes too long. */
function editSteps(one: Int32Array, other: Int32Array): ChangedRun['kind'][] | null {
  const [n, m] = [one.length, other.length]
  const most = Math.min(n + m, MOST_CHANGES)
  const middle = most + 1
  const reached = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  let work = 0
  for (let d = 0; d <= most && work < MOST_WORK; d++) {
    trace.push(reached.slice(middle - d - 1, middle + d + 2))
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && reached[middle + k - 1]! < reached[middle + k + 1]!)
      let x = down ? reached[middle + k + 1]! : reached[middle + k - 1]! + 1
      const from = x
      while (x < n && x - k < m && one[x] === other[x - k]) x++
      work += x - from + 1
      reached[middle + k] = x
      if (x >= n && x - k >= m) return stepsBack(trace, n, m)
    }
  }
  return null
}

function stepsBack(trace: readonly Int32Array[], n: number, m: number): ChangedRun['kind'][] {
  const steps: ChangedRun['kind'][] = []
  let [x, y] = [n, m]
  for (let d = trace.length - 1; d >= 0; d--) {
    const at = (k: number) => trace[d]![k + d + 1]!
    const k = x - y
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1))
    const from = d === 0 ? 0 : at(down ? k + 1 : k - 1)
    const to = d === 0 ? 0 : from - (down ? k + 1 : k - 1)
    for (; x > from && y > to; x--, y--) steps.push('same')
    if (d === 0) break
    steps.push(down ? 'added' : 'removed')
    ;[x, y] = [from, to]
  }
  return steps.toReversed()
}
