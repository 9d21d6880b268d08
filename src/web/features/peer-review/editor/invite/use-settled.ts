import { useEffect, useState } from 'react'

/** A value once it has not changed for a moment: what is typed is asked about when the fingers rest. */
export function useSettled<T extends string>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
