import { type Volume, VolumeForm as VolumeRules } from '../../../../contract/api/volumes.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Link } from '../../../ui/link.tsx'
import { csvDay } from '../../../ui/list-csv.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import type { RecordsKind } from '../../../ui/records-page.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'

/** The volumes page of the admin area: its table, form and texts. */
export const VOLUMES: RecordsKind<Volume> = {
  title: 'Volumes',
  counted: (count) => counted(count, 'volume'),
  add: 'Add Volume',
  empty: { title: 'No volumes found', next: 'The archives list articles by volume. Please add the first one.' },
  failed: 'Failed to fetch volumes',
  columns: [
    { head: 'Title', className: 'ttl', cell: ({ id, title }) => <Link to={paths.adminVolume(id)}>{title}</Link> },
    { head: 'Created', className: 'fact', cell: ({ createdAt }) => <LocalDate at={createdAt} /> },
    { head: 'Updated', className: 'fact', cell: ({ updatedAt }) => <LocalDate at={updatedAt} /> },
  ],
  nameOf: ({ title }) => title,
  csv: {
    name: 'volumes',
    columns: [
      ['Title', ({ title }) => title],
      ['Created', ({ createdAt }) => csvDay(createdAt)],
      ['Updated', ({ updatedAt }) => csvDay(updatedAt)],
    ],
  },
  Form: VolumeForm,
  deletion: {
    title: 'Delete volume',
    question: (title) => `Are you sure you want to delete the volume "${title}"?`,
    done: 'Volume deleted successfully',
  },
  load: async () => (await browserApi.volumes.list()).data,
  remove: ({ id }) => browserApi.volumes.remove({ id }),
}

/** Adds or edits a volume. */
function VolumeForm({ record, onSaved, onClose }: { record: Volume | null; onSaved: () => void; onClose: () => void }) {
  const form = useForm({
    schema: VolumeRules,
    initial: { title: record?.title ?? '' },
    submit: async (volume) => {
      await (record ? browserApi.volumes.update({ id: record.id, ...volume }) : browserApi.volumes.create(volume))
      toast.success(`Volume ${record ? 'updated' : 'created'} successfully`)
      onSaved()
    },
  })
  return (
    <FormDialog
      title={record ? 'Edit Volume' : 'Add New Volume'}
      form={form}
      save={record ? 'Update Volume' : 'Create Volume'}
      saving={record ? 'Updating...' : 'Creating...'}
      onClose={onClose}
    >
      <Field {...form.text('title')} label="Volume Title *" autoComplete="off" />
    </FormDialog>
  )
}
