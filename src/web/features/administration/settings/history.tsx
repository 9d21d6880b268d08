import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { HistoryEntry } from '../../../../contract/api/settings.ts'
import { browserApi } from '../../../client/api.ts'
import { LocalDate } from '../../../ui/local-date.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'

const CAUSES: Record<HistoryEntry['cause'], string> = {
  start: 'The first start of the journal',
  edit: '',
  undo: 'Undo',
  import: 'Import',
  upgrade: 'An upgrade of the program',
}

/** Who changed what, newest first, with what it was before. */
export function History({ first }: { first: { entries: HistoryEntry[]; more: boolean } }) {
  const [further, setFurther] = useState<HistoryEntry[]>([])
  const [more, setMore] = useState(first.more)
  const entries = [...first.entries, ...further.filter(({ number }) => number < (first.entries.at(-1)?.number ?? 0))]
  const { run, busy } = useCommand(toastFailure)
  const load = () =>
    run(async () => {
      const next = await browserApi.settings.history({ before: entries.at(-1)!.number })
      setFurther((before) => [...before, ...next.entries])
      setMore(next.more)
    })
  if (!entries.length)
    return <p className="muted">Nothing has been published yet. The journal uses what came with the program.</p>
  return (
    <>
      <ol className="rows change-list" role="list">
        {entries.map((entry) => (
          <Entry key={entry.number} entry={entry} />
        ))}
      </ol>
      {more && (
        <button type="button" className="btn" disabled={busy} onClick={() => void load()}>
          Show Earlier Changes
        </button>
      )}
    </>
  )
}

/** One version: what it changed, and the button that takes it back. */
export function Entry({ entry }: { entry: HistoryEntry }) {
  const { number, changes, cause, note, by, at, undoes, mayUndo } = entry
  const about = [by ?? CAUSES[cause], undoes !== null && `undo of version ${undoes}`, note].filter(Boolean).join(': ')
  return (
    <li>
      <LocalDate at={at} />
      <div>
        <p>
          <b>{changes.map(({ label }) => label).join(', ') || `Version ${number}`}</b>
        </p>
        <p className="small muted">{about}</p>
        {changes.map(
          ({ key, label, before, after }) =>
            (before || after) && (
              <p key={key} className="was-is">
                {changes.length > 1 && <span className="muted">{label}: </span>}
                <del>{before}</del> <ins>{after}</ins>
              </p>
            ),
        )}
      </div>
      {mayUndo && <UndoVersion number={number} what={changes.map(({ label }) => label).join(', ')} />}
    </li>
  )
}

export const UNDONE = 'Taken back. Everyone sees it as it was before.'

export function UndoVersion({ number, what }: { number: number; what: string }) {
  const { revalidate } = useRevalidator()
  const { run, busy } = useCommand(toastFailure)
  const undo = () =>
    run(async () => {
      await browserApi.settings.undo({ number })
      toast.success(UNDONE)
      await revalidate()
    })
  return (
    <button type="button" className="btn text" disabled={busy} onClick={() => void undo()}>
      Undo<span className="sr"> the change of {what}</span>
    </button>
  )
}
