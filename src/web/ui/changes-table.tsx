import type { ReactNode } from 'react'

/** Values before and after, side by side; a single column for something created or removed. */
export function ChangesTable({
  changes,
  made = false,
  gone = false,
}: {
  changes: readonly { field: string; before: ReactNode; after: ReactNode }[]
  made?: boolean
  gone?: boolean
}) {
  return (
    <table className="changes">
      <thead>
        <tr>
          <th scope="col">Field</th>
          {!made && <th scope="col">Before</th>}
          {!gone && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            {!made && <td>{before || <Nothing />}</td>}
            {!gone && <td>{after || <Nothing />}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Nothing = () => <span className="muted">empty</span>
