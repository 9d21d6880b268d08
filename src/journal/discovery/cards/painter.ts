import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DomainError } from '../../../platform/errors.ts'
import { askProcess, type ProcessLimits } from '../../../platform/workers/ask-process.ts'
import { Turns } from '../../../platform/workers/turns.ts'
import type { Card } from './card-svg.ts'

export interface PainterSettings {
  limits?: ProcessLimits
  /** The program of the process; tests substitute one that hangs. */
  program?: string
}

const PROGRAM = join(import.meta.dirname, 'card-process.ts')
/** Half a second and 150 MB are usual. */
const LIMITS: ProcessLimits = { memoryMegabytes: 500, timeoutMs: 10_000 }
/** A robot that asks for the cards of a whole archive at once gets some of them, and may come again. */
const MOST_WAITING = 20

const PNG = Buffer.from('\x89PNG\r\n', 'latin1')

/** Paints cards in a process of its own, one at a time. */
export class CardPainter {
  readonly #limits: ProcessLimits
  readonly #program: string
  readonly #turns = new Turns(1)
  #waiting = 0

  constructor({ limits = LIMITS, program = PROGRAM }: PainterSettings = {}) {
    this.#limits = limits
    this.#program = program
  }

  /** The card as PNG; null if it could not be painted. */
  async paint(card: Card): Promise<Buffer | null> {
    if (this.#waiting >= MOST_WAITING) {
      throw new DomainError('unavailable', 'Many cards are being drawn. Please try again in a minute.', {
        retryAfter: 60,
      })
    }
    this.#waiting++
    try {
      return await this.#turns.run(async () => {
        const input = Readable.from([JSON.stringify(card)])
        const deadline = AbortSignal.timeout(this.#limits.timeoutMs)
        const answer = await askProcess(this.#program, this.#limits, { input, deadline })
        const isPng = answer instanceof Uint8Array && PNG.equals(answer.subarray(0, PNG.length))
        return isPng ? Buffer.from(answer) : null
      })
    } finally {
      this.#waiting--
    }
  }
}
