import { useRef, useState } from 'react'
import { AFFILIATIONS_MAX } from '../../../../contract/api/contributors.ts'
import { AffiliationRow } from './affiliation-row.tsx'
import { NO_AFFILIATION, type TypedAffiliation } from './typed-author.ts'

/** One or more affiliations of an author. */
export function AffiliationFields({
  affiliations,
  errors,
  onChange,
}: {
  /** If empty, one blank field is shown. */
  affiliations: TypedAffiliation[]
  errors: Record<string, string>
  onChange: (affiliations: TypedAffiliation[]) => void
}) {
  const element = useRef<HTMLDivElement>(null)
  /** The row whose details are open. */
  const [open, setOpen] = useState<readonly boolean[]>([])
  const rows = affiliations.length ? affiliations : [NO_AFFILIATION]

  /** Focuses a field once it is rendered. */
  const focus = (field: string, index: number) =>
    requestAnimationFrame(() =>
      element.current?.children[index]?.querySelector<HTMLElement>(`[name=${field}]`)?.focus(),
    )

  return (
    <div ref={element} className="affiliations">
      {rows.map((affiliation, index) => (
        <AffiliationRow
          key={index}
          number={rows.length === 1 ? null : index + 1}
          isFirst={index === 0}
          affiliation={affiliation}
          errorOf={(part) =>
            errors[`affiliations.${index}.${part}`] ??
            // An error about the whole list: it is empty.
            (index === 0 && part === 'institution' ? errors.affiliation : undefined)
          }
          isOpen={open[index] ?? false}
          onOpen={(isOpen) => {
            setOpen((before) => rows.map((_, row) => (row === index ? isOpen : (before[row] ?? false))))
          }}
          onChange={(changed) => onChange(rows.with(index, changed))}
          onRemove={() => {
            onChange(rows.toSpliced(index, 1))
            setOpen(open.toSpliced(index, 1))
            focus('affiliation', Math.max(0, index - 1))
          }}
          onAdd={
            index === rows.length - 1 && rows.length < AFFILIATIONS_MAX
              ? () => {
                  onChange([...rows, NO_AFFILIATION])
                  focus('affiliation', rows.length)
                }
              : null
          }
        />
      ))}
    </div>
  )
}
