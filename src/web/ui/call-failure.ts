import { SOMETHING_WENT_WRONG } from '../../contract/domain/messages.ts'
import { failureOf, type ApiError } from '../client/api-error.ts'
import { toast } from './toast.ts'

/**
 * Says why a call failed, in the words of the request layer, and hands the
 * failure on for what a form shows under its fields. That a session has ended is said there already.
 */
export function toastFailure(error: unknown): ApiError {
  const failure = failureOf(error)
  if (failure.statusCode !== 401) toast.error(failure.message || SOMETHING_WENT_WRONG, { id: failure.message })
  return failure
}
