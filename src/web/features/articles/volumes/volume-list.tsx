import type { Volume } from '../../../../contract/api/volumes.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Link } from '../../../ui/link.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import { Empty } from '../../../ui/states.tsx'

const COLUMNS: Column<Volume>[] = [
  { head: 'Title', className: 'ttl', cell: ({ id, title }) => <Link to={paths.deskVolume(id)}>{title}</Link> },
  { head: 'Created', className: 'fact', cell: ({ createdAt }) => <LocalDate at={createdAt} /> },
  { head: 'Updated', className: 'fact', cell: ({ updatedAt }) => <LocalDate at={updatedAt} /> },
]

/** Volumes for those who make their pages: adding, renaming and deleting them is for managing editors. */
export function VolumeList({ volumes }: { volumes: Volume[] }) {
  if (volumes.length) return <DataTable label="Volumes" columns={COLUMNS} rows={volumes} />
  return (
    <Empty title="No volumes found">
      <p>Volumes appear here once a managing editor has added them.</p>
    </Empty>
  )
}
