import type { Api } from '../../contract/api/api.ts'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { inputTravelsInQuery, pathNames } from '../../contract/rules/site/paths.ts'
import type { Answer, Endpoint } from '../../contract/api/endpoint.ts'
import { ACCESS } from '../../contract/rules/accounts/access.ts'
import { apiOver } from './api-client.ts'
import { JOURNAL_HEADER } from '../../contract/rules/settings/published-journal.ts'
import { AUTHOR_SCHEME } from '../../contract/rules/peer-review/author-link.ts'
import { REVIEW_SCHEME } from '../../contract/rules/peer-review/review-link.ts'
import { ApiError, errorIn } from './api-error.ts'
import { followJournal } from './journal-of-now.ts'
import { linkSecret } from './link-secret.ts'
import {
  accessToken,
  clearSession,
  currentSession,
  refreshToken,
  renewTokens,
  watchSession,
  type Session,
} from './session.ts'

/**
 * The API over fetch. The access token is sent with every call that takes one; it is refreshed first if there
 * is none, and once more after a 401.
 */
export const browserApi: Api = apiOver(async (noun, verb, input) => {
  const { apiTable } = await contract()
  const endpoint = (apiTable as unknown as Record<string, Record<string, Endpoint>>)[noun]![verb]!
  return answerOf(await send(endpoint, input))
})

/** The endpoint table and its schemas are loaded with the first call: a page that is only read needs neither. */
const contract = () => import('../../contract/api/api.ts')

/**
 * Sends a request with a fresh access token, for what fetch cannot do, such as uploads with progress. If
 * `attempt` returns a 401, it is tried once more.
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
  const { credential, required } = ACCESS[endpoint.access]
  if (credential === 'review link') return request(endpoint, input, `${REVIEW_SCHEME} ${linkSecret()}`)
  if (
    credential === 'author link' ||
    credential === 'notice link' ||
    credential === 'report link' ||
    credential === 'follow link'
  )
    return request(endpoint, input, `${AUTHOR_SCHEME} ${linkSecret()}`)
  if (credential === 'none' || (!required && refreshToken() === null)) return request(endpoint, input, null)
  return withToken((token) => request(endpoint, input, `Bearer ${token}`))
}

async function request(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  authorization: string | null,
): Promise<Response> {
  const rest = { ...input }
  let path: string = endpoint.path
  for (const name of pathNames(endpoint.path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  const headers: Record<string, string> = { accept: 'application/json' }
  if (authorization !== null) headers.authorization = authorization
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (inputTravelsInQuery(endpoint.method)) {
    const query = new URLSearchParams()
    for (const [name, values] of Object.entries(rest))
      for (const value of [values].flat()) if (value !== undefined) query.append(name, String(value))
    if (query.size) path += `?${query}`
  } else if (endpoint.form) {
    const form = new FormData()
    for (const [name, value] of Object.entries(rest)) if (value != null) form.set(name, String(value))
    init.body = form
  } else {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(rest)
  }
  const answer = await fetch(API_PREFIX + path, init)
  void followJournal(answer.headers.get(JOURNAL_HEADER))
  return answer
}

let refreshing: Promise<string | null> | undefined

/**
 * Returns a new access token, or null if the session has ended. Only one refresh at a time, in this tab and
 * across tabs: a tab that waited for the lock uses the token that another tab has just stored. `stale` is the
 * rejected token.
 */
function renew(stale: string | null): Promise<string | null> {
  refreshing ??= exclusively(async () => {
    const held = accessToken()
    if (held !== null && held !== stale) return held
    const token = refreshToken()
    if (token === null) return null
    const { refresh: call } = (await contract()).apiTable.session
    const response = await request(call, { refreshToken: token, rotate: true }, null)
    if (response.status === 401 || response.status === 400) return null
    const answer = await answerOf(response)
    // The server is busy or unavailable: that says nothing about the session.
    if (!response.ok) throw errorIn(answer)
    const tokens = call.output.parse(answer.body)
    renewTokens(tokens)
    return tokens.accessToken
  }).finally(() => (refreshing = undefined))
  return refreshing
}

async function refresh(stale: string | null = null): Promise<string> {
  const held = refreshToken() !== null
  return (await renew(stale)) ?? expire(held ? 'Failed to refresh token' : 'No refresh token available')
}

/** Gets a token with what the person may do now, after that has changed. */
export async function refreshNow(): Promise<void> {
  await refresh(accessToken())
}

/**
 * Determines the session by a refresh if there is no access token. Null if it has ended, which is announced,
 * or if nobody is signed in. Throws if the server could not be reached, because the session is then unknown.
 */
export async function settleSession(): Promise<Session | null> {
  const session = currentSession()
  if (session !== undefined) return session
  if ((await renew(accessToken())) === null) endSession()
  return currentSession() ?? null
}

/**
 * Determines the session now, and whenever another tab has removed the access token. Returns a function that
 * stops it.
 */
export function keepSessionSettled(): () => void {
  const settle = () => void settleSession().catch(() => {})
  settle()
  return watchSession(settle)
}

const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('journal-refresh', work) : work()

/** How the site reacts when a session ends by itself. */
interface SessionEnd {
  /** Notifies the person that the session has ended. */
  announce: () => void
  /** Redirects to the sign-in page, because the pending action needs a session. */
  askToSignIn: () => void
}
let sessionEnd: SessionEnd = { announce: () => {}, askToSignIn: () => {} }
export const onSessionEnd = (actions: SessionEnd): void => void (sessionEnd = actions)

/** Ends the session in this browser, and notifies the person. */
function endSession(): void {
  const wasSignedIn = refreshToken() !== null
  clearSession()
  if (wasSignedIn) sessionEnd.announce()
}

/** Ends the session in this browser and redirects to the sign-in page. */
function expire(reason = 'Authentication expired'): never {
  endSession()
  sessionEnd.askToSignIn()
  throw new ApiError(401, reason)
}

/** Parses an answer. If it is not JSON, such as a proxy's error page, the result has the name of its status. */
async function answerOf(response: Response): Promise<Answer> {
  const body: unknown = await response.json().catch(() => undefined)
  return { status: response.status, body: response.ok ? body : { error: response.statusText, ...(body ?? {}) } }
}
