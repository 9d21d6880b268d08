import { SignJWT, jwtVerify } from 'jose'

const ALGORITHM = 'HS256'
/** Long enough to start a download, too short to share the link. */
const LIFETIME = '5m'
const AUDIENCE = 'journal-file'

/** Short-lived keys for downloads of private files, because a link in a page cannot carry a token. */
export class FileLinks {
  readonly #key: Uint8Array

  constructor(secret: Uint8Array) {
    this.#key = secret
  }

  make(fileId: string): Promise<string> {
    return new SignJWT({})
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(fileId)
      .setAudience(AUDIENCE)
      .setExpirationTime(LIFETIME)
      .sign(this.#key)
  }

  async opens(fileId: string, key: string): Promise<boolean> {
    try {
      const { payload } = await jwtVerify(key, this.#key, { algorithms: [ALGORITHM], audience: AUDIENCE })
      return payload.sub === fileId
    } catch {
      return false
    }
  }
}
