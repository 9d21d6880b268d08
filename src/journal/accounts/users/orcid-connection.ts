import { API_PREFIX } from '../../../contract/rules/site/path-roots.ts'
import type { NamedAuthor } from '../../../contract/rules/peer-review/author-link.ts'
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

/** Who connects their iD: someone with an account, or an author of a manuscript who has come by the link of an email. */
export type OrcidOwner = { readonly userId: string } | NamedAuthor

const columnsOf = (owner: OrcidOwner) =>
  'userId' in owner
    ? { user_id: owner.userId, article_id: null, email: null }
    : { user_id: null, article_id: owner.articleId, email: owner.email }

/**
 * The OAuth connection to ORCID: a single-use state, valid for ten minutes, bound to the person and to the
 * browser; the server exchanges the code itself, and the iD is kept for ten minutes as authenticated for that
 * person.
 */
export class OrcidConnection {
  readonly #settings: OrcidSettings

  constructor(settings: OrcidSettings) {
    this.#settings = settings
  }

  get #redirectUri(): string {
    return this.#settings.publicUrl + CALLBACK_PATH
  }

  /** The provider's URL for this person, and the secret that the browser must return as a cookie. */
  async begin(database: Database, owner: OrcidOwner): Promise<{ url: string; browserSecret: string }> {
    const state = newSecret()
    const browserSecret = newSecret()
    await database.db
      .insertInto('orcid_connections')
      .values({
        state_hash: hashOfSecret(state),
        ...columnsOf(owner),
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
   * unknown, used or expired state, another browser, provider unavailable, no iD in its answer. `isByLink`: of an
   * author who has come by link.
   */
  async finish(
    database: Database,
    answer: { state?: string; code?: string; browserSecret?: string },
  ): Promise<{ orcid: string | null; isByLink: boolean }> {
    const { state, code, browserSecret } = answer
    if (!state || !browserSecret) return { orcid: null, isByLink: false }
    const begun = await database.db
      .selectFrom('orcid_connections')
      .select('user_id')
      .where('state_hash', '=', hashOfSecret(state))
      .executeTakeFirst()
    const isByLink = begun !== undefined && begun.user_id === null
    // The state is used up first, whatever the outcome.
    const used = await database.db
      .updateTable('orcid_connections')
      .set({ used_at: now() })
      .where('state_hash', '=', hashOfSecret(state))
      .where('browser_hash', '=', hashOfSecret(browserSecret))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now())
      .executeTakeFirst()
    if (used.numUpdatedRows === 0n || !code) return { orcid: null, isByLink }
    const orcid = await this.#exchange(code)
    if (orcid === null) return { orcid, isByLink }
    await database.db
      .updateTable('orcid_connections')
      .set({ orcid, expires_at: inMinutes(STATE_MINUTES) })
      .where('state_hash', '=', hashOfSecret(state))
      .execute()
    return { orcid, isByLink }
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

/** True if the server has recently authenticated this iD for this person. */
export async function isProven(db: Db, owner: OrcidOwner, orcid: string): Promise<boolean> {
  const proofs = db.selectFrom('orcid_connections').select('state_hash')
  const ofOwner =
    'userId' in owner
      ? proofs.where('user_id', '=', owner.userId)
      : proofs.where('article_id', '=', owner.articleId).where('email', '=', owner.email)
  const row = await ofOwner.where('orcid', '=', orcid).where('expires_at', '>', now()).limit(1).executeTakeFirst()
  return row !== undefined
}
