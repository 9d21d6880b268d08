import { SOMETHING_WENT_WRONG, type ApiError } from '../../contract/domain/api-error.ts'
import { apiErrorOf } from './loaded.tsx'
import { toast } from './toast.ts'

/**
 * Says why a call failed, in the words of the request layer, and hands the
 * failure on for what a form shows under its fields. That a session has ended is said there already.
 */
export function toastFailure(error: unknown): ApiError {
  const failure = apiErrorOf(error)
  if (failure.statusCode !== 401) toast.error(failure.message || SOMETHING_WENT_WRONG, { id: failure.message })
  return failure
}
