import { VolumeForm as VolumeRules, type Volume } from '../../../../contract/api/volumes.ts'
import { browserApi } from '../../../client/api.ts'
import { toastFailure } from '../../../ui/call-failure.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'

/** Adds or edits a volume. */
export function VolumeForm({
  record,
  onSaved,
  onClose,
}: {
  record: Volume | null
  onSaved: () => void
  onClose: () => void
}) {
  const form = useForm({
    schema: VolumeRules,
    initial: { title: record?.title ?? '' },
    submit: async (volume) => {
      try {
        await (record ? browserApi.volumes.update({ id: record.id, ...volume }) : browserApi.volumes.create(volume))
      } catch (error) {
        throw toastFailure(error)
      }
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
