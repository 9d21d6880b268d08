import { HOUR_MS, MINUTE_MS } from '../../../contract/rules/text/durations.ts'
import { dayOf } from '../../../contract/rules/peer-review/days.ts'
import type { Database } from '../../../platform/database/connect.ts'
import type { Platform } from '../../../platform/platform.ts'
import { startRounds, type Rounds } from '../../../platform/rounds.ts'
import { noteAllRecusedEditors } from './recused-editors.ts'
import { takeDueSteps } from './reminders.ts'
import { renewPublicFigures } from './public-figures.ts'

/**
 * Remembers what the last complete round of this process has seen: until the next day, or a further entry in the
 * audit log, nothing new can be due. Every hour all cases are looked at nevertheless.
 */
export class Lookout {
  #seen: { day: string; entry: number | null; at: number } | undefined

  /** What to pass to `finished` if there may be something to do; null if not. One query. */
  async look({ db }: Pick<Database, 'db'>, now: Date): Promise<{ day: string; entry: number | null } | null> {
    const { entry } = await db
      .selectFrom('audit_entries')
      .select(({ fn }) => fn.max<number | null>('seq').as('entry'))
      .executeTakeFirstOrThrow()
    const day = dayOf(now)
    const isQuiet =
      this.#seen !== undefined &&
      this.#seen.day === day &&
      this.#seen.entry === entry &&
      Math.abs(now.getTime() - this.#seen.at) < HOUR_MS
    return isQuiet ? null : { day, entry }
  }

  finished(seen: { day: string; entry: number | null }, now: Date): void {
    this.#seen = { ...seen, at: now.getTime() }
  }
}

interface Round {
  lookout: Lookout
  stopped: () => boolean
  clock?: () => Date
}

/** Takes what is due, unless nothing can have become due since the last round. */
export async function remind(
  { database, log }: Pick<Platform, 'database' | 'log'>,
  { lookout, stopped, clock = () => new Date() }: Round,
): Promise<void> {
  const seen = await lookout.look(database, clock())
  if (!seen) return
  let isComplete = true
  await takeDueSteps(database, {
    clock,
    stopped,
    failed: (error, articleId) => {
      isComplete = false
      log.error({ err: error, articleId }, 'what is due in a case could not be done')
    },
  })
  await noteAllRecusedEditors(database, { stopped })
  await renewPublicFigures(database, clock())
  if (isComplete && !stopped()) lookout.finished(seen, clock())
}

/** Starts reminding in the background. */
export function startReminding(resources: Pick<Platform, 'database' | 'log'>): Rounds {
  const lookout = new Lookout()
  return startRounds({
    round: (stopped) => remind(resources, { lookout, stopped }),
    failed: (error) => resources.log.error({ err: error }, 'the cases of peer review could not be read'),
    everyMs: 5 * MINUTE_MS,
  })
}
