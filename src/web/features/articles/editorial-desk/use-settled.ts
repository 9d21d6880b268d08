import { useEffect, useState } from 'react'
import type { ApiError } from '../../../../contract/domain/api-error.ts'
import { apiErrorOf } from '../../../ui/loaded.tsx'

interface Settled<T> {
  of: Promise<T> | null
  value: T | null
  error: ApiError | null
}

/**
 * What a page's browser loader answered last. Unlike `Loaded`, it keeps what is shown until the next
 * answer is there: an editor who acts on a row or types a search keeps the list before their eyes.
 */
export function useSettled<T>({ loading }: { loading: Promise<T> }) {
  const [settled, setSettled] = useState<Settled<T>>({ of: null, value: null, error: null })

  useEffect(() => {
    let current = true
    loading.then(
      (value) => current && setSettled({ of: loading, value, error: null }),
      (error: unknown) => current && setSettled(({ value }) => ({ of: loading, value, error: apiErrorOf(error) })),
    )
    return () => {
      current = false
    }
  }, [loading])

  return { value: settled.value, error: settled.error, pending: settled.of !== loading }
}
