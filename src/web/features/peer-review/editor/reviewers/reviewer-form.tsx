import { ADDRESSES_MAX, TypedReviewerForm, type Reviewer } from '../../../../../contract/api/reviewers.ts'
import { browserApi } from '../../../../client/api.ts'
import { toastFailure } from '../../../../ui/call-failure.ts'
import { Field } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm } from '../../../../ui/use-form.ts'

/** Adds or edits a reviewer. */
export function ReviewerForm({
  reviewer,
  onSaved,
  onClose,
}: {
  reviewer: Reviewer | null
  onSaved: () => void
  onClose: () => void
}) {
  const form = useForm({
    schema: TypedReviewerForm,
    initial: {
      fullName: reviewer?.fullName ?? '',
      emails: reviewer?.emails.map(({ email }) => email).join(', ') ?? '',
      affiliation: reviewer?.affiliation ?? '',
      orcid: reviewer?.orcid ?? '',
      expertise: reviewer?.expertise ?? '',
      awayUntil: reviewer?.awayUntil ?? '',
    },
    submit: async (typed) => {
      try {
        await (reviewer
          ? browserApi.reviewers.update({ id: reviewer.id, version: reviewer.version, ...typed })
          : browserApi.reviewers.create(typed))
      } catch (error) {
        throw toastFailure(error)
      }
      toast.success(`Reviewer ${reviewer ? 'updated' : 'added'} successfully`)
      onSaved()
    },
  })
  return (
    <FormDialog
      title={reviewer ? 'Edit Reviewer' : 'Add Reviewer'}
      form={form}
      save={reviewer ? 'Save Changes' : 'Add Reviewer'}
      saving={reviewer ? 'Saving...' : 'Adding...'}
      onClose={onClose}
    >
      <Field {...form.text('fullName')} label="Full name *" autoComplete="off" />
      <Field
        {...form.text('emails')}
        label="Email addresses *"
        hint={`Up to ${ADDRESSES_MAX}, separated by commas. Invitations go to the first.`}
        autoComplete="off"
      />
      <Field {...form.text('affiliation')} label="Affiliation" autoComplete="off" />
      <Field {...form.text('orcid')} label="ORCID iD" autoComplete="off" />
      <Field
        {...form.text('expertise')}
        label="Expertise"
        hint="Keywords, separated by commas. They are compared with manuscripts."
        autoComplete="off"
      />
      <Field {...form.text('awayUntil')} label="Away until" hint="The last day of an absence." type="date" />
    </FormDialog>
  )
}
