import type { ReactNode } from 'react'

/** What stood there before and what after, side by side; one side alone where something was made or is gone. */
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
