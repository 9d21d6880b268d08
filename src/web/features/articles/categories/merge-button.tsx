import { Merge } from 'lucide-react'
import { useState } from 'react'
import type { CategoryWithCount } from '../../../../contract/api/categories.ts'
import { MergeDialog } from './merge-dialog.tsx'

/** Opens the dialog that merges a category into another, if there is another. */
export function MergeButton({ record, records }: { record: CategoryWithCount; records: CategoryWithCount[] }) {
  const [isOpen, setOpen] = useState(false)
  if (records.length < 2) return null
  return (
    <>
      <button type="button" className="btn icon" aria-label={`Merge ${record.name}`} onClick={() => setOpen(true)}>
        <Merge className="ic" aria-hidden="true" />
      </button>
      {isOpen && (
        <MergeDialog
          category={record}
          others={records.filter(({ id }) => id !== record.id)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
