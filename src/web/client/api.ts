import type { Api } from '../../contract/api/api.ts'
import { API_PREFIX } from '../../contract/domain/api-prefix.ts'
import { inputTravelsInQuery, pathNames, type Answer, type Endpoint } from '../../contract/api/endpoint.ts'
import { ACCESS } from '../../contract/domain/access.ts'
import { apiOver } from './api-client.ts'
import { ApiError, errorIn } from './api-error.ts'
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
 * The API over fetch: the access token goes with every call that is not
 * for anyone, a refresh comes first when none is held, and a 401 is refreshed once and tried again.
 */
export const browserApi: Api = apiOver(async (noun, verb, input) => {
  const { apiTable } = await contract()
  const endpoint = (apiTable as unknown as Record<string, Record<string, Endpoint>>)[noun]![verb]!
  return answerOf(await send(endpoint, input))
})

/** The table and its rules are loaded with the first call: a page that is only read needs neither. */
const contract = () => import('../../contract/api/api.ts')

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
  const { credential, required } = ACCESS[endpoint.access]
  if (credential === 'none' || (!required && refreshToken() === null)) return request(endpoint, input, null)
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

let refreshing: Promise<string | null> | undefined

/**
 * A new access token, or null when the session has ended. One refresh at a time, in this tab and across
 * tabs: whoever waited for the lock takes the token that another tab has just stored. `stale` is the
 * token that is no good.
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
    // The server is busy or away: that says nothing about the session.
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

/**
 * Finds out whose session it is where no access token tells, by a refresh. Null when it has ended, which is
 * said, or when nobody is signed in. Throws when the server could not be asked: then it is not known yet.
 */
export async function settleSession(): Promise<Session | null> {
  const session = currentSession()
  if (session !== undefined) return session
  if ((await renew(accessToken())) === null) endSession()
  return currentSession() ?? null
}

/**
 * Settles the session now, and whenever another tab or program has left it without an access token.
 * Returns the way to stop that.
 */
export function keepSessionSettled(): () => void {
  const settle = () => void settleSession().catch(() => {})
  settle()
  return watchSession(settle)
}

const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('journal-refresh', work) : work()

/** What the site does when a session has ended by itself. */
interface SessionEnd {
  /** Somebody had one: they are told. */
  announce: () => void
  /** What they were about to do needs one: they are sent to sign in. */
  askToSignIn: () => void
}
let sessionEnd: SessionEnd = { announce: () => {}, askToSignIn: () => {} }
export const onSessionEnd = (actions: SessionEnd): void => void (sessionEnd = actions)

/** Ends the session here, and says so to the person who had one. */
function endSession(): void {
  const wasSignedIn = refreshToken() !== null
  clearSession()
  if (wasSignedIn) sessionEnd.announce()
}

/** Ends the session here and sends the person to sign in. */
function expire(reason = 'Authentication expired'): never {
  endSession()
  sessionEnd.askToSignIn()
  throw new ApiError(401, reason)
}

/** An answer as plain data. One that is no JSON, such as a proxy's, tells the name of its status. */
async function answerOf(response: Response): Promise<Answer> {
  const body: unknown = await response.json().catch(() => undefined)
  return { status: response.status, body: response.ok ? body : { error: response.statusText, ...(body ?? {}) } }
}
