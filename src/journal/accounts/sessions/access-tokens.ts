import { SignJWT, jwtVerify } from 'jose'
import type { Role } from '../../../contract/rules/accounts/access.ts'
import type { Duty } from '../../../contract/rules/accounts/duties.ts'

const ALGORITHM = 'HS256'
const LIFETIME_SECONDS = 600
const AUDIENCE = 'journal-api'
/** Of the cookie of someone who looks at the site as they have changed it: no call takes it. */
const SITE_VIEW = 'site-view'

/** Creates and verifies the short-lived tokens sent with each call. */
export class AccessTokens {
  readonly #key: Uint8Array

  /** `secret` is at least 32 random bytes, stored in the data folder. */
  constructor(secret: Uint8Array) {
    this.#key = secret
  }

  make(session: { userId: string; sessionId: string; role: Role; duties?: readonly Duty[] }): Promise<string> {
    // One moment for both, which may lie at the turn of a second.
    const at = Math.floor(Date.now() / 1000)
    // Browsers show their menus by role and duties; the server reads both from the database.
    const { role, duties = [] } = session
    return new SignJWT({ role, sid: session.sessionId, ...(duties.length ? { duties } : {}) })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(session.userId)
      .setAudience(AUDIENCE)
      .setIssuedAt(at)
      .setExpirationTime(at + LIFETIME_SECONDS)
      .sign(this.#key)
  }

  /** The token of a view of the site, for as long as its session lasts, and `seconds` at most. */
  makeSiteView(sessionId: string, seconds: number): Promise<string> {
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM })
      .setAudience(SITE_VIEW)
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(this.#key)
  }

  /** The session id in a token, or null if the token is invalid or expired. */
  read = (token: string) => this.#read(token, AUDIENCE)
  readSiteView = (token: string) => this.#read(token, SITE_VIEW)

  async #read(token: string, audience: string): Promise<{ sessionId: string } | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: [ALGORITHM], audience })
      return typeof payload.sid === 'string' ? { sessionId: payload.sid } : null
    } catch {
      return null
    }
  }
}
