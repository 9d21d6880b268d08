import type { RemovedArticle } from '../api/removed-article.ts'

/** A call that was refused or failed: the same error in the browser and in-process. */
export class ApiError extends Error {
  readonly statusCode: number
  readonly errors: Record<string, string>
  /** What stays of the article that was asked for, when it has been deleted (410). */
  readonly removed: RemovedArticle | undefined
  constructor(
    statusCode: number,
    message: string,
    errors: Record<string, string> = {},
    removed?: RemovedArticle | undefined,
  ) {
    super(message)
    this.name = 'ApiError'
    this.statusCode = statusCode
    this.errors = errors
    this.removed = removed
  }
}

/**
 * True for an ApiError of any copy of this module: the site's bundle holds its own, so that
 * `instanceof` would not know the errors of the server's in-process calls.
 */
export const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError'

/** Words of section 8 that more than one place says. */
export const SOMETHING_WENT_WRONG = 'Something went wrong'
export const UNEXPECTED_ERROR = 'An unexpected error occurred'
export const SESSION_EXPIRED = 'Session expired, please log in again.'
