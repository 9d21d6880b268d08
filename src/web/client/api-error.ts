import type { Answer } from '../../contract/api/endpoint.ts'
import type { ErrorBody } from '../../contract/api/errors.ts'
import type { RemovedArticle } from '../../contract/api/removed-article.ts'
import { SOMETHING_WENT_WRONG } from '../../contract/domain/messages.ts'

/** A call that was refused or failed: the same error over both transports. */
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

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError

/** Any failure of a call as an ApiError: without a status when no answer came at all. */
export const failureOf = (error: unknown): ApiError =>
  isApiError(error) ? error : new ApiError(0, error instanceof Error ? error.message : String(error))

/** Why a page's data could not be had, as it travels from the server to the browser. */
export type PageFailure = Pick<ApiError, 'statusCode' | 'message' | 'removed'> & {
  /** What everybody is told: the server renders for everyone and knows no reader. */
  fromServer?: true
}

/** The error that an answer tells: the server's message, else the name of its status. */
export function errorIn({ status, body }: Answer): ApiError {
  const { message, error, errors, removed } = (body ?? {}) as Partial<ErrorBody>
  return new ApiError(status, message || error || SOMETHING_WENT_WRONG, errors, removed)
}
