import { useNavigate } from 'react-router'
import { ACCOUNT_DELETED, AccountDeletion, type OwnDataSummary } from '../../../../contract/api/personal-data.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { clearSession } from '../../../client/session.ts'
import { Field } from '../../../ui/field.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'
import { Obstacles, WhatHappens } from './what-happens.tsx'

/** What goes and what stays, and the form that deletes the account. */
export function DeleteCard({ summary }: { summary: OwnDataSummary }) {
  return (
    <section className="card-form" aria-labelledby="delete-heading">
      <h2 id="delete-heading">Delete your account</h2>
      <WhatHappens summary={summary} own />
      {summary.obstacles.length ? <Obstacles obstacles={summary.obstacles} /> : <DeleteForm email={summary.email} />}
    </section>
  )
}

function DeleteForm({ email }: { email: string }) {
  const navigate = useNavigate()
  const { text, sending, formProps } = useForm({
    schema: AccountDeletion,
    initial: { currentPassword: '', confirmation: '' },
    submit: async (deletion) => {
      await browserApi.ownData.deleteAccount(deletion)
      toast.success(ACCOUNT_DELETED)
      // Leaves first: an area that is still shown would redirect to the sign-in page.
      await navigate(paths.home)
      clearSession()
    },
  })
  return (
    <form {...formProps} aria-labelledby="delete-heading">
      <p>
        <strong>This takes effect at once and cannot be undone.</strong> You may want to download your data first.
      </p>
      <Field
        {...text('confirmation')}
        label="Your email address"
        hint={`Type ${email} to confirm.`}
        type="email"
        autoComplete="off"
      />
      <PasswordField {...text('currentPassword')} label="Current password" autoComplete="current-password" />
      <button type="submit" className="btn solid-danger" aria-disabled={sending}>
        {sending ? 'Deleting...' : 'Delete my account'}
      </button>
    </form>
  )
}
