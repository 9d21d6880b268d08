import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { AreaHead } from './area-head.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { CsvButton, type CsvColumns, csvTable } from './list-csv.tsx'
import { PlaceControls } from './order/place-controls.tsx'
import { HOW_TO_ORDER, useOrder } from './order/use-order.ts'
import { usePlaces } from './order/use-places.ts'
import { type Column, DataTable } from './data-table.tsx'
import { Empty, LoadFailure } from './states.tsx'
import { toast, toastFailure } from './toast.ts'

/** The data, texts and actions of a list of records in the admin area. */
export interface RecordsKind<T> {
  title: string
  counted: (count: number) => string
  add: string
  empty: { title: string; next: string }
  failed: string
  columns: Column<T>[]
  nameOf: (record: T) => string
  /** Its file of the list, and what is in it. */
  csv: { name: string; columns: CsvColumns<T> }
  /** Creates a record, or edits the given one; `onSaved` closes it. */
  Form: ComponentType<{ record: T | null; onSaved: () => void; onClose: () => void }>
  deletion: { title: string; question: (name: string) => string; done: string }
  load: () => Promise<T[]>
  remove: (record: T) => Promise<unknown>
  /** For records in an order of their own: moves one to a place, counted from 1. */
  place?: (record: T, place: number) => Promise<unknown>
  /** What else can be done with a record, between editing and deleting it. */
  More?: ComponentType<{ record: T; records: T[] }>
}

type Open<T> = { form: T | null } | { deleting: T } | null

/** A table of records with dialogs to add, edit and delete one; null if they could not be loaded. */
export function RecordsPage<T extends { id: string }>({
  records,
  kind,
  children,
}: {
  records: T[] | null
  kind: RecordsKind<T>
  /** Above the table. */
  children?: ReactNode
}) {
  if (records) {
    return (
      <Records kind={kind} records={records}>
        {children}
      </Records>
    )
  }
  return (
    <>
      <AreaHead title={kind.title} />
      <LoadFailure message={kind.failed} />
    </>
  )
}

function Records<T extends { id: string }>({
  kind,
  records,
  children,
}: {
  kind: RecordsKind<T>
  records: T[]
  children: ReactNode
}) {
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open<T>>(null)
  const adding = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(null)

  // The delete button disappears with its row: move the focus.
  const deleted = useRef(false)
  useEffect(() => {
    if (deleted.current && document.activeElement === document.body) adding.current?.focus()
    deleted.current = false
  }, [records])

  const saved = () => {
    close()
    void revalidate()
  }
  const remove = async (record: T) => {
    try {
      await kind.remove(record)
      deleted.current = true
      toast.success(kind.deletion.done)
    } catch (error) {
      toastFailure(error)
    }
    close()
    await revalidate()
  }

  const [said, say] = useState(HOW_TO_ORDER)
  const { shown, move } = usePlaces(records, kind.place)
  const items = shown.map((record) => ({ id: record.id, name: kind.nameOf(record) }))
  const order = useOrder({ items, onMove: move, say })
  const isPlaced = kind.place !== undefined
  const place: Column<T> = {
    head: 'Place',
    className: 'place',
    cell: (record) => <PlaceControls {...order.controls({ id: record.id, name: kind.nameOf(record) })} />,
  }

  const actions: Column<T> = {
    head: 'Actions',
    className: 'actions',
    cell: (record) => (
      <span className="acts">
        <button
          type="button"
          className="btn icon"
          aria-label={`Edit ${kind.nameOf(record)}`}
          onClick={() => setOpen({ form: record })}
        >
          <Pencil className="ic" aria-hidden="true" />
        </button>
        {kind.More && <kind.More record={record} records={records} />}
        <button
          type="button"
          className="btn icon"
          aria-label={`Delete ${kind.nameOf(record)}`}
          onClick={() => setOpen({ deleting: record })}
        >
          <Trash2 className="ic" aria-hidden="true" />
        </button>
      </span>
    ),
  }

  return (
    <>
      <AreaHead title={kind.title} note={kind.counted(records.length)}>
        {records.length > 0 && <CsvButton table={csvTable(kind.csv.name, kind.csv.columns, () => records)} />}
        <button ref={adding} type="button" className="btn solid" onClick={() => setOpen({ form: null })}>
          <Plus className="ic" aria-hidden="true" />
          {kind.add}
        </button>
      </AreaHead>
      {children}
      {isPlaced && records.length > 0 && (
        <p className="live" role="status">
          {said}
        </p>
      )}
      {records.length ? (
        <DataTable
          label={kind.title}
          columns={[...(isPlaced ? [place] : []), ...kind.columns, actions]}
          rows={shown}
          order={isPlaced ? order : undefined}
        />
      ) : (
        <Empty title={kind.empty.title}>
          <p>{kind.empty.next}</p>
        </Empty>
      )}
      {open && 'form' in open && <kind.Form record={open.form} onSaved={saved} onClose={close} />}
      {open && 'deleting' in open && (
        <ConfirmDialog
          title={kind.deletion.title}
          confirm="Delete"
          danger
          onConfirm={() => remove(open.deleting)}
          onClose={close}
        >
          <p>{kind.deletion.question(kind.nameOf(open.deleting))}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
