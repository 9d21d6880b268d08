import { useCallback, useEffect, useRef, useState } from 'react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { type ApiError, failureOf } from '../../../../client/api-error.ts'
import { browserApi } from '../../../../client/api.ts'
import { actByReviewLink } from '../../../../client/review-link.ts'
import { toastFailure } from '../../../../ui/toast.ts'
import { useCommand } from '../../../../ui/use-command.ts'

/** Sends an answer and shows the state after it. Returns what was wrong, or null. */
export type Act = (call: () => Promise<OpenReview>) => Promise<ApiError | null>

/**
 * What a link opens. `act` sends one answer at a time: a second tap waits for nothing and sends nothing. If an
 * answer is refused because the review has moved on, on another device or by the editor, its present state is shown.
 */
export function useReview(secret: string) {
  const [review, setReview] = useState<OpenReview | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)

  const load = useCallback(async () => {
    actByReviewLink(secret)
    setFailure(null)
    try {
      setReview(await browserApi.reviews.open({}))
    } catch (error) {
      setFailure(failureOf(error))
    }
  }, [secret])
  useEffect(() => void load(), [load])

  const failed = useRef<ApiError | null>(null)
  const { run, busy: sending } = useCommand(async (refused) => {
    failed.current = refused
    toastFailure(refused)
    if (refused.statusCode === 401) setFailure(refused)
    if (refused.statusCode === 409) await load()
  })
  const act: Act = async (call) => {
    failed.current = null
    await run(async () => setReview(await call()))
    return failed.current
  }

  return { review, setReview, failure, sending, act, load }
}
