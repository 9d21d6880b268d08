import { useCallback, useEffect, useRef, useState } from 'react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { browserApi } from '../../../../client/api.ts'
import { failureOf, type ApiError } from '../../../../client/api-error.ts'
import { actByReviewLink } from '../../../../client/review-link.ts'
import { toastFailure } from '../../../../ui/call-failure.ts'

/** Sends an answer and shows the state after it. Returns what was wrong, or null. */
export type Act = (call: () => Promise<OpenReview>) => Promise<ApiError | null>

/**
 * What a link opens. `act` sends one answer at a time: a second tap waits for nothing and sends nothing. If an
 * answer is refused because the review has moved on, on another device or by the editor, its present state is shown.
 */
export function useReview(secret: string) {
  const [review, setReview] = useState<OpenReview | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [sending, setSending] = useState(false)
  const busy = useRef(false)

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

  const act: Act = async (call) => {
    if (busy.current) return null
    busy.current = true
    setSending(true)
    try {
      setReview(await call())
      return null
    } catch (error) {
      const failed = toastFailure(error)
      if (failed.statusCode === 401) setFailure(failed)
      if (failed.statusCode === 409) await load()
      return failed
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  return { review, setReview, failure, sending, act, load }
}
