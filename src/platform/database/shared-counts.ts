import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './connect.ts'

export interface Counted {
  count: number
  /** Milliseconds until it is forgotten. */
  endsInMs: number
}

/** The database's own clock, so that those of the servers need not agree. */
const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/**
 * Counts that several servers share on PostgreSQL, for limits. What is counted is stored as a hash that nobody can make
 * without the journal's secret, because network addresses are counted.
 */
export class SharedCounts {
  readonly #db: Db
  readonly #secret: Uint8Array

  constructor(db: Db, secret: Uint8Array) {
    this.#db = db
    this.#secret = secret
  }

  /** Counts once more. It is forgotten `forMs` after the first count, or if `renewed`, after the last one. */
  async add(key: string, forMs: number, { renewed = false } = {}): Promise<Counted> {
    const hash = this.#hashOf(key)
    const endsAt = sql`${NOW} + ${forMs}::bigint`
    const { rows } = await sql<Counted>`
      insert into shared_counts as kept (key, count, ends_at) values (${hash}, 1, ${endsAt})
      on conflict (key) do update set
        count = case when kept.ends_at <= ${NOW} then 1 else kept.count + 1 end,
        ends_at = case when ${renewed} or kept.ends_at <= ${NOW} then excluded.ends_at else kept.ends_at end
      returning count, greatest(0, ends_at - ${NOW}) as "endsInMs"`.execute(this.#db)
    return rows[0]!
  }

  /** Null if there is none, or it is forgotten. */
  async read(key: string): Promise<Counted | null> {
    const { rows } = await sql<Counted>`
      select count, ends_at - ${NOW} as "endsInMs" from shared_counts
      where key = ${this.#hashOf(key)} and ends_at > ${NOW}`.execute(this.#db)
    return rows[0] ?? null
  }

  async remove(key: string): Promise<void> {
    await this.#db.deleteFrom('shared_counts').where('key', '=', this.#hashOf(key)).execute()
  }

  /** Removes what is forgotten. */
  async sweep(): Promise<void> {
    await this.#db.deleteFrom('shared_counts').where('ends_at', '<=', NOW).execute()
  }

  #hashOf(key: string): string {
    return createHmac('sha256', this.#secret).update(key).digest('base64url').slice(0, 22)
  }
}
