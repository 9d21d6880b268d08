import { API_PREFIX } from '../src/contract/rules/site/paths.ts'
import { PASSWORD } from './archive.ts'

/** Access tokens are valid for ten minutes. */
const FRESH_MS = 5 * 60_000

/** Somebody who has signed in to a running journal. */
export class Caller {
  readonly #url: string
  readonly #email: string
  #token = ''
  #since = -Infinity

  constructor(url: string, email: string) {
    this.#url = url + API_PREFIX
    this.#email = email
  }

  async headers(): Promise<Record<string, string>> {
    if (performance.now() - this.#since > FRESH_MS) {
      const signedIn = await ask<{ accessToken: string }>(`${this.#url}/auth/login`, 'POST', {
        body: JSON.stringify({ email: this.#email, password: PASSWORD }),
        headers: { 'content-type': 'application/json' },
      })
      this.#token = signedIn.accessToken
      this.#since = performance.now()
    }
    return { authorization: `Bearer ${this.#token}` }
  }

  async get<T>(path: string): Promise<T> {
    return ask<T>(this.#url + path, 'GET', { headers: await this.headers() })
  }

  async send<T>(method: 'POST' | 'PUT', path: string, body: unknown): Promise<T> {
    const headers = { ...(await this.headers()), 'content-type': 'application/json' }
    return ask<T>(this.#url + path, method, { body: JSON.stringify(body), headers })
  }

  /** The address of the uploaded file. */
  async upload(name: string, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const form = new FormData()
    form.set('file', new File([bytes], name, { type }))
    const { url } = await ask<{ url: string }>(`${this.#url}/files/upload`, 'POST', {
      body: form,
      headers: await this.headers(),
    })
    return url
  }
}

async function ask<T>(url: string, method: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, { ...init, method })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} is answered with ${answer.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}
