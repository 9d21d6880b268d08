import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../../contract/api/users.ts'
import { browserApi } from '../../../client/api.ts'
import { toast } from '../../../ui/toast.ts'

/** Whether the email address is confirmed, the pending address, and the possible actions. */
export function EmailState({ user, onChanged }: { user: User; onChanged: (user: User) => void }) {
  const [busy, setBusy] = useState(false)
  const { email, emailConfirmed, pendingEmail } = user

  const once = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const send = () => once(async () => void toast.success((await browserApi.session.sendConfirmation()).message))
  const cancel = () =>
    once(async () => {
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
        <div className="go">
          <button type="button" className="btn" aria-disabled={busy} onClick={() => void send()}>
            Send the link again
          </button>
          <button type="button" className="btn text" aria-disabled={busy} onClick={() => void cancel()}>
            Cancel the change
          </button>
        </div>
      </div>
    )
  }
  if (emailConfirmed) {
    return (
      <p className="email-state">
        <span>
          <CircleCheck className="ic" aria-hidden="true" /> {email} is confirmed.
        </span>
      </p>
    )
  }
  return (
    <div className="email-state">
      <p>{email} is not confirmed yet.</p>
      <button type="button" className="btn" aria-disabled={busy} onClick={() => void send()}>
        {busy ? 'Sending...' : 'Send confirmation email'}
      </button>
    </div>
  )
}
