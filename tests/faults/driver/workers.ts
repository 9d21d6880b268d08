import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '../../support/random.ts'
import type { SmtpServer } from '../../support/smtp-server.ts'
import { Load, Over } from './load.ts'
import * as act from './manuscripts.ts'
import type { Place } from './place.ts'
import { rowsOf } from './place.ts'
import { Witness } from './witness.ts'

/** Authors, an editor and reviewers who work on many manuscripts at once until they are stopped, whatever happens to the server. */
export class Workers {
  readonly load = new Load()
  readonly witness: Witness
  /** What nobody expected. */
  readonly failures: string[] = []
  readonly desk: act.Desk
  readonly #random: () => number
  /** Manuscripts whose reviewer has been invited: a free worker goes on with them when the email has come. */
  readonly #invited: act.Invited[] = []
  readonly #name: string
  #made = 0
  #working: Promise<void>[] = []

  private constructor(place: Place, mail: SmtpServer, seed: number) {
    this.witness = new Witness(place)
    this.#random = randomFrom(seed)
    this.#name = seed.toString(36)
    const [load, witness] = [this.load, this.witness]
    this.desk = { load, witness, mail, editor: act.anEditor(load), random: this.#random, categoryId: '' }
  }

  /** The people of a journal that is open at these addresses. */
  static async at(place: Place, mail: SmtpServer, seed: number, ...urls: string[]): Promise<Workers> {
    const workers = new Workers(place, mail, seed)
    workers.load.urls = urls
    const category = { name: 'Field trials', slug: 'field-trials' }
    const made = await workers.desk.editor.send<{ id: string }>('POST', '/categories', category)
    if (made.status !== 201) throw new Error(`There is no category: ${JSON.stringify(made.body)}`)
    workers.desk.categoryId = made.body.id
    return workers
  }

  start(count: number): void {
    for (let number = 0; number < count; number++) this.#working.push(this.#work())
  }

  /** Nobody asks any more, and all that was answered is written down. */
  async stop(): Promise<void> {
    this.load.end()
    await Promise.all(this.#working)
    this.#working = []
  }

  async #work(): Promise<void> {
    let author: act.Submitted['author'] | undefined
    while (true) {
      try {
        const next = this.#nextReview()
        if (next) {
          await act.review(this.desk, next.invited, next.reviewer)
          await act.decide(this.desk, next.invited)
          continue
        }
        const story = `${this.#name}-${++this.#made}`
        if (!author || this.#random() < 0.2) author = await act.signUp(this.desk, story.replace('-', '_'))
        const submitted = await act.submit(this.desk, author, story)
        const chance = this.#random()
        if (chance < 0.35) await act.approve(this.desk, submitted)
        else if (chance < 0.85) this.#invited.push(await act.invite(this.desk, submitted))
      } catch (error) {
        if (error instanceof Over) return
        this.failures.push((error as Error).message)
        if (this.failures.length > 100) return
        await pause(50)
      }
    }
  }

  #nextReview() {
    for (const [at, invited] of this.#invited.entries()) {
      const reviewer = act.reviewerOf(this.desk, invited)
      if (!reviewer) continue
      this.#invited.splice(at, 1)
      return { invited, reviewer }
    }
    return null
  }
}

/**
 * Waits until nothing is left to do in the background, by what the tables say and the server's clock, or until nothing
 * has been done for `patienceMs`.
 */
export async function untilIdle(place: Place, aheadMs: number, patienceMs = 30_000): Promise<string[]> {
  const WAITING = {
    'pictures and files of reports to work on':
      "select count(*) as n from jobs where kind in ('pictures', 'cleaning') and failed_at is null",
    'emails that are due and not sent': `select count(*) as n from outbox where sent_at is null and next_try_at <= '${new Date(Date.now() + aheadMs).toISOString()}'`,
  }
  let movedAt = performance.now()
  for (let before = ''; ; await pause(100)) {
    const left: string[] = []
    for (const [what, statement] of Object.entries(WAITING)) {
      const count = Number((await rowsOf(place, statement))[0]!.n)
      if (count) left.push(`${count} ${what}`)
    }
    if (left.join() !== before) movedAt = performance.now()
    before = left.join()
    if (!left.length || performance.now() - movedAt > patienceMs) return left
  }
}
