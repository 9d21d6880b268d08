/** Keys of the browser's local storage. */
export const STORAGE_KEYS = {
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  user: 'user_data',
  /** 'off' once somebody does not want single keys to do anything. */
  keys: 'listing_keys',
} as const
