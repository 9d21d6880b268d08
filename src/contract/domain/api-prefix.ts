/** The prefix of all API paths: `/categories` and others are pages as well. */
export const API_PREFIX = '/api'
