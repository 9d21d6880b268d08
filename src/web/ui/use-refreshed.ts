import { useCallback, useRef, useState } from 'react'
import { toastFailure } from './call-failure.ts'
import { toast } from './toast.ts'

/**
 * What a page has loaded, and a way to load it again after a change: it stays on the screen meanwhile,
 * and the keyboard where it is. Of several loads under way the last counts.
 */
export function useRefreshed<T>(loaded: T, load: () => Promise<T>): [T, () => Promise<void>] {
  const [value, setValue] = useState(loaded)
  const newest = useRef(0)
  const failure = useRef<string | null>(null)
  const refresh = useCallback(async () => {
    const turn = ++newest.current
    try {
      const fresh = await load()
      if (turn === newest.current) setValue(fresh)
      if (failure.current !== null) toast.dismiss(failure.current)
      failure.current = null
    } catch (error) {
      failure.current = toastFailure(error).message
    }
  }, [load])
  return [value, refresh]
}
