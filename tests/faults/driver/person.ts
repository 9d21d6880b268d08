import type { Load } from './load.ts'

export interface Answered<T> {
  status: number
  body: T
}

/** Someone with an account, or without one, who calls the API and asks again while it is away. */
export class Person {
  readonly email: string
  readonly #load: Load
  readonly #password: string
  #token = ''

  constructor(load: Load, email: string, password: string) {
    this.#load = load
    this.email = email
    this.#password = password
  }

  /** Opens a session with an answer to a sign-up. */
  useToken(token: string): void {
    this.#token = token
  }

  /** Of calls that are made by hand. */
  get headers(): { authorization: string } {
    return { authorization: `Bearer ${this.#token}` }
  }

  async signIn(): Promise<void> {
    const { status, body } = await this.#load.ask('POST', '/auth/login', () => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: this.email, password: this.#password }),
    }))
    if (status !== 200) throw new Error(`${this.email} could not sign in: ${status} ${JSON.stringify(body)}`)
    this.#token = (body as { accessToken: string }).accessToken
  }

  get = <T>(path: string): Promise<Answered<T>> => this.#ask<T>('GET', path, () => ({}))

  send = <T>(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Answered<T>> =>
    this.#ask<T>(method, path, () => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }))

  upload = (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Answered<{ url: string }>> =>
    this.#ask('POST', '/files/upload', () => ({ body: formWith(name, bytes) }))

  async #ask<T>(method: string, path: string, init: () => RequestInit): Promise<Answered<T>> {
    for (let tries = 0; ; tries++) {
      if (!this.#token) await this.signIn()
      const answer = await this.#load.ask(method, path, () => {
        const asked = init()
        return { ...asked, headers: { ...asked.headers, authorization: `Bearer ${this.#token}` } }
      })
      // Access tokens are valid for ten minutes, of whichever clock.
      if (answer.status !== 401 || tries) return answer as Answered<T>
      this.#token = ''
    }
  }
}

/** A reviewer, who is known by the secret of a link. */
export class Reviewer {
  readonly #load: Load
  readonly #secret: string

  constructor(load: Load, secret: string) {
    this.#load = load
    this.#secret = secret
  }

  send = <T>(path: string, body: unknown): Promise<Answered<T>> =>
    this.#load.ask('POST', `/review/${path}`, () => ({
      headers: { 'content-type': 'application/json', authorization: `Review ${this.#secret}` },
      body: JSON.stringify(body),
    })) as Promise<Answered<T>>

  upload = <T>(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Answered<T>> =>
    this.#load.ask('POST', '/review/report-files', () => ({
      headers: { authorization: `Review ${this.#secret}` },
      body: formWith(name, bytes),
    })) as Promise<Answered<T>>
}

function formWith(name: string, bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.append('file', new File([bytes], name))
  return form
}
