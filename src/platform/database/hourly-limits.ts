import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { HOURLY, hourlyReached, type HourlyKind } from '../../contract/rules/accounts/hourly.ts'
import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import { DomainError } from '../errors.ts'
import type { Database } from './connect.ts'

/** Takes back what was counted for a call that was refused or failed. */
type GiveBack = () => Promise<void>

/**
 * Counts what the contract limits by the hour, in the database on both engines: the processes of a server count together,
 * and a restart forgets nothing. What is counted is stored as a hash, as in `shared-counts.ts`.
 */
export class HourlyLimits {
  readonly #database: Database
  readonly #secret: Uint8Array
  readonly #on: boolean

  constructor(database: Database, secret: Uint8Array, on: boolean) {
    this.#database = database
    this.#secret = secret
    this.#on = on
  }

  /** Counts a call by `who` about `what`, or refuses it, which is not counted. */
  async count(kind: HourlyKind, who: string, what: string): Promise<GiveBack> {
    if (!this.#on) return async () => {}
    const limit: { max: number; inAll?: number } = HOURLY[kind]
    const counts = [{ key: this.#hashOf(kind, who, what), max: limit.max }]
    if (limit.inAll !== undefined) counts.push({ key: this.#hashOf(kind, who, ''), max: limit.inAll })
    const at = Date.now()
    await this.#database.transaction(async (tx) => {
      // In one order, so that two calls at once do not wait for one another.
      for (const { key, max } of counts.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
        const { rows } = await sql<{ count: number; ends_at: number | string }>`
          insert into shared_counts as kept (key, count, ends_at) values (${key}, 1, ${at + HOUR_MS})
          on conflict (key) do update set
            count = case when kept.ends_at <= ${at} then 1 else kept.count + 1 end,
            ends_at = case when kept.ends_at <= ${at} then excluded.ends_at else kept.ends_at end
          returning count, ends_at`.execute(tx)
        const { count, ends_at } = rows[0]!
        if (count <= max) continue
        const waitMs = Number(ends_at) - at
        throw new DomainError('too_many_requests', hourlyReached(kind, waitMs), {
          retryAfter: Math.ceil(waitMs / 1000),
        })
      }
    })
    return async () => {
      const keys = counts.map(({ key }) => key).toSorted()
      await this.#database.transaction(async (tx) => {
        for (const key of keys) {
          await sql`update shared_counts set count = count - 1 where key = ${key} and count > 0`.execute(tx)
        }
      })
    }
  }

  /** Removes what is forgotten. */
  async sweep(): Promise<void> {
    await this.#database.db.deleteFrom('shared_counts').where('ends_at', '<=', Date.now()).execute()
  }

  #hashOf(...parts: string[]): string {
    return createHmac('sha256', this.#secret)
      .update(`hourly ${JSON.stringify(parts)}`)
      .digest('base64url')
      .slice(0, 22)
  }
}
