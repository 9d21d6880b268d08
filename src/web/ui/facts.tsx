import type { ReactNode } from 'react'

/** A description list: in two columns, or as cells beside each other (`when`). Entries without a value are left out. */
export function Facts({
  rows,
  className = 'details',
}: {
  rows: readonly (readonly [name: string, value: ReactNode])[]
  className?: 'details' | 'when'
}) {
  return (
    <dl className={className}>
      {rows.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
