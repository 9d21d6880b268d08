/**
 * A stretch of the text that can be cut: its blocks, and the stretches in it. If a cut falls inside, it is closed
 * before and opened again after.
 */
export interface Piece {
  open: string
  /** How it begins again on the next page of the text. */
  again: string
  close: string
  items: (string | Piece)[]
}

/** About 300 KB of HTML: what a phone still lays out at once. */
export const LARGEST_PART = 265_000

/** The parts of a text: cut only between blocks, as late as possible, and at the highest border that fits. */
export function cutIntoParts(pieces: (string | Piece)[], largest = LARGEST_PART): string[] {
  const sizes = new Map<Piece, number>()
  for (const piece of pieces) measure(piece, sizes)
  const cutter = new Cutter(sizes, largest)
  for (const piece of pieces) cutter.add(piece)
  return cutter.finish()
}

function measure(item: string | Piece, sizes: Map<Piece, number>): number {
  if (typeof item === 'string') return item.length
  let size = item.open.length + item.close.length
  for (const inner of item.items) size += measure(inner, sizes)
  sizes.set(item, size)
  return size
}

class Cutter {
  readonly #parts: string[] = []
  readonly #open: Piece[] = []
  readonly #sizes: Map<Piece, number>
  readonly #largest: number
  #html: string[] = []
  #size = 0

  constructor(sizes: Map<Piece, number>, largest: number) {
    this.#sizes = sizes
    this.#largest = largest
  }

  add(item: string | Piece): void {
    const size = typeof item === 'string' ? item.length : this.#sizes.get(item)!
    const isFull = this.#size > 0 && this.#size + size > this.#largest
    if (typeof item === 'string') {
      if (isFull) this.#cut()
      return this.#write(item)
    }
    if (isFull && size <= this.#largest) this.#cut()
    if (this.#size + size <= this.#largest) return this.#write(whole(item))
    // Too large for any part: it begins here only if a good piece of it still fits.
    if (this.#size > this.#largest / 2) this.#cut()
    this.#write(item.open)
    this.#open.push(item)
    for (const inner of item.items) this.add(inner)
    this.#open.pop()
    this.#write(item.close)
  }

  finish(): string[] {
    if (this.#html.length) this.#parts.push(this.#html.join(''))
    return this.#parts
  }

  #write(html: string): void {
    this.#html.push(html)
    this.#size += html.length
  }

  #cut(): void {
    for (const piece of this.#open.toReversed()) this.#html.push(piece.close)
    this.#parts.push(this.#html.join(''))
    this.#html = this.#open.map((piece) => piece.again)
    this.#size = 0
  }
}

function whole(piece: Piece): string {
  const html: string[] = []
  const write = (item: string | Piece) => {
    if (typeof item === 'string') return html.push(item)
    html.push(item.open)
    item.items.forEach(write)
    return html.push(item.close)
  }
  write(piece)
  return html.join('')
}
