import { useState } from 'react'
import type { CaseReport } from '../../../../../contract/api/case-view.ts'
import { ForwardForm } from '../../../../../contract/api/case-forms.ts'
import { browserApi } from '../../../../client/api.ts'
import { CheckField } from '../../../../ui/check-field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { NamesInText } from '../../../../ui/names-in-text.tsx'
import { TextAreaField } from '../../../../ui/text-area-field.tsx'
import { useForm } from '../../../../ui/use-form.ts'
import { useCase } from './case-context.ts'
import { useSending } from '../../shared/use-sending.ts'

/** Gives the authors a report that came after the decision. */
export function ForwardDialog({ report, label, onClose }: { report: CaseReport; label: string; onClose: () => void }) {
  const { view } = useCase()
  const send = useSending(onClose)
  const [isChanging, setChanging] = useState(false)
  const form = useForm({
    schema: ForwardForm,
    initial: {
      text: report.toAuthors,
      changeReason: '',
      withFile: true,
      note: 'Another report on your manuscript has arrived after the decision, which stays as it is. You can read it on the page of your manuscript.',
    },
    submit: (data) => send(() => browserApi.cases.forwardLateReport({ id: view.id, reportId: report.id, ...data })),
  })
  return (
    <FormDialog
      title={`Send the report of reviewer ${label}`}
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
      <NamesInText text={form.text('text').value} people={view.withheld} />
      {report.files.some(({ state }) => state === 'cleaned') && (
        <CheckField
          name="withFile"
          checked={form.values.withFile}
          onChange={(withFile) => form.set('withFile', withFile)}
        >
          With its file
        </CheckField>
      )}
      <details open={isChanging} onToggle={(event) => setChanging(event.currentTarget.open)}>
        <summary>Change the reviewer’s words</summary>
        <TextAreaField label="The report as the authors will read it" {...form.text('text')} />
        <TextAreaField label="Why it was changed" {...form.text('changeReason')} />
      </details>
    </FormDialog>
  )
}
