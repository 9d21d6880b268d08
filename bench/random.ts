/** A source of numbers that gives the same ones for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from `min` to `max`, both inclusive. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  of<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)]!
  }

  /** As the journal's own ids look: 12 characters. */
  id(): string {
    return Array.from({ length: 12 }, () => this.of(ID_CHARACTERS)).join('')
  }
}

const ID_CHARACTERS = [...'23456789bcdfghjkmnpqrstvwxz']
