import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { KeyRound } from 'lucide-react'
import { journal } from '../../../contract/journal.ts'
import type { SecondFactorNeeded } from '../../../contract/api/second-factors.ts'
import { type AuthAnswer, SignIn } from '../../../contract/api/session.ts'
import { HOMES, paths } from '../../../contract/rules/site/paths.ts'
import { browserApi } from '../../client/api.ts'
import { actorOf, currentSession, openSession } from '../../client/session.ts'
import { homeOf, withNext } from '../../features/accounts/session/home-of.ts'
import { NeedsScripts, OnlySignedOut } from '../../features/accounts/session/link-pages.tsx'
import { SecondStep } from '../../features/accounts/session/second-step.tsx'
import { CheckField, Field, PasswordField } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SendFailure } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { askForPasskey, knowsPasskeys } from '../../client/passkeys.ts'
import { useCommand } from '../../ui/use-command.ts'

export { handle, links } from '../needs-scripts.ts'

export default function Login() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [remember, setRemember] = useState(false)
  const [asked, setAsked] = useState<SecondFactorNeeded['secondFactor']>()

  const enter = async (answer: z.output<typeof AuthAnswer>) => {
    openSession(answer)
    toast.success('Login successful!')
    await navigate(homeOf(actorOf(currentSession()) ?? answer.user, search.get('next')))
  }
  const withRecoveryCode = async (answer: z.output<typeof AuthAnswer>) => {
    openSession(answer)
    toast.notice('You used a recovery code. See how many are left, and make new ones in time.')
    await navigate(HOMES[answer.user.role].security)
  }
  const form = useForm({
    schema: SignIn,
    initial: { email: '', password: '' },
    submit: async (credentials) => {
      const answer = await browserApi.session.login(credentials)
      if ('secondFactor' in answer) setAsked(answer.secondFactor)
      else await enter(answer)
    },
    onFailure: ({ statusCode, message }) => {
      toast.error(message || 'Failed to login')
      if (statusCode === 401) form.refuse({ password: message })
    },
  })
  const { text, set, sending, ready, formProps } = form
  return (
    <OnlySignedOut>
      <div className="wrap account">
        <PageHead title="Login" description={`Sign in to the ${journal().name}.`} path={paths.login} noindex />
        <h1>Login</h1>
        <NeedsScripts />
        {asked && (
          <SecondStep
            asked={asked}
            onSignedIn={(answer, way) => (way === 'recovery code' ? withRecoveryCode(answer) : enter(answer))}
            onBeginAgain={() => {
              set('password', '')
              setAsked(undefined)
            }}
          />
        )}
        <form {...formProps} hidden={asked !== undefined}>
          <Field {...text('email')} label="Email" type="email" autoComplete="username" inputMode="email" />
          <PasswordField {...text('password')} label="Password" autoComplete="current-password" />
          <CheckField name="rememberMe" checked={remember} onChange={setRemember}>
            Remember me
          </CheckField>
          <SendFailure form={form} stays="" />
          <button className="btn solid" type="submit" disabled={!ready} aria-disabled={sending}>
            {sending ? 'Signing in...' : 'Login'}
          </button>
        </form>
        {!asked && (
          <>
            <PasskeySignIn ready={ready} onSignedIn={enter} />
            <p>
              <Link to={paths.forgotPassword}>Forgot your password?</Link>
            </p>
            <p>
              No account yet? <Link to={withNext(paths.signup, search)}>Sign Up</Link>
            </p>
          </>
        )}
      </div>
    </OnlySignedOut>
  )
}

/** Signs in with a passkey alone, in browsers that know them. */
function PasskeySignIn({
  ready,
  onSignedIn,
}: {
  /** True once the page is alive. */
  ready: boolean
  onSignedIn: (answer: z.output<typeof AuthAnswer>) => Promise<void>
}) {
  const { run, busy } = useCommand(({ message }) => toast.error(message))
  if (!ready || !knowsPasskeys()) return null
  const act = async () => {
    const { challenge, options } = await browserApi.session.beginPasskey()
    await onSignedIn(await browserApi.session.passkey({ challenge, passkey: await askForPasskey(options) }))
  }
  return (
    <p className="passkey-step">
      <button type="button" className="btn" aria-disabled={busy} onClick={() => void run(act)}>
        <KeyRound className="ic" aria-hidden="true" />
        {busy ? 'Waiting for your passkey...' : 'Sign in with a Passkey'}
      </button>
    </p>
  )
}
