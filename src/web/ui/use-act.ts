import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { toastFailure } from './call-failure.ts'
import { toast } from './toast.ts'

/**
 * Runs one action of an editor at a time, shows the outcome, and loads the page again: also after a refusal,
 * which mostly means that somebody else was faster. Returns true if it succeeded.
 */
export function useAct() {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const act = async (call: () => Promise<{ message: string }>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    try {
      toast.success((await call()).message)
      return true
    } catch (error) {
      toastFailure(error)
      return false
    } finally {
      running.current = false
      setBusy(false)
      await revalidate()
    }
  }
  return { act, busy }
}
