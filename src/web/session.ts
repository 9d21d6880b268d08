import { useSyncExternalStore } from 'react'
import { STORAGE_KEYS } from '../contract/storage-keys.ts'
import type { User } from '../contract/users.ts'

/**
 * The session in the browser's local storage (specification sections 3 and 4). Everything that
 * shows or changes who is signed in goes through here.
 */
export interface Session {
  user: Pick<User, 'id' | 'fullName' | 'role'>
}

const CHANGED = 'journal:session'

const readItem = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage may be switched off: then nobody is signed in.
    return null
  }
}

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
}

/** After the profile has changed: the name in the menus follows. */
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

let lastRaw: string | null = null
let lastSession: Session | null = null

/** Who is signed in, or null. The same object as long as nothing has changed. */
export function currentSession(): Session | null {
  const raw = refreshToken() === null ? null : readItem(STORAGE_KEYS.user)
  if (raw !== lastRaw) {
    lastRaw = raw
    lastSession = parse(raw)
  }
  return lastSession
}

function parse(raw: string | null): Session | null {
  if (raw === null) return null
  try {
    const user = JSON.parse(raw) as User
    return typeof user?.id === 'string' ? { user } : null
  } catch {
    return null
  }
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('storage', changed)
  window.addEventListener(CHANGED, changed)
  return () => {
    window.removeEventListener('storage', changed)
    window.removeEventListener(CHANGED, changed)
  }
}

/**
 * The session for components: `undefined` while the page is still the server's, which knows no
 * reader; then the session or null, following sign-in, sign-out and other tabs.
 */
export const useSession = (): Session | null | undefined =>
  useSyncExternalStore<Session | null | undefined>(subscribe, currentSession, () => undefined)
