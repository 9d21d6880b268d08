import { Link } from 'react-router'
import type { LetterDescription } from '../../../../contract/api/decisions.ts'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { letterAddress } from './load-settings.ts'

/** The letters that decisions are filled with. */
export function Letters({ letters }: { letters: LetterDescription[] }) {
  return (
    <section aria-labelledby="letters">
      <h2 id="letters">Letters</h2>
      <p className="muted lead-in">
        A decision begins with one of these letters, which its editor can change before it is sent. To change what one
        says, edit its file and restart the journal.
      </p>
      <DataTable label="Letters" columns={COLUMNS} rows={letters.map((each) => ({ id: each.kind, ...each }))} />
    </section>
  )
}

const COLUMNS: Column<LetterDescription & { id: string }>[] = [
  {
    head: 'Letter',
    className: 'ttl',
    cell: ({ kind, name, file }) => (
      <>
        <Link className="email-kind" to={letterAddress(kind)}>
          {name}
        </Link>
        <code className="muted small block">{file}</code>
      </>
    ),
  },
  { head: 'Used', className: 'fact', cell: ({ about }) => about },
]
