import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../contract/users.ts'
import { browserApi } from '../../api.ts'
import { toast } from '../../ui/toast.ts'

/** Whether the person's e-mail address is confirmed, and the way to a mail that does it. */
export function EmailState({ user }: { user: User }) {
  const [busy, setBusy] = useState(false)
  if (user.emailConfirmed) {
    return (
      <p className="email-state">
        <span>
          <CircleCheck className="ic" aria-hidden="true" /> {user.email} is confirmed.
        </span>
      </p>
    )
  }
  const send = async () => {
    if (busy) return
    setBusy(true)
    try {
      const { message } = await browserApi.session.sendConfirmation()
      toast.success(message)
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="email-state">
      <p>{user.email} is not confirmed yet.</p>
      <button type="button" className="btn" aria-disabled={busy} onClick={() => void send()}>
        {busy ? 'Sending...' : 'Send confirmation mail'}
      </button>
    </div>
  )
}
