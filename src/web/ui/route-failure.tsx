import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError, SOMETHING_WENT_WRONG, isApiError } from '../../contract/domain/api-error.ts'

/**
 * A page's error boundary from the same words as its failed load in the browser: what the server
 * could not load becomes an ApiError again. Other errors are not the page's to explain.
 */
export const failureBoundary = (show: (error: ApiError) => ReactNode) =>
  function PageFailure() {
    const error = useRouteError()
    if (isRouteErrorResponse(error)) {
      const { message, removed } = (error.data ?? {}) as Partial<Pick<ApiError, 'message' | 'removed'>>
      return show(new ApiError(error.status, message ?? SOMETHING_WENT_WRONG, {}, removed))
    }
    if (isApiError(error)) return show(error)
    throw error
  }
