import type { Api } from '../contract/api.ts'
import { API_PREFIX } from '../contract/api-prefix.ts'
import type { ErrorBody } from '../contract/errors.ts'
import { clientOf, inputTravelsInQuery, pathNames, type Endpoint } from '../contract/endpoint.ts'
import { ApiError, SESSION_EXPIRED, SOMETHING_WENT_WRONG } from '../contract/api-error.ts'
import { accessToken, clearSession, refreshToken, renewTokens } from './session.ts'
import { loginPath } from './site/login-path.ts'
import { toast } from './ui/toast.ts'

/**
 * The API over fetch (specification section 7): the access token goes with every call that is not
 * for anyone, a refresh comes first when none is held, and a 401 is refreshed once and tried again.
 */
export const browserApi: Api = clientOf<typeof import('../contract/api.ts').apiTable>(async (noun, verb, input) => {
  const { apiTable } = await contract()
  const endpoint = (apiTable as unknown as Record<string, Record<string, Endpoint>>)[noun]![verb]!
  const response = await send(endpoint, input)
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw apiError(response, body)
  return body
})

/** The table and its rules are loaded with the first call: a page that is only read needs neither. */
const contract = () => import('../contract/api.ts')

/**
 * Sends something with the access token that the helper keeps fresh: for what fetch cannot do, such
 * as uploads that show their progress. `attempt` answers 401 by returning it; it is tried once more.
 */
export async function withToken<T extends { status: number }>(attempt: (token: string) => Promise<T>): Promise<T> {
  const held = accessToken() ?? (await refresh())
  const answer = await attempt(held)
  if (answer.status !== 401) return answer
  const again = await attempt(await refresh(held))
  if (again.status === 401) expire()
  return again
}

async function send(endpoint: Endpoint, input: Record<string, unknown>): Promise<Response> {
  if (endpoint.access === 'anyone') return request(endpoint, input, null)
  if (endpoint.access === 'anyone, known if signed in' && refreshToken() === null) return request(endpoint, input, null)

  return withToken((token) => request(endpoint, input, token))
}

function request(endpoint: Endpoint, input: Record<string, unknown>, token: string | null): Promise<Response> {
  const rest = { ...input }
  let path: string = endpoint.path
  for (const name of pathNames(endpoint.path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token !== null) headers.authorization = `Bearer ${token}`
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (inputTravelsInQuery(endpoint.method)) {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value))
    if (query.size) path += `?${query}`
  } else if (endpoint.form) {
    const form = new FormData()
    for (const [name, value] of Object.entries(rest)) if (value != null) form.set(name, String(value))
    init.body = form
  } else {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(rest)
  }
  return fetch(API_PREFIX + path, init)
}

let refreshing: Promise<string> | undefined

/**
 * A new access token. One refresh at a time, in this tab and across tabs: whoever waited for the
 * lock takes the token that another tab has just stored. `stale` is the token that was refused.
 */
function refresh(stale: string | null = null): Promise<string> {
  refreshing ??= exclusively(async () => {
    const held = accessToken()
    if (held !== null && held !== stale) return held
    const token = refreshToken()
    if (token === null) return expire('No refresh token available')
    const { refresh: call } = (await contract()).apiTable.session
    const response = await request(call, { refreshToken: token, rotate: true }, null)
    const body: unknown = await response.json().catch(() => undefined)
    if (response.status === 401 || response.status === 400) return expire('Failed to refresh token')
    // The server is busy or away: that says nothing about the session.
    if (!response.ok) throw apiError(response, body)
    const tokens = call.output.parse(body)
    renewTokens(tokens)
    return tokens.accessToken
  }).finally(() => (refreshing = undefined))
  return refreshing
}

const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('journal-refresh', work) : work()

/** Ends the session here and sends the person to sign in (specification section 8). */
function expire(reason = 'Authentication expired'): never {
  const wasSignedIn = refreshToken() !== null
  clearSession()
  if (wasSignedIn) toast.error(SESSION_EXPIRED, { id: 'session-expired', acrossPages: true })
  window.dispatchEvent(new CustomEvent('journal:go', { detail: loginPath(window.location.pathname) }))
  throw new ApiError(401, reason)
}

/** The server's message, else its error field, else the error text, else 'Something went wrong'. */
function apiError(response: Response, body: unknown): ApiError {
  const { message, error, errors, removed } = (body ?? {}) as Partial<ErrorBody>
  return new ApiError(response.status, message || error || response.statusText || SOMETHING_WENT_WRONG, errors, removed)
}
