import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isApiError } from '../../client/api-error.ts'
import { paths } from '../../../contract/domain/paths.ts'
import { SignIn } from '../../../contract/api/session.ts'
import { journal } from '../../../../journal.config.ts'
import { browserApi } from '../../client/api.ts'
import { homeOf } from '../../features/session/home-of.ts'
import { NeedsScripts } from '../../features/session/needs-scripts.tsx'
import { OnlySignedOut } from '../../features/session/only-signed-out.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { openSession } from '../../client/session.ts'
import { CheckField } from '../../ui/check-field.tsx'
import { Field } from '../../ui/field.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { Link } from '../../ui/link.tsx'

export { handle, links } from '../needs-scripts.ts'

export default function Login() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [remember, setRemember] = useState(false)
  const { text, sending, ready, formProps } = useForm({
    schema: SignIn,
    initial: { email: '', password: '' },
    submit: async (credentials) => {
      try {
        const answer = await browserApi.session.login(credentials)
        openSession(answer)
        toast.success('Login successful!')
        await navigate(homeOf(answer.user.role, search.get('next')))
      } catch (error) {
        toast.error((error as Error).message || 'Failed to login')
        if (isApiError(error)) throw error
      }
    },
  })
  return (
    <OnlySignedOut>
      <div className="wrap account">
        <PageHead title="Login" description={`Sign in to the ${journal.name}.`} path={paths.login} noindex />
        <h1>Login</h1>
        <NeedsScripts />
        <form {...formProps}>
          <Field {...text('email')} label="Email" type="email" autoComplete="username" inputMode="email" />
          <PasswordField {...text('password')} label="Password" autoComplete="current-password" />
          <CheckField name="rememberMe" checked={remember} onChange={setRemember}>
            Remember me
          </CheckField>
          <button className="btn solid" type="submit" disabled={!ready} aria-disabled={sending}>
            {sending ? 'Signing in...' : 'Login'}
          </button>
        </form>
        <p>
          <Link to={paths.forgotPassword}>Forgot your password?</Link>
        </p>
        <p>
          No account yet? <Link to={paths.signup}>Sign Up</Link>
        </p>
      </div>
    </OnlySignedOut>
  )
}
