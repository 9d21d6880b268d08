import { toast as hot, type ToastOptions } from 'react-hot-toast/headless'
import { SOMETHING_WENT_WRONG } from '../../contract/rules/text/messages.ts'
import { type ApiError, failureOf } from '../client/api-error.ts'

// The headless half of the library: its styled half adds style elements, which the Content-Security-Policy
// forbids. Limits and durations: 20 at once, 4000 ms for blank, error and custom, 2000 ms for success, no
// limit for loading, removed after 1000 ms.

/** Errors that are dismissed on the next success or navigation, because they would outlive their cause. */
const errors = new Set<string>()

function dismissErrors(): void {
  for (const id of errors) hot.dismiss(id)
  errors.clear()
}

export const toast = {
  success(message: string): void {
    dismissErrors()
    hot.success(message)
  },
  /** `acrossPages`: it explains a redirect, and must survive it. */
  error(message: string, { acrossPages = false, ...options }: { id?: string; acrossPages?: boolean } = {}): void {
    const shown = hot.error(message, options satisfies ToastOptions)
    if (!acrossPages) errors.add(shown)
  },
  /** Neither a success nor an error: information. */
  notice(message: string): void {
    hot(message)
  },
  dismiss: (id: string): void => hot.dismiss(id),
  dismissErrors,
}

/**
 * Shows a toast for a failed call, and returns the failure for field errors in a form. The end of a session
 * has already been announced.
 */
export function toastFailure(error: unknown): ApiError {
  const failure = failureOf(error)
  if (failure.statusCode !== 401) toast.error(failure.message || SOMETHING_WENT_WRONG, { id: failure.message })
  return failure
}
