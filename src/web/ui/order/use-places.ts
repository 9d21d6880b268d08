import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { moved } from '../../../contract/rules/site/places.ts'
import { toastFailure } from '../toast.ts'

/**
 * Records whose order the server keeps: each move is seen at once and sent after those before it; then the page is loaded
 * again. Should one fail, the order of the server is shown.
 */
export function usePlaces<T extends { id: string }>(
  records: T[],
  place: ((record: T, place: number) => Promise<unknown>) | undefined,
) {
  const { revalidate } = useRevalidator()
  const [shown, setShown] = useState(records)
  const sending = useRef(0)
  const queue = useRef(Promise.resolve())
  useEffect(() => {
    // What is on its way comes after what was loaded.
    if (!sending.current) setShown(records)
  }, [records])

  const move = (id: string, to: number) => {
    const from = shown.findIndex((record) => record.id === id)
    const record = shown[from]
    if (!record || !place) return
    setShown(moved(shown, from, to))
    sending.current++
    queue.current = queue.current.then(async () => {
      await place(record, to + 1).catch(toastFailure)
      if (--sending.current === 0) await revalidate()
    })
  }
  return { shown: withChanges(shown, records), move }
}

/** In the order shown; what was added comes last, what is gone is left out. */
function withChanges<T extends { id: string }>(shown: readonly T[], records: readonly T[]): T[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const kept = shown.flatMap(({ id }) => byId.get(id) ?? [])
  const ids = new Set(kept.map(({ id }) => id))
  return [...kept, ...records.filter(({ id }) => !ids.has(id))]
}
