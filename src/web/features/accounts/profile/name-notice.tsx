import { UserRound } from 'lucide-react'
import { z } from 'zod'
import { ProfileForm } from '../../../../contract/api/users.ts'
import { DEFAULT_NAME } from '../../../../contract/rules/accounts/users.ts'
import { browserApi } from '../../../client/api.ts'
import { updateUser, useSession } from '../../../client/session.ts'
import { Field } from '../../../ui/field.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'

const { fullName } = ProfileForm.shape

/** On Today: asks new administrators for their name, without which no letter can be signed. */
export function NameNotice() {
  const user = useSession()?.user
  const form = useForm({
    schema: z.strictObject({
      fullName: fullName.refine((name) => name !== DEFAULT_NAME, 'Please enter your own name'),
    }),
    initial: { fullName: '' },
    submit: async (named) => {
      const { email, username, phoneNumber, location, bio } = await browserApi.users.read({ id: user!.id })
      const kept = { email, username, phoneNumber, location, bio }
      updateUser(await browserApi.users.update({ id: user!.id, ...kept, ...named }))
      toast.success('Profile updated successfully!')
    },
    onFailure: toastFailure,
  })
  if (user?.fullName !== DEFAULT_NAME) return null
  return (
    <form className="notice second-factor-notice" {...form.formProps} aria-label="Your name">
      <UserRound className="ic" aria-hidden="true" />
      <div>
        <Field
          {...form.text('fullName')}
          label="What is your name?"
          hint="Your letters and emails are signed with it."
          autoComplete="name"
        />
        <div className="buttons">
          <button type="submit" className="btn" aria-disabled={form.sending}>
            {form.sending ? 'Saving...' : 'Save Name'}
          </button>
        </div>
      </div>
    </form>
  )
}
