import { join } from 'node:path'
import { DomainError } from '../../../platform/errors.ts'
import type { Workers, WorkerTask } from '../../../platform/workers/workers.ts'
import type { FileResources } from '../../publication/files/resources.ts'
import type { Card } from './card-svg.ts'

/** Half a second is usual. */
const TASK: WorkerTask = { module: join(import.meta.dirname, 'card-task.ts'), timeoutMs: 10_000, isReused: true }
/** A robot that asks for the cards of a whole archive at once gets some of them, and may come again. */
const MOST_WAITING = 20

const PNG = Buffer.from('\x89PNG\r\n', 'latin1')

/** Paints cards, a limited number of which may wait. */
export class CardPainter {
  readonly #workers: Workers
  readonly #task: WorkerTask
  #waiting = 0

  constructor(workers: Workers, task = TASK) {
    this.#workers = workers
    this.#task = task
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
      const answer = await this.#workers.ask(this.#task, { asked: card, isBackground: true })
      const isPng = answer instanceof Uint8Array && PNG.equals(answer.subarray(0, PNG.length))
      return isPng ? Buffer.from(answer) : null
    } finally {
      this.#waiting--
    }
  }
}

export interface DiscoveryResources extends FileResources {
  readonly cardPainter: CardPainter
}
