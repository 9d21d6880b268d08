import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { journal } from '../../../contract/journal.ts'
import { PASSWORD_HINT } from '../../../contract/api/passwords.ts'
import { SignUpForm } from '../../../contract/api/session.ts'
import { isMistypedOrcid, ORCID_INVALID } from '../../../contract/rules/people/identifiers.ts'
import { paths, policyPath, termsPath } from '../../../contract/rules/site/paths.ts'
import { browserApi } from '../../client/api.ts'
import { openSession } from '../../client/session.ts'
import { homeOf, withNext } from '../../features/accounts/session/home-of.ts'
import { NeedsScripts, OnlySignedOut } from '../../features/accounts/session/link-pages.tsx'
import { CheckField, Field, PasswordField } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'

export { handle, links } from '../needs-scripts.ts'

const EMPTY = {
  fullName: '',
  username: '',
  email: '',
  password: '',
  phoneNumber: '',
  location: '',
  orc_id: '',
  website: '',
  terms: false,
}

/** Keeps the input while the reader opens the terms and comes back; never the password. */
let kept = EMPTY

/** An invalid iD does not prevent signing up: the field is not validated. */
const ORCID_NOT_KEPT = `${ORCID_INVALID}. If you leave it like this, it will not be saved.`

export default function Signup() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { values, errors, text, set, sending, ready, formProps } = useForm({
    schema: SignUpForm,
    initial: kept,
    submit: async ({ terms: _accepted, ...account }) => {
      const answer = await browserApi.session.register(account)
      openSession(answer)
      kept = EMPTY
      toast.success(answer.message || 'Account created successfully!')
      if (account.orc_id?.trim() && answer.user.orc_id === null)
        toast.notice(`Your ORCID iD was not saved. ${ORCID_INVALID}`)
      await navigate(homeOf(answer.user, search.get('next')))
    },
    onFailure: ({ message }) => toast.error(message || 'Failed to create account'),
  })
  useEffect(() => {
    kept = { ...values, password: '' }
  }, [values])
  return (
    <OnlySignedOut>
      <div className="wrap account">
        <PageHead
          title="Sign Up"
          description={`Create an account at the ${journal().name}.`}
          path={paths.signup}
          noindex
        />
        <h1>Sign Up</h1>
        <p className="muted">An account lets you submit research and follow your manuscripts.</p>
        <NeedsScripts />
        <form {...formProps}>
          <Field {...text('fullName')} label="Full name" autoComplete="name" />
          <Field
            {...text('username')}
            label="Username"
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            hint="3 to 30 letters, digits or underscores."
          />
          <Field {...text('email')} label="Email" type="email" autoComplete="email" inputMode="email" />
          <PasswordField {...text('password')} label="Password" autoComplete="new-password" hint={PASSWORD_HINT} />
          <Field {...text('phoneNumber')} label="Phone number" type="tel" autoComplete="tel" inputMode="tel" />
          <Field {...text('location')} label="Location" autoComplete="country-name" hint="City and country." />
          <Field
            {...text('orc_id')}
            label="ORCID iD (optional)"
            placeholder=""
            spellCheck={false}
            hint={
              <span aria-live="polite">
                {isMistypedOrcid(values.orc_id) ? (
                  <strong>{ORCID_NOT_KEPT}</strong>
                ) : (
                  'For example 0000-0002-1825-0097.'
                )}
              </span>
            }
          />
          <div className="sr" aria-hidden="true">
            <label>
              Website
              <input
                name="website"
                tabIndex={-1}
                autoComplete="off"
                value={values.website}
                onChange={(event) => set('website', event.target.value)}
              />
            </label>
          </div>
          <CheckField
            name="terms"
            checked={values.terms}
            error={errors.terms}
            onChange={(checked) => set('terms', checked)}
          >
            I accept the <Link to={termsPath}>Terms of Service</Link> and the{' '}
            <Link to={policyPath('privacy-statement')}>Privacy Policy</Link>
          </CheckField>
          <button className="btn solid" type="submit" disabled={!ready} aria-disabled={sending}>
            {sending ? 'Creating account...' : 'Create Account'}
          </button>
        </form>
        <p>
          Already have an account? <Link to={withNext(paths.login, search)}>Login</Link>
        </p>
      </div>
    </OnlySignedOut>
  )
}
