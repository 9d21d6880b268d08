import { useState } from 'react'
import { journal } from '../../../contract/journal.ts'
import { session } from '../../../contract/api/session.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import { browserApi } from '../../client/api.ts'
import { NeedsScripts, Outcome } from '../../features/accounts/session/link-pages.tsx'
import { Field } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'

export { handle, links } from '../needs-scripts.ts'

export default function ForgotPassword() {
  const [asked, setAsked] = useState<string>()
  const { text, sending, ready, formProps } = useForm({
    schema: session.forgotPassword.input,
    initial: { email: '' },
    submit: async (account) => {
      setAsked((await browserApi.session.forgotPassword(account)).message)
    },
    onFailure: ({ message }) => toast.error(message),
  })
  return (
    <div className="wrap account">
      <PageHead title="Forgot your password?" />
      <h1>Forgot your password?</h1>
      {asked === undefined ? (
        <>
          <p className="muted">Enter your account's email address and we will send you a link to set a new password.</p>
          <NeedsScripts what="Asking for a new password" />
          <form {...formProps}>
            <Field {...text('email')} label="Email" type="email" autoComplete="username" inputMode="email" />
            <button className="btn solid" type="submit" disabled={!ready} aria-disabled={sending}>
              {sending ? 'Sending...' : 'Send Link'}
            </button>
          </form>
        </>
      ) : (
        <Outcome title={asked}>
          <p>
            If no email arrives within a few minutes, please check your spam folder, or write to{' '}
            <a href={`mailto:${journal().contact.supportEmail}`}>{journal().contact.supportEmail}</a>.
          </p>
        </Outcome>
      )}
      <p>
        <Link to={paths.login}>Back to Login</Link>
      </p>
    </div>
  )
}
