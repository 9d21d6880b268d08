import { SOMETHING_WENT_WRONG } from '../../contract/rules/text/messages.ts'
import { failureOf, type ApiError } from '../client/api-error.ts'
import { toast } from './toast.ts'

/**
 * Shows a toast for a failed call, and returns the failure for field errors in a form. The end of a session
 * has already been announced.
 */
export function toastFailure(error: unknown): ApiError {
  const failure = failureOf(error)
  if (failure.statusCode !== 401) toast.error(failure.message || SOMETHING_WENT_WRONG, { id: failure.message })
  return failure
}
