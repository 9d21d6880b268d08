import { useCallback, useEffect, useRef, useState } from 'react'
import { forgetDraft, isEmptyDraft, keepDraft, readDraft, type Draft } from './draft.ts'

const SETTLE_MS = 300

/**
 * A person's draft, stored on this device: it survives a reload, a lost connection, and signing out in
 * another tab. Saved shortly after the last key press, and at once when the page is left.
 */
export function useDraft(userId: string) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(userId))
  const [kept, setKept] = useState(true)
  const latest = useRef(draft)
  latest.current = draft
  const done = useRef(false)

  const keep = useCallback(() => {
    if (!done.current && (!isEmptyDraft(latest.current) || latest.current.step > 0)) {
      setKept(keepDraft(userId, latest.current))
    }
  }, [userId])

  useEffect(() => {
    const timer = setTimeout(keep, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [draft, keep])

  useEffect(() => {
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])

  const update = useCallback(
    (change: Partial<Draft> | ((before: Draft) => Partial<Draft>)) =>
      setDraft((before) => ({ ...before, ...(typeof change === 'function' ? change(before) : change) })),
    [],
  )

  /** Deletes the draft from this device after it was sent. */
  const finish = useCallback(() => {
    done.current = true
    forgetDraft(userId)
  }, [userId])

  return { draft, update, finish, kept, empty: isEmptyDraft(draft) }
}
