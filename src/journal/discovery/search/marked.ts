import { escapeText } from '../../../contract/rules/text/plain-text.ts'
import { titlePieces, type TitlePiece } from '../../../contract/rules/text/inline-markup.ts'
import { comparable } from '../../../platform/search-engine/analyser.ts'
import { termsOf } from '../../../platform/search-engine/terms.ts'

/** A word of a text that is to be marked. */
export interface Hit {
  from: number
  to: number
  term: string
}

const ANY_RUN = /(?<![\p{L}\p{N}\p{M}'’ʼ])[\p{L}\p{N}\p{M}'’ʼ]+/gu
const REST_OF_RUN = /[\p{L}\p{N}\p{M}'’ʼ]*/uy
/** Letters with accents, Greek, and forms of letters and digits that are searched as others. */
const FOLDABLE = /[\u00b5\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u03ff\u1e00-\u1fff\u2080-\u209f\ufb00-\ufb06]/
const IN_WORD = /[\p{L}\p{N}\p{M}]/u

/** How words with a term begin: stemming replaces the last letter at most. */
const beginning = (term: string): string => (term.length < 3 ? term : term.slice(0, -1))

/** Finds the words of texts that have one of these terms. */
export class Marker {
  readonly #terms: ReadonlySet<string>
  readonly #beginnings: readonly string[]

  constructor(terms: Iterable<string>) {
    this.#terms = new Set(terms)
    this.#beginnings = [...new Set([...this.#terms].map(beginning))].filter(Boolean)
  }

  /**
   * The marked words of a long text. Only words that begin like a term are analysed: those with accents or in other
   * forms are missing.
   */
  quickHits(text: string): Hit[] {
    const small = inSmallLetters(text)
    const starts = new Map<number, number>()
    for (const each of this.#beginnings) {
      for (let from = small.indexOf(each); from >= 0; from = small.indexOf(each, from + each.length)) {
        if (from > 0 && IN_WORD.test(text[from - 1]!)) continue
        REST_OF_RUN.lastIndex = from + each.length
        REST_OF_RUN.test(text)
        starts.set(from, REST_OF_RUN.lastIndex)
      }
    }
    const hits: Hit[] = []
    let last = 0
    for (const [from, to] of [...starts].sort(([one], [other]) => one - other)) {
      if (from >= last) this.#addHit(hits, text.slice(from, to), from)
      last = Math.max(last, to)
    }
    return hits
  }

  /** True if a text has words that begin like a term once they are written as they are analysed. */
  mayHide(text: string): boolean {
    if (!FOLDABLE.test(text)) return false
    const written = comparable(text)
    return this.#beginnings.some((each) => written.includes(each))
  }

  /** The marked words of a text, all of whose words are analysed. */
  hits(text: string): Hit[] {
    const hits: Hit[] = []
    for (const { 0: run, index } of text.matchAll(ANY_RUN)) this.#addHit(hits, run, index)
    return hits
  }

  #addHit(hits: Hit[], run: string, from: number): void {
    const term = termsOf(run).find((each) => this.#terms.has(each))
    if (term !== undefined) hits.push({ from, to: from + run.length, term })
  }

  /** A title in its inline markup, with its words marked. */
  title(markup: string): string {
    const pieces = titlePieces(markup)
    const hits = this.hits(pieces.map(({ text }) => text).join(''))
    let before = 0
    return pieces
      .map((piece) => {
        const from = before
        before += piece.text.length
        const inPiece = hits.map((hit) => ({ ...hit, from: hit.from - from, to: hit.to - from }))
        return inMarks(piece, withMarks(piece.text, inPiece))
      })
      .join('')
  }
}

/** Of the same length: one capital alone becomes two characters. */
const inSmallLetters = (text: string): string => text.replaceAll('\u0130', 'I').toLowerCase()

const inMarks = ({ marks }: TitlePiece, html: string): string =>
  marks.reduceRight((inner, mark) => `<${mark}>${inner}</${mark}>`, html)

/** A plain text as HTML, with these words marked as far as they are in it. */
export function withMarks(text: string, hits: readonly Hit[]): string {
  let html = ''
  let at = 0
  for (const hit of hits) {
    const [from, to] = [Math.max(hit.from, at), Math.min(hit.to, text.length)]
    if (from >= to) continue
    html += `${escapeText(text.slice(at, from))}<mark>${escapeText(text.slice(from, to))}</mark>`
    at = to
  }
  return html + escapeText(text.slice(at))
}
