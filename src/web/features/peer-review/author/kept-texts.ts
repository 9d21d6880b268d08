import { useCallback, useEffect, useRef, useState } from 'react'
import type { UploadedFile } from '../../../ui/files/use-uploads.ts'

const SETTLE_MS = 300

/** What somebody types about a manuscript and has not sent yet, and the files uploaded for it. */
interface Kept {
  texts: Record<string, string>
  files: UploadedFile[]
}

const NOTHING: Kept = { texts: {}, files: [] }

function read(key: string): Kept {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept>) }
  } catch {
    return NOTHING
  }
}

/** False if local storage is full or not allowed. */
function keep(key: string, kept: Kept): boolean {
  try {
    if (kept.files.length || Object.values(kept.texts).some((text) => text !== '')) {
      localStorage.setItem(key, JSON.stringify(kept))
    } else localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}

/**
 * Texts that stay on this device until they are sent: they survive a reload, a lost connection and signing out.
 * Saved shortly after the last key press, and at once when the page is left.
 */
export function useKeptTexts(userId: string, about: string) {
  const key = `journal:manuscript:${userId}:${about}`
  const [kept, setKept] = useState(() => read(key))
  const [saved, setSaved] = useState<{ at: Date } | null>(null)
  const [isRefused, setRefused] = useState(false)
  const latest = useRef(kept)
  latest.current = kept
  const done = useRef(false)
  const isTouched = useRef(false)

  const save = useCallback(() => {
    if (done.current || !isTouched.current) return
    const isKept = keep(key, latest.current)
    setRefused(!isKept)
    if (isKept) setSaved({ at: new Date() })
  }, [key])

  useEffect(() => {
    const timer = setTimeout(save, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [kept, save])

  useEffect(() => {
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [save])

  const change = useCallback((next: (before: Kept) => Kept) => {
    isTouched.current = true
    done.current = false
    setKept(next)
  }, [])

  return {
    texts: kept.texts,
    files: kept.files,
    /** When they were saved last, in this visit. */
    savedAt: saved?.at ?? null,
    isRefused,
    set: useCallback(
      (name: string, text: string) => change((before) => ({ ...before, texts: { ...before.texts, [name]: text } })),
      [change],
    ),
    setFiles: useCallback((files: UploadedFile[]) => change((before) => ({ ...before, files })), [change]),
    /** They have been sent. */
    forget: useCallback(() => {
      done.current = true
      localStorage.removeItem(key)
      setKept(NOTHING)
      setSaved(null)
    }, [key]),
  }
}

export type KeptTexts = ReturnType<typeof useKeptTexts>
