/** The prefix of all API paths, because `/categories` and others are also pages. */
export const API_PREFIX = '/api'
