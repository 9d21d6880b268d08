/** Where paths begin. Apart from the table of all paths, which the script of documents does not bring along. */

/** Current Articles, and below it the articles. */
export const ARTICLES_PATH = '/blog'

/** The prefix of all API paths, because `/categories` and others are also pages. */
export const API_PREFIX = '/api'
