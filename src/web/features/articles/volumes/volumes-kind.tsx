import { counted } from '../../../../contract/rules/text/counted.ts'
import type { Volume } from '../../../../contract/api/volumes.ts'
import { browserApi } from '../../../client/api.ts'
import { LocalDate } from '../../../ui/local-date.tsx'
import type { RecordsKind } from '../../../ui/records-page.tsx'
import { VolumeForm } from './volume-form.tsx'

/** The volumes page of the admin area: its table, form and texts. */
export const VOLUMES: RecordsKind<Volume> = {
  title: 'Volumes',
  counted: (count) => counted(count, 'volume'),
  add: 'Add Volume',
  empty: { title: 'No volumes found', next: 'Get started by creating your first volume' },
  failed: 'Failed to fetch volumes',
  columns: [
    { head: 'Title', className: 'ttl', cell: ({ title }) => title },
    { head: 'Created', className: 'fact', cell: ({ createdAt }) => <LocalDate at={createdAt} /> },
    { head: 'Updated', className: 'fact', cell: ({ updatedAt }) => <LocalDate at={updatedAt} /> },
  ],
  nameOf: ({ title }) => title,
  Form: VolumeForm,
  deletion: {
    title: 'Delete volume',
    question: (title) => `Are you sure you want to delete the volume "${title}"?`,
    done: 'Volume deleted successfully',
  },
  load: async () => (await browserApi.volumes.list()).data,
  remove: ({ id }) => browserApi.volumes.remove({ id }),
}
