import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, failureOf } from '../../../client/api-error.ts'
import { actByLink } from '../../../client/link-secret.ts'
import { toastFailure } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'

/** Sends an answer and shows the state after it. Returns what was wrong, or null. */
export type ActOn<T> = (call: () => Promise<T>) => Promise<ApiError | null>

/**
 * What a link opens. `act` sends one answer at a time: a second tap waits for nothing and sends nothing. If an
 * answer is refused because things have moved on, on another device or by the editor, the present state is shown.
 */
export function useLink<T>(secret: string, open: () => Promise<T>) {
  const [shown, setShown] = useState<T | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)

  const opens = useRef(open)
  const load = useCallback(async () => {
    actByLink(secret)
    setFailure(null)
    try {
      setShown(await opens.current())
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
  const act: ActOn<T> = async (call) => {
    failed.current = null
    await run(async () => setShown(await call()))
    return failed.current
  }

  return { shown, failure, sending, act, load }
}
