import { ReasonForm } from '../../../../../contract/api/case-forms.ts'
import type { SoughtPerson } from '../../../../../contract/rules/people/person-search.ts'
import { TextAreaField } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { NamesInText } from '../../../../ui/names-in-text.tsx'
import { useSent } from '../../../../ui/use-command.ts'
import { useForm } from '../../../../ui/use-form.ts'

/** Asks for the reason of something that cannot be taken back. */
export function ReasonDialog({
  title,
  about,
  label,
  save,
  danger = false,
  forAuthors = [],
  send,
  onClose,
}: {
  title: string
  about: string
  label: string
  save: string
  danger?: boolean
  /** If the authors read the reason: of whom they must not learn by it. */
  forAuthors?: readonly SoughtPerson[]
  send: (reason: string) => Promise<{ message: string }>
  onClose: () => void
}) {
  const sent = useSent(onClose)
  const form = useForm({
    schema: ReasonForm,
    initial: { reason: '' },
    submit: ({ reason }) => sent(send(reason)),
  })
  return (
    <FormDialog title={title} form={form} save={save} saving="Saving..." danger={danger} onClose={onClose}>
      <p className="space">{about}</p>
      <TextAreaField
        label={label}
        {...form.text('reason')}
        under={<NamesInText text={form.text('reason').value} people={forAuthors} />}
      />
    </FormDialog>
  )
}
