import { Fragment, type HTMLAttributes, type ReactNode, type Ref } from 'react'

export interface Column<T> {
  head: string
  /** The position of the cell in a card on small screens (styles/work-area.css, styles/administration.css). */
  className: 'ttl' | 'fact' | 'num' | 'actions' | 'place'
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
  order,
  under,
}: {
  label: string
  columns: Column<T>[]
  rows: T[]
  /** What opens below a row, over its whole width. */
  under?: (row: T) => ReactNode
  /** Of rows in an order that people change (`ui/order`). */
  order?: { ref: Ref<HTMLTableSectionElement>; row: (id: string) => HTMLAttributes<HTMLTableRowElement> } | undefined
}) {
  return (
    <Frame label={label} columns={columns} order={order}>
      {rows.map((row) => (
        <Fragment key={row.id}>
          <tr role="row" {...order?.row(row.id)}>
            {columns.map(({ head, className, cell }) => (
              <td key={head} role="cell" className={className} data-l={cardLabel(head, className)}>
                {cell(row)}
              </td>
            ))}
          </tr>
          <Under columns={columns.length}>{under?.(row)}</Under>
        </Fragment>
      ))}
    </Frame>
  )
}

function Under({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null
  return (
    <tr role="row" className="opened">
      <td role="cell" colSpan={columns}>
        {children}
      </td>
    </tr>
  )
}

function Frame<T>({
  label,
  columns,
  order,
  children,
}: {
  label: string
  columns: Column<T>[]
  order: { ref: Ref<HTMLTableSectionElement> } | undefined
  children: ReactNode
}) {
  return (
    <div className="tablewrap">
      <table className={order ? 'records placed' : 'records'} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, className }) => (
              <th key={head} role="columnheader" scope="col" className={className}>
                {className === 'place' ? <span className="sr">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={order?.ref}>
          {children}
        </tbody>
      </table>
    </div>
  )
}

const cardLabel = (head: string, className: Column<unknown>['className']) =>
  className === 'fact' || className === 'num' ? head : undefined
