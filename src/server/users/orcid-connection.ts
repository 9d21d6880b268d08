import { API_PREFIX } from '../../contract/domain/api-prefix.ts'
import { orcidIn } from '../../contract/domain/orcid.ts'
import { MINUTE_MS } from '../../contract/domain/durations.ts'
import type { Database } from '../database/connect.ts'
import { hashOfSecret, newSecret, now } from '../ids.ts'

/** Where the provider sends the browser back to. */
export const CALLBACK_PATH = `${API_PREFIX}/users/callback`
/** ORCID's scope for reading nothing but whose iD it is. */
const SCOPE = '/authenticate'
const STATE_MINUTES = 10
const TIMEOUT_MS = 10_000

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

export interface OrcidSettings {
  clientId: string
  clientSecret: string
  /** The provider, without a trailing slash. */
  url: string
  publicUrl: string
}

/**
 * The way to a proven ORCID iD: a state bound to the person and to the
 * browser, good once and for ten minutes; the code exchanged by the server itself; the iD that comes
 * back kept for ten minutes as proven for that person.
 */
export class OrcidConnection {
  readonly #settings: OrcidSettings

  constructor(settings: OrcidSettings) {
    this.#settings = settings
  }

  get #redirectUri(): string {
    return this.#settings.publicUrl + CALLBACK_PATH
  }

  /** The provider's address for this person, and the secret that the browser must bring back as a cookie. */
  async begin(database: Database, userId: string): Promise<{ url: string; browserSecret: string }> {
    const state = newSecret()
    const browserSecret = newSecret()
    await database.db
      .insertInto('orcid_connections')
      .values({
        state_hash: hashOfSecret(state),
        user_id: userId,
        browser_hash: hashOfSecret(browserSecret),
        expires_at: inMinutes(STATE_MINUTES),
        used_at: null,
        orcid: null,
      })
      .execute()
    const url = new URL(`${this.#settings.url}/oauth/authorize`)
    url.search = new URLSearchParams({
      client_id: this.#settings.clientId,
      response_type: 'code',
      scope: SCOPE,
      redirect_uri: this.#redirectUri,
      state,
    }).toString()
    return { url: url.href, browserSecret }
  }

  /**
   * Takes the provider's answer. Returns the proven iD, or null for every answer that proves nothing:
   * denied, unknown or used or expired state, another browser, provider away, no iD in its answer.
   */
  async finish(
    database: Database,
    answer: { state?: string; code?: string; browserSecret?: string },
  ): Promise<string | null> {
    const { state, code, browserSecret } = answer
    if (!state || !browserSecret) return null
    // Used up first, whatever comes of it: a state answers once.
    const used = await database.db
      .updateTable('orcid_connections')
      .set({ used_at: now() })
      .where('state_hash', '=', hashOfSecret(state))
      .where('browser_hash', '=', hashOfSecret(browserSecret))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now())
      .executeTakeFirst()
    if (used.numUpdatedRows === 0n || !code) return null
    const orcid = await this.#exchange(code)
    if (orcid === null) return null
    await database.db
      .updateTable('orcid_connections')
      .set({ orcid, expires_at: inMinutes(STATE_MINUTES) })
      .where('state_hash', '=', hashOfSecret(state))
      .execute()
    return orcid
  }

  async #exchange(code: string): Promise<string | null> {
    try {
      const response = await fetch(`${this.#settings.url}/oauth/token`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          client_id: this.#settings.clientId,
          client_secret: this.#settings.clientSecret,
          grant_type: 'authorization_code',
          code,
          redirect_uri: this.#redirectUri,
        }).toString(),
      })
      if (!response.ok) return null
      const { orcid } = (await response.json()) as { orcid?: unknown }
      return typeof orcid === 'string' ? (orcidIn(orcid) ?? null) : null
    } catch {
      return null
    }
  }
}

/** Removes ways to ORCID that have come to their end. Returns how many. */
export async function sweepOrcidConnections({ db }: Database): Promise<number> {
  const gone = await db.deleteFrom('orcid_connections').where('expires_at', '<=', now()).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** True when the server itself has seen this iD proven by this person within the last minutes. */
export async function isProven(database: Database, userId: string, orcid: string): Promise<boolean> {
  const row = await database.db
    .selectFrom('orcid_connections')
    .select('state_hash')
    .where('user_id', '=', userId)
    .where('orcid', '=', orcid)
    .where('expires_at', '>', now())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
