import { AccountDeletion, type OwnDataSummary } from '../../../../contract/api/own-data.ts'
import type { ListedUser } from '../../../../contract/api/users.ts'
import { browserApi } from '../../../client/api.ts'
import { toastFailure } from '../../../ui/call-failure.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { useForm } from '../../../ui/use-form.ts'
import { Obstacles, WhatHappens } from '../your-data/what-happens.tsx'

interface Deleting {
  user: Pick<ListedUser, 'id' | 'fullName'>
  onDeleted: () => Promise<void>
  onClose: () => void
}

const TITLE = 'Delete account'

/** Deletes somebody's account at their request, after saying what goes and what stays. */
export function DeleteUserDialog(props: Deleting) {
  const { id, fullName } = props.user
  const { answer: summary, failed, tryAgain } = useAnswer(() => browserApi.ownData.summaryOf({ id }), id)
  if (summary && !summary.obstacles.length) return <DeleteUserForm {...props} summary={summary} />
  return (
    <Dialog title={TITLE} about={fullName} onClose={props.onClose}>
      <div className="mid">
        {!summary && !failed && <SkeletonLines widths={[80, 60]} />}
        {failed && (
          <Failure message="What becomes of this account could not be loaded.">
            <TryAgain onClick={tryAgain} />
          </Failure>
        )}
        {summary && <Obstacles obstacles={summary.obstacles} />}
      </div>
      <footer>
        <button type="button" className="btn" onClick={props.onClose}>
          Close
        </button>
      </footer>
    </Dialog>
  )
}

function DeleteUserForm({ user, summary, onDeleted, onClose }: Deleting & { summary: OwnDataSummary }) {
  const form = useForm({
    schema: AccountDeletion,
    initial: { currentPassword: '', confirmation: '' },
    submit: async (deletion) => {
      try {
        await browserApi.ownData.deleteAccountOf({ id: user.id, ...deletion })
      } catch (error) {
        toastFailure(error)
        throw error
      }
      toast.success(`The account of ${user.fullName} has been deleted.`)
      await onDeleted()
    },
  })
  return (
    <FormDialog title={TITLE} form={form} save="Delete account" saving="Deleting..." danger onClose={onClose}>
      <p>
        Delete the account of {user.fullName} only if they have asked for it.{' '}
        <strong>This takes effect at once and cannot be undone.</strong>
      </p>
      <WhatHappens summary={summary} own={false} />
      <Field
        {...form.text('confirmation')}
        label="Email address of the account"
        hint={`Type ${summary.email} to confirm.`}
        type="email"
        autoComplete="off"
      />
      <PasswordField {...form.text('currentPassword')} label="Your own password" autoComplete="current-password" />
    </FormDialog>
  )
}
