import { Link } from 'react-router'
import type { EmailKindDescription } from '../../../../contract/api/activity.ts'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { previewAddress } from './load-settings.ts'

/** All kinds of email that the journal sends. */
export function EmailKinds({ kinds }: { kinds: EmailKindDescription[] }) {
  return (
    <section aria-labelledby="emails">
      <h2 id="emails">Emails</h2>
      <p className="muted lead-in">
        The journal sends these emails by itself. To change what one says, edit its file and restart the journal.
      </p>
      <DataTable label="Kinds of email" columns={COLUMNS} rows={kinds.map((each) => ({ id: each.kind, ...each }))} />
    </section>
  )
}

const COLUMNS: Column<EmailKindDescription & { id: string }>[] = [
  {
    head: 'Email',
    className: 'ttl',
    cell: ({ kind, name, file }) => (
      <>
        <Link className="email-kind" to={previewAddress(kind)}>
          {name}
        </Link>
        <code className="muted small block">{file}</code>
      </>
    ),
  },
  { head: 'To', className: 'fact', cell: ({ to }) => to },
  { head: 'Sent', className: 'fact', cell: ({ when }) => when },
]
