import { API_PREFIX } from '../../../contract/rules/site/paths.ts'
import { orcidIn } from '../../../contract/rules/people/identifiers.ts'
import { MINUTE_MS } from '../../../contract/rules/text/dates.ts'
import type { Database, Db } from '../../../platform/database/connect.ts'
import { hashOfSecret, newSecret, now } from '../../../platform/ids.ts'

/** The path of the redirect URI. */
export const CALLBACK_PATH = `${API_PREFIX}/users/callback`
/** The ORCID scope that reads nothing but the iD. */
const SCOPE = '/authenticate'
const STATE_MINUTES = 10
const TIMEOUT_MS = 10_000

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

export interface OrcidSettings {
  clientId: string
  clientSecret: string
  /** URL of the provider, without a trailing slash. */
  url: string
  publicUrl: string
}

/**
 * The OAuth connection to ORCID: a single-use state, valid for ten minutes, bound to the user and to the
 * browser; the server exchanges the code itself, and the iD is kept for ten minutes as authenticated for that
 * user.
 */
export class OrcidConnection {
  readonly #settings: OrcidSettings

  constructor(settings: OrcidSettings) {
    this.#settings = settings
  }

  get #redirectUri(): string {
    return this.#settings.publicUrl + CALLBACK_PATH
  }

  /** The provider's URL for this user, and the secret that the browser must return as a cookie. */
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
   * Handles the provider's answer. Returns the authenticated iD, or null in every other case: denied,
   * unknown, used or expired state, another browser, provider unavailable, no iD in its answer.
   */
  async finish(
    database: Database,
    answer: { state?: string; code?: string; browserSecret?: string },
  ): Promise<string | null> {
    const { state, code, browserSecret } = answer
    if (!state || !browserSecret) return null
    // The state is used up first, whatever the outcome.
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

/** Removes expired states and proofs. Returns how many. */
export async function sweepOrcidConnections({ db }: Database): Promise<number> {
  const gone = await db.deleteFrom('orcid_connections').where('expires_at', '<=', now()).executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** True if the server has recently authenticated this iD for this user. */
export async function isProven(db: Db, userId: string, orcid: string): Promise<boolean> {
  const row = await db
    .selectFrom('orcid_connections')
    .select('state_hash')
    .where('user_id', '=', userId)
    .where('orcid', '=', orcid)
    .where('expires_at', '>', now())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
