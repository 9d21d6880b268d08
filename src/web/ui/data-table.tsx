import type { ReactNode } from 'react'

export interface Column<T> {
  head: string
  /** The position of the cell in a card on small screens (styles/work-area.css, styles/administration.css). */
  className: 'ttl' | 'fact' | 'num' | 'actions'
  cell: (row: T) => ReactNode
}

/**
 * A table whose rows become cards on small screens. The roles are explicit, because browsers drop table
 * semantics along with the table display.
 */
export function DataTable<T extends { id: string }>({
  label,
  columns,
  rows,
}: {
  label: string
  columns: Column<T>[]
  rows: T[]
}) {
  return (
    <Frame label={label} columns={columns}>
      {rows.map((row) => (
        <tr key={row.id} role="row">
          {columns.map(({ head, className, cell }) => (
            <td key={head} role="cell" className={className} data-l={cardLabel(head, className)}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </Frame>
  )
}

function Frame<T>({ label, columns, children }: { label: string; columns: Column<T>[]; children: ReactNode }) {
  return (
    <div className="tablewrap">
      <table className="records" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, className }) => (
              <th key={head} role="columnheader" scope="col" className={className}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  )
}

const cardLabel = (head: string, className: Column<unknown>['className']) =>
  className === 'fact' || className === 'num' ? head : undefined
