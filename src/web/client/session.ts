import { useSyncExternalStore } from 'react'
import { readItem, STORAGE_KEYS } from './storage.ts'
import type { Actor, Role } from '../../contract/rules/accounts/access.ts'
import type { Duty } from '../../contract/rules/accounts/duties.ts'
import type { User } from '../../contract/api/users.ts'

/**
 * The session in the browser's local storage. All code that reads or changes the session uses this module.
 * User and role are read from the access token; the stored user only provides the name. The server trusts
 * neither.
 */
export interface Session {
  /** Empty if not known. */
  user: Pick<User, 'id' | 'fullName' | 'role'>
  /** What they do for the journal without being an administrator. */
  duties: readonly Duty[]
}

const CHANGED = 'journal:session'

// Where storage is refused, nobody is signed in.
export const accessToken = (): string | null => readItem(STORAGE_KEYS.accessToken)
export const refreshToken = (): string | null => readItem(STORAGE_KEYS.refreshToken)

export function openSession(tokens: { accessToken: string; refreshToken: string; user: User }): void {
  localStorage.setItem(STORAGE_KEYS.accessToken, tokens.accessToken)
  localStorage.setItem(STORAGE_KEYS.refreshToken, tokens.refreshToken)
  localStorage.setItem(STORAGE_KEYS.user, JSON.stringify(tokens.user))
  announce()
}

export function renewTokens(tokens: { accessToken: string; refreshToken?: string | undefined }): void {
  localStorage.setItem(STORAGE_KEYS.accessToken, tokens.accessToken)
  if (tokens.refreshToken !== undefined) localStorage.setItem(STORAGE_KEYS.refreshToken, tokens.refreshToken)
  announce()
}

/** Updates the name in the menus after the profile has changed. */
export function updateUser(user: User): void {
  localStorage.setItem(STORAGE_KEYS.user, JSON.stringify(user))
  announce()
}

/** Removes the three stored items. */
export function clearSession(): void {
  for (const key of Object.values(STORAGE_KEYS)) localStorage.removeItem(key)
  announce()
}

const announce = () => window.dispatchEvent(new Event(CHANGED))

let last: Session | null | undefined

/**
 * The current session; null if signed out; undefined if only a refresh can tell, because there is no readable
 * access token. Returns the same object until something changes.
 */
export function currentSession(): Session | null | undefined {
  const now = readSession()
  if (now && last && now.user.id === last.user.id) {
    const isSame = now.user.role === last.user.role && now.user.fullName === last.user.fullName
    if (isSame && now.duties.join() === last.duties.join()) return last
  }
  return (last = now)
}

function readSession(): Session | null | undefined {
  if (refreshToken() === null) return null
  const who = payloadOf(accessToken() ?? '')
  if (!who) return undefined
  const { duties, ...user } = who
  return { user: { ...user, fullName: storedName() }, duties }
}

/** The user, role and duties in an access token, without verifying it. */
function payloadOf(token: string): { id: string; role: Role; duties: readonly Duty[] } | undefined {
  try {
    const payload: unknown = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')))
    const { sub, role, duties } = payload as { sub?: unknown; role?: unknown; duties?: unknown }
    return typeof sub === 'string'
      ? { id: sub, role: role === 'admin' ? 'admin' : 'author', duties: Array.isArray(duties) ? duties : [] }
      : undefined
  } catch {
    return undefined
  }
}

function storedUser(): Partial<Record<keyof User, unknown>> {
  try {
    return (JSON.parse(readItem(STORAGE_KEYS.user) ?? '') as Partial<Record<keyof User, unknown>> | null) ?? {}
  } catch {
    return {}
  }
}

function storedName(): string {
  const { fullName } = storedUser()
  return typeof fullName === 'string' ? fullName : ''
}

/**
 * Calls `listener` whenever the session may have changed, here or in another tab. Returns a function that
 * stops it.
 */
export function watchSession(changed: () => void): () => void {
  window.addEventListener('storage', changed)
  window.addEventListener(CHANGED, changed)
  return () => {
    window.removeEventListener('storage', changed)
    window.removeEventListener(CHANGED, changed)
  }
}

/**
 * The session for components: `undefined` until hydration, because pages are rendered for anonymous readers,
 * or until a refresh has finished; then the session or null, updated on sign-in, sign-out and changes in
 * other tabs.
 */
export const useSession = (): Session | null | undefined =>
  useSyncExternalStore<Session | null | undefined>(watchSession, currentSession, () => undefined)

/**
 * Changes with what this browser knows of an account whose address was unconfirmed when it was last heard of; null of
 * others, or if nobody is signed in.
 */
export const useUnconfirmed = (): string | null =>
  useSyncExternalStore(
    watchSession,
    () => (currentSession() && storedUser().emailConfirmed === false ? (readItem(STORAGE_KEYS.user) ?? '') : null),
    () => null,
  )

/** The actor for policies; null until the session is known. */
export const useActor = (): Actor | null => actorOf(useSession())

export const actorOf = (session: Session | null | undefined): Actor | null =>
  session
    ? {
        ...{ userId: session.user.id, role: session.user.role },
        ...(session.duties.length ? { duties: session.duties } : {}),
      }
    : null

/** True while only a refresh can tell whose session it is. */
export const useUnsettled = (): boolean =>
  useSyncExternalStore(
    watchSession,
    () => currentSession() === undefined,
    () => false,
  )
