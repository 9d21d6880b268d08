import { Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '../../../../client/api.ts'
import { toast, toastFailure } from '../../../../ui/toast.ts'
import { useCommand } from '../../../../ui/use-command.ts'

/** Undoes a decision while its letter waits. The page is loaded again when that has ended, and after each answer. */
export function UndoButton({
  articleId,
  decisionId,
  until,
  title,
  className = 'btn',
}: {
  articleId: string
  decisionId: string
  until: string
  /** Of the manuscript, as plain text. */
  title: string
  className?: string
}) {
  const { revalidate } = useRevalidator()
  const { run, busy } = useCommand(toastFailure)
  useEffect(() => {
    // If this device's clock is fast, the button stays until the page is loaded once more.
    const timer = setTimeout(() => void revalidate(), Math.max(0, Date.parse(until) - Date.now()) + 1000)
    return () => clearTimeout(timer)
  }, [until, revalidate])
  const undo = async () => {
    await run(async () => {
      await browserApi.decisions.undo({ id: articleId, decisionId })
      toast.success('Decision undone')
    })
    await revalidate()
  }
  return (
    <button type="button" className={className} aria-disabled={busy} onClick={() => void undo()}>
      <Undo2 className="ic" aria-hidden="true" />
      Undo<span className="sr"> the decision: {title}</span>
    </button>
  )
}
