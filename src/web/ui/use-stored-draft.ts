import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { readItem, writeItem } from '../client/storage.ts'

const SETTLE_MS = 300

const read = <T extends object>(key: string, schema: z.ZodObject, initial: T): T =>
  draftIn(readItem(key), schema, initial)

/** What a schema says of each field; fields that do not fit, or that it does not know, are as they are initially. */
export function draftIn<T extends object>(text: string | null, { shape }: z.ZodObject, initial: T): T {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? 'null')
  } catch {
    stored = null
  }
  if (typeof stored !== 'object' || stored === null) return initial
  const fields = Object.entries(stored).flatMap(([field, value]) => {
    const schema = Object.hasOwn(shape, field) ? (shape[field] as z.ZodType) : undefined
    const checked = schema?.safeParse(value)
    return checked?.success && checked.data !== undefined ? [[field, checked.data]] : []
  })
  return { ...initial, ...Object.fromEntries(fields) }
}

/**
 * A draft that stays on this device until it is sent: it survives a reload, a lost connection and signing out. Saved
 * shortly after the last key press, and at once when the page is left. Of several tabs each shows what was typed in
 * another one, and none writes over it. A browser that stores nothing, or has no room, only loses these comforts.
 */
export function useStoredDraft<T extends object>(key: string, schema: z.ZodObject, initial: T) {
  const [value, setValue] = useState(() => read(key, schema, initial))
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [isRefused, setRefused] = useState(false)
  const latest = useRef({ value, schema, initial })
  latest.current.schema = schema
  latest.current.initial = initial
  /** It was typed here since it was last saved or read. */
  const isTouched = useRef(false)

  const save = useCallback(() => {
    if (!isTouched.current) return
    const { value, initial } = latest.current
    const text = JSON.stringify(value)
    const isSaved = writeItem(key, text === JSON.stringify(initial) ? null : text)
    isTouched.current = !isSaved
    setRefused(!isSaved)
    if (isSaved) setSavedAt(new Date())
  }, [key])

  useEffect(() => {
    const timer = setTimeout(save, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value, save])

  useEffect(() => {
    // What another tab has typed or sent. Of what is not saved yet nothing is taken away.
    const follow = ({ key: changed }: StorageEvent) => {
      if ((changed !== key && changed !== null) || isTouched.current) return
      const { schema, initial } = latest.current
      latest.current.value = read(key, schema, initial)
      setValue(latest.current.value)
    }
    window.addEventListener('pagehide', save)
    window.addEventListener('storage', follow)
    return () => {
      window.removeEventListener('pagehide', save)
      window.removeEventListener('storage', follow)
      save()
    }
  }, [key, save])

  const change = useCallback((changes: Partial<T> | ((before: T) => Partial<T>)) => {
    const before = latest.current.value
    latest.current.value = { ...before, ...(typeof changes === 'function' ? changes(before) : changes) }
    isTouched.current = true
    setValue(latest.current.value)
  }, [])

  /** Removes it from this device: the server has acknowledged it. `shown` is what the page shows from then on. */
  const clear = useCallback(
    (shown: T = latest.current.initial) => {
      isTouched.current = false
      writeItem(key, null)
      latest.current.value = shown
      setValue(latest.current.value)
      setSavedAt(null)
    },
    [key],
  )

  return { value, change, clear, save, savedAt, isRefused }
}

export type StoredDraft<T extends object> = ReturnType<typeof useStoredDraft<T>>
