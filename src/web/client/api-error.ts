import type { Answer } from '../../contract/api/endpoint.ts'
import type { ErrorBody, RemovedArticle } from '../../contract/api/errors.ts'
import type { SavedDraft } from '../../contract/api/report-draft.ts'
import { SOMETHING_WENT_WRONG } from '../../contract/rules/text/messages.ts'

/** A call that was refused or failed: the same error over both transports. */
export class ApiError extends Error {
  readonly statusCode: number
  readonly errors: Record<string, string>
  /** The tombstone, if the article has been deleted (410). */
  readonly removed: RemovedArticle | undefined
  /** The draft that another device has saved (409). */
  readonly newerDraft: SavedDraft | undefined
  constructor(
    statusCode: number,
    message: string,
    errors: Record<string, string> = {},
    { removed, newerDraft }: Pick<ErrorBody, 'removed' | 'newerDraft'> = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.statusCode = statusCode
    this.errors = errors
    this.removed = removed
    this.newerDraft = newerDraft
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** Converts any failure of a call to an ApiError: without a status if there was no answer at all. */
export const failureOf = (error: unknown): ApiError =>
  isApiError(error) ? error : new ApiError(0, error instanceof Error ? error.message : String(error))

/** Why a page's data could not be loaded, in serialisable form. */
export type PageFailure = Pick<ApiError, 'statusCode' | 'message' | 'removed'> & {
  /** The same for everyone: the server renders pages for anonymous readers. */
  fromServer?: true
}

/** The error in an answer: the server's message, otherwise the name of its status. */
export function errorIn({ status, body }: Answer): ApiError {
  const { message, error, errors, removed, newerDraft } = (body ?? {}) as Partial<ErrorBody>
  return new ApiError(status, message || error || SOMETHING_WENT_WRONG, errors, { removed, newerDraft })
}
