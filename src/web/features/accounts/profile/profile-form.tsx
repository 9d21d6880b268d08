import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { EMAIL_NEEDS_PASSWORD, ProfileUpdate, type User } from '../../../../contract/api/users.ts'
import { HOMES } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { updateUser } from '../../../client/session.ts'
import { Field, PasswordField, TextAreaField } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import { useForm } from '../../../ui/use-form.ts'

const isEmailOf = ({ email, pendingEmail }: User, typed: string): boolean =>
  [email, pendingEmail].includes(typed.trim().toLowerCase())

/** Shown when the email address is changed, which requires the password. */
const rulesFor = (user: User) =>
  ProfileUpdate.refine(({ email, currentPassword }) => isEmailOf(user, email) || currentPassword, {
    path: ['currentPassword'],
    message: EMAIL_NEEDS_PASSWORD,
  })

/** The profile's fields. The ORCID iD is read-only: it is set by connecting ORCID. */
export function ProfileForm({ user, orcidSetUp }: { user: User; orcidSetUp: boolean }) {
  const [saved, setOwn] = useState(user)
  // The band above reads it too.
  const setSaved = (now: User) => {
    updateUser(now)
    setOwn(now)
  }
  const { values, text, set, sending, formProps } = useForm({
    schema: rulesFor(saved),
    initial: {
      fullName: user.fullName,
      email: user.email,
      username: user.username,
      phoneNumber: user.phoneNumber ?? '',
      location: user.location ?? '',
      bio: user.bio ?? '',
      currentPassword: undefined as string | undefined,
    },
    submit: async ({ currentPassword, ...profile }) => {
      const proof = isEmailOf(saved, profile.email) ? {} : { currentPassword }
      const changed = await browserApi.users.update({ id: user.id, ...profile, ...proof })
      setSaved(changed)
      // A new address applies once it is confirmed: until then the form shows the current one.
      set('email', changed.email)
      set('currentPassword', undefined)
      toast.success('Profile updated successfully!')
    },
    onFailure: ({ message }) => toast.error(message),
  })
  const changesEmail = !isEmailOf(saved, values.email)
  const { home } = HOMES[user.role]
  return (
    <form className="card-form" {...formProps} aria-labelledby="profile-heading">
      <h2 id="profile-heading">Your details</h2>
      <Field {...text('fullName')} label="Full name" autoComplete="name" />
      <Field {...text('email')} label="Email" type="email" autoComplete="email" />
      {changesEmail && (
        <PasswordField
          {...text('currentPassword')}
          onChange={(typed) => set('currentPassword', typed || undefined)}
          label="Current password"
          autoComplete="current-password"
          hint="To change your email address. Your new address takes effect once you confirm it."
        />
      )}
      <EmailState key={`${saved.email} ${saved.pendingEmail}`} user={saved} onChanged={setSaved} />
      <Field {...text('username')} label="Username" autoComplete="username" spellCheck={false} autoCapitalize="none" />
      <Field {...text('phoneNumber')} label="Phone number (optional)" type="tel" autoComplete="tel" />
      <Field {...text('location')} label="Location (optional)" autoComplete="country-name" />
      <Field
        name="orc_id"
        label="ORCID iD"
        value={user.orc_id ?? ''}
        readOnly
        error={undefined}
        hint={orcidSetUp ? 'Read-only: it is connected through ORCID, above.' : 'Read-only.'}
        onChange={() => {}}
      />
      <TextAreaField {...text('bio')} label="Bio (optional)" />
      <div className="wiz-go ruled">
        <Link className="btn" to={home}>
          Cancel
        </Link>
        <button type="submit" className="btn solid" aria-disabled={sending}>
          {sending ? 'Saving...' : 'Save Profile'}
        </button>
      </div>
    </form>
  )
}

/** Whether the email address is confirmed, the pending address, and the possible actions. */
function EmailState({ user, onChanged }: { user: User; onChanged: (user: User) => void }) {
  const { run, busy } = useCommand(({ message }) => toast.error(message))
  const { email, emailConfirmed, pendingEmail } = user

  const send = () => run(async () => void toast.success((await browserApi.session.sendConfirmation()).message))
  const cancel = () =>
    run(async () => {
      onChanged(await browserApi.users.cancelEmailChange({ id: user.id }))
      toast.success(`Your email address is still ${email}.`)
    })

  if (pendingEmail !== null) {
    return (
      <div className="notice email-change">
        <strong>Waiting for you to confirm {pendingEmail}</strong>
        <p>
          Please follow the link in our email to that address. Until then, you sign in and receive our emails with{' '}
          {email}.
        </p>
        <div className="buttons">
          <button type="button" className="btn" aria-disabled={busy} onClick={() => void send()}>
            Send the Link Again
          </button>
          <button type="button" className="btn text" aria-disabled={busy} onClick={() => void cancel()}>
            Cancel the Change
          </button>
        </div>
      </div>
    )
  }
  if (emailConfirmed) {
    return (
      <p className="email-state aligned small">
        <span>
          <CircleCheck className="ic" aria-hidden="true" /> {email} is confirmed.
        </span>
      </p>
    )
  }
  return (
    <div className="email-state aligned small">
      <p>{email} is not confirmed yet.</p>
      <button type="button" className="btn" aria-disabled={busy} onClick={() => void send()}>
        {busy ? 'Sending...' : 'Send Confirmation Email'}
      </button>
    </div>
  )
}
