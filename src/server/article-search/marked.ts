import { escapeText } from '../../contract/domain/escape.ts'
import { titlePieces, type TitlePiece } from '../../contract/domain/inline-markup.ts'
import { termsOf } from '../search/terms.ts'

/** A word of a text that is to be marked. */
export interface Hit {
  from: number
  to: number
  term: string
}

const RUN = `[\\p{L}\\p{N}\\p{M}'’ʼ]*`
const ANY_RUN = /(?<![\p{L}\p{N}\p{M}'’ʼ])[\p{L}\p{N}\p{M}'’ʼ]+/gu

/** Finds the words of texts that have one of these terms. */
export class Marker {
  readonly #terms: ReadonlySet<string>
  /** Words that begin like a term: all others need not be analysed. */
  readonly #beginnings: RegExp

  constructor(terms: Iterable<string>) {
    this.#terms = new Set(terms)
    const beginnings = [...this.#terms].map((term) => term.slice(0, Math.max(2, term.length - 1)))
    this.#beginnings = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${beginnings.join('|') || '(?!)'})${RUN}`, 'giu')
  }

  /** The marked words of a long text; those that are written otherwise than typed may be missing. */
  quickHits(text: string): Hit[] {
    return this.#hits(text, this.#beginnings)
  }

  hits(text: string): Hit[] {
    return this.#hits(text, ANY_RUN)
  }

  #hits(text: string, runs: RegExp): Hit[] {
    const hits: Hit[] = []
    for (const { 0: run, index } of text.matchAll(runs)) {
      const term = termsOf(run).find((each) => this.#terms.has(each))
      if (term !== undefined) hits.push({ from: index, to: index + run.length, term })
    }
    return hits
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
