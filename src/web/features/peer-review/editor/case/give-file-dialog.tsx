import { GiveFileForm } from '../../../../../contract/api/case-forms.ts'
import { browserApi } from '../../../../client/api.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { NamesInText } from '../../../../ui/names-in-text.tsx'
import { TextAreaField } from '../../../../ui/text-area-field.tsx'
import { useForm } from '../../../../ui/use-form.ts'
import { useCase } from './case-context.ts'
import { useSending } from '../../shared/use-sending.ts'

/** Gives the authors the file of a report that they have without it. */
export function GiveFileDialog({ reportId, label, onClose }: { reportId: string; label: string; onClose: () => void }) {
  const { view } = useCase()
  const send = useSending(onClose)
  const form = useForm({
    schema: GiveFileForm,
    initial: {
      note: `A file that belongs to the report of reviewer ${label} is now on the page of your manuscript. The decision stays as it is.`,
    },
    submit: (data) => send(() => browserApi.cases.giveFile({ id: view.id, reportId, ...data })),
  })
  return (
    <FormDialog
      title={`Send the file of reviewer ${label}`}
      form={form}
      save="Send"
      saving="Sending…"
      onClose={onClose}
    >
      <TextAreaField
        label="Message to the author"
        {...form.text('note')}
        under={<NamesInText text={form.text('note').value} people={view.withheld} />}
      />
    </FormDialog>
  )
}
