import { useCallback, useRef, useState } from 'react'
import { toastFailure } from './call-failure.ts'

/**
 * What a page has loaded, and a way to load it anew after a change: it stays on the screen meanwhile,
 * and the keyboard where it is. Of several loads under way the last counts.
 */
export function useRefreshed<T>(loaded: T, load: () => Promise<T>): [T, () => Promise<void>] {
  const [value, setValue] = useState(loaded)
  const newest = useRef(0)
  const refresh = useCallback(async () => {
    const turn = ++newest.current
    try {
      const fresh = await load()
      if (turn === newest.current) setValue(fresh)
    } catch (error) {
      toastFailure(error)
    }
  }, [load])
  return [value, refresh]
}
