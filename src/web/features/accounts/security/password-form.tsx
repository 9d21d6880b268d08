import type { ApiError } from '../../../client/api-error.ts'
import { PASSWORD_HINT } from '../../../../contract/api/passwords.ts'
import { PasswordChange } from '../../../../contract/api/session.ts'
import { browserApi } from '../../../client/api.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'

/** Changes the password; every other session ends. */
export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { text, set, sending, formProps } = useForm({
    schema: PasswordChange,
    initial: { currentPassword: '', newPassword: '' },
    submit: async (passwords) => {
      try {
        await browserApi.session.password(passwords)
        set('currentPassword', '')
        set('newPassword', '')
        toast.success('Password changed. Your other sessions are signed out.')
        onChanged()
      } catch (error) {
        toast.error((error as ApiError).message)
        throw error
      }
    },
  })
  return (
    <form className="card-form" {...formProps} aria-labelledby="password-heading">
      <h2 id="password-heading">Password</h2>
      <PasswordField {...text('currentPassword')} label="Current password" autoComplete="current-password" />
      <PasswordField {...text('newPassword')} label="New password" autoComplete="new-password" hint={PASSWORD_HINT} />
      <button type="submit" className="btn" aria-disabled={sending}>
        {sending ? 'Changing...' : 'Change Password'}
      </button>
    </form>
  )
}
