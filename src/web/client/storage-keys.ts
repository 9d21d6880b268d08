/** The session's keys of the browser's local storage, which signing out removes. */
export const STORAGE_KEYS = {
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  user: 'user_data',
} as const

/** 'off' once somebody does not want single keys to do anything. */
export const SINGLE_KEYS = 'listing_keys'

/** When somebody last put off setting up a second factor on this device. */
export const SECOND_FACTOR_PUT_OFF = 'second_factor_put_off'
