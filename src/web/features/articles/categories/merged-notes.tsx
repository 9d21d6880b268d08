import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { UndoableMerge } from '../../../../contract/api/categories.ts'
import { browserApi } from '../../../client/api.ts'
import { toastFailure } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'

/** What was merged in the last ten minutes, with a button to undo it; and what undoing has done. */
export function MergedNotes({ merges }: { merges: UndoableMerge[] }) {
  const { revalidate } = useRevalidator()
  const { run, busy } = useCommand(toastFailure)
  const [done, setDone] = useState('')
  const soonest = merges.map(({ until }) => until).toSorted()[0]
  useEffect(() => {
    if (soonest === undefined) return
    const timer = setTimeout(() => void revalidate(), Math.max(0, Date.parse(soonest) - Date.now()) + 1000)
    return () => clearTimeout(timer)
  }, [soonest, revalidate])

  const region = useRef<HTMLDivElement>(null)
  const latest = `${merges.map(({ id }) => id).join(' ')} ${done}`
  const before = useRef(latest)
  // The button that was pressed disappears with its row or its notice: move the focus to what became of it.
  useEffect(() => {
    if (before.current !== latest && document.activeElement === document.body) region.current?.focus()
    before.current = latest
  }, [latest])

  const undo = async (id: string) => {
    await run(async () => setDone((await browserApi.categories.undoMerge({ id })).message))
    await revalidate()
  }
  return (
    <div ref={region} tabIndex={-1} role="status" className="merged-notes">
      {done && !merges.length && <p className="notice">{done}</p>}
      {merges.map(({ id, name, into }) => (
        <div key={id} className="notice">
          <p>
            <strong>{name}</strong> is now part of <strong>{into.name}</strong>. Links to it lead there.
          </p>
          <button type="button" className="btn" aria-disabled={busy} onClick={() => void undo(id)}>
            <Undo2 className="ic" aria-hidden="true" />
            Undo<span className="sr"> the merge of {name}</span>
          </button>
        </div>
      ))}
    </div>
  )
}
