import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type ApiError, failureOf } from '../client/api-error.ts'
import { toast, toastFailure } from './toast.ts'

/**
 * Sends one thing at a time, however often its button is pressed. `busy` is for the button, `failure` why the last
 * one failed; it stays until the next answer. To show failures elsewhere, pass `onFailure`.
 */
export function useCommand(onFailure?: (failure: ApiError) => unknown) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const running = useRef(false)

  /** True if it succeeded; false also while another is running. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    try {
      await work()
      setFailure(null)
      return true
    } catch (error) {
      const failed = failureOf(error)
      setFailure(failed)
      await onFailure?.(failed)
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { run, busy, failure, forget: () => setFailure(null) }
}

/**
 * For the buttons of an editor: runs an action, shows the outcome, and loads the page again: also after a refusal,
 * which mostly means that someone else was faster. Resolves to true if it succeeded.
 */
export function useAct() {
  const { revalidate } = useRevalidator()
  const { run, busy } = useCommand(toastFailure)
  const act = async (call: () => Promise<{ message: string }>): Promise<boolean> => {
    const isDone = await run(async () => toast.success((await call()).message))
    await revalidate()
    return isDone
  }
  return { act, busy }
}

/** For the form of a dialog: what its submit shows and does once the call has succeeded. */
export function useSent(onDone: () => void = () => {}) {
  const { revalidate } = useRevalidator()
  return async (call: Promise<{ message: string }>): Promise<void> => {
    toast.success((await call).message)
    onDone()
    await revalidate()
  }
}
