import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError, SOMETHING_WENT_WRONG, isApiError } from '../../contract/api-error.ts'

/**
 * A page's error boundary from the same words as its failed load in the browser: what the server
 * could not load becomes an ApiError again. Other errors are not the page's to explain.
 */
export const failureBoundary = (show: (error: ApiError) => ReactNode) =>
  function PageFailure() {
    const error = useRouteError()
    if (isRouteErrorResponse(error)) {
      return show(new ApiError(error.status, (error.data as { message?: string })?.message ?? SOMETHING_WENT_WRONG))
    }
    if (isApiError(error)) return show(error)
    throw error
  }
