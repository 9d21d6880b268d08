import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '../../../contract/api-error.ts'
import { paths } from '../../../contract/paths.ts'
import { ProfileForm as ProfileRules, type User } from '../../../contract/users.ts'
import { browserApi } from '../../api.ts'
import { updateUser } from '../../session.ts'
import { Field } from '../../ui/field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { EmailState } from './email-state.tsx'

/** The profile's fields. The ORCID iD is read-only: only ORCID can change it. */
export function ProfileForm({ user }: { user: User }) {
  const [saved, setSaved] = useState(user)
  const { text, sending, formProps } = useForm({
    schema: ProfileRules,
    initial: {
      fullName: user.fullName,
      email: user.email,
      username: user.username,
      phoneNumber: user.phoneNumber ?? '',
      location: user.location ?? '',
      bio: user.bio ?? '',
    },
    submit: async (profile) => {
      try {
        const changed = await browserApi.users.update({ id: user.id, ...profile })
        updateUser(changed)
        setSaved(changed)
        toast.success('Profile updated successfully!')
      } catch (error) {
        toast.error((error as ApiError).message)
        throw error
      }
    },
  })
  const home = user.role === 'admin' ? paths.admin : paths.dashboard
  return (
    <form className="card-form" {...formProps} aria-labelledby="profile-heading">
      <h2 id="profile-heading">Your details</h2>
      <Field {...text('fullName')} label="Full name" autoComplete="name" />
      <Field {...text('email')} label="Email" type="email" autoComplete="email" />
      <EmailState key={saved.email} user={saved} />
      <Field {...text('username')} label="Username" autoComplete="username" spellCheck={false} autoCapitalize="none" />
      <Field {...text('phoneNumber')} label="Phone number (optional)" type="tel" autoComplete="tel" />
      <Field {...text('location')} label="Location (optional)" autoComplete="country-name" />
      <Field
        name="orc_id"
        label="ORCID iD"
        value={user.orc_id ?? ''}
        readOnly
        error={undefined}
        hint="Read-only: it is connected through ORCID, above."
        onChange={() => {}}
      />
      <TextAreaField {...text('bio')} label="Bio (optional)" />
      <div className="wiz-go">
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
