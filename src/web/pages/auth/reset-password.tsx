import { useState } from 'react'
import { PASSWORD_HINT } from '../../../contract/api/passwords.ts'
import { LINK_INCOMPLETE, PasswordReset } from '../../../contract/api/session.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { browserApi } from '../../client/api.ts'
import { clearSession } from '../../client/session.ts'
import { NeedsScripts, Outcome, useLinkToken } from '../../features/accounts/session/link-pages.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'

export { handle, links } from '../needs-scripts.ts'

/** The target of the link in a password-reset email. */
export default function ResetPassword() {
  const { token, forget } = useLinkToken()
  const [tried, setTried] = useState<{ token: string; message: string; bad: boolean }>()
  // Another link may be opened in the same tab: the result of the previous one is discarded.
  const outcome = tried?.token === token ? tried : undefined
  return (
    <div className="wrap account">
      <PageHead title="Set a new password" />
      <h1>Set a new password</h1>
      {token === '' ? (
        <Outcome bad title={LINK_INCOMPLETE}>
          <p>Please copy the whole link from the email, or request a new one.</p>
        </Outcome>
      ) : outcome ? (
        <Outcome bad={outcome.bad} title={outcome.message} />
      ) : (
        <NewPasswordForm
          token={token ?? ''}
          onDone={(message, bad) => {
            forget()
            // All sessions of the user have ended, including this browser's.
            if (!bad) clearSession()
            setTried({ token: token ?? '', message, bad })
          }}
        />
      )}
      <p>
        {outcome && !outcome.bad ? (
          <Link className="btn solid" to={paths.login}>
            Login
          </Link>
        ) : (
          <Link to={paths.forgotPassword}>Request a new link</Link>
        )}
      </p>
    </div>
  )
}

const NewPasswordOnly = PasswordReset.pick({ newPassword: true })

function NewPasswordForm({ token, onDone }: { token: string; onDone: (message: string, bad: boolean) => void }) {
  const { text, sending, ready, formProps } = useForm({
    schema: NewPasswordOnly,
    initial: { newPassword: '' },
    submit: async ({ newPassword }) => {
      onDone((await browserApi.session.resetPassword({ token, newPassword })).message, false)
    },
    onFailure: ({ message, errors }) => {
      if (errors.token) onDone(message, true)
      else toast.error(message)
    },
  })
  return (
    <>
      <p className="muted">This signs you out on all devices. Sign in again with the new password.</p>
      <NeedsScripts what="Setting a new password" />
      <form {...formProps}>
        <PasswordField {...text('newPassword')} label="New password" autoComplete="new-password" hint={PASSWORD_HINT} />
        <button className="btn solid" type="submit" disabled={!ready} aria-disabled={sending}>
          {sending ? 'Setting...' : 'Set Password'}
        </button>
      </form>
    </>
  )
}
