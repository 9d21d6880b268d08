/** The session's keys of the browser's local storage, which signing out removes. */
export const STORAGE_KEYS = {
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  user: 'user_data',
} as const

/** 'off' once someone does not want single keys to do anything. */
export const SINGLE_KEYS = 'listing_keys'

/** Set for a person who writes the texts of the journal as they are stored. */
export const TEXTS_AS_MARKDOWN = 'texts_as_markdown'

/** When someone last put off setting up a second factor on this device. */
export const SECOND_FACTOR_POSTPONED = 'second_factor_put_off'

// A browser may have no local storage, refuse it, or have no room left: nothing here throws.

export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores it, or removes what is null. False if the browser refuses. */
export function writeItem(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** The keys of all items that begin with a prefix. */
export function itemsUnder(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Single keys do something, unless someone has turned them off on this device. */
export const areSingleKeysOn = (): boolean => readItem(SINGLE_KEYS) !== 'off'
