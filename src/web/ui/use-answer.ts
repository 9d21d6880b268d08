import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * The answer of one call, for a dialog or a part of a page that loads separately. It is requested again when
 * `key` changes; `of` is the key of the current `answer`. Of several pending calls the last one wins.
 */
export function useAnswer<T>(ask: () => Promise<T>, key = '') {
  const [answer, setAnswer] = useState<T | null>(null)
  const [of, setOf] = useState(key)
  const [failed, setFailed] = useState(false)
  const latest = useRef(ask)
  latest.current = ask
  const turn = useRef(0)

  /** Requests it again; the current answer stays until then. */
  const reload = useCallback(async () => {
    const mine = ++turn.current
    const outcome = await latest.current().then(
      (answer) => ({ answer, failed: false }),
      () => ({ answer: null, failed: true }),
    )
    if (mine !== turn.current) return
    setAnswer(outcome.answer)
    setFailed(outcome.failed)
    setOf(key)
  }, [key])

  const giveUp = useCallback(() => void ++turn.current, [])

  useEffect(() => {
    void reload()
    return giveUp
  }, [reload, giveUp])

  /** Clears a failure and tries again. */
  const tryAgain = () => {
    setFailed(false)
    void reload()
  }
  return { answer, of, failed, reload, tryAgain }
}
