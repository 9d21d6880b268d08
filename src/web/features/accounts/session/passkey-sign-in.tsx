import { KeyRound } from 'lucide-react'
import type { z } from 'zod'
import type { AuthAnswer } from '../../../../contract/api/session.ts'
import { browserApi } from '../../../client/api.ts'
import { knowsPasskeys, askForPasskey } from '../../../client/passkeys.ts'
import { toast } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'

/** Signs in with a passkey alone, in browsers that know them. */
export function PasskeySignIn({
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
        {busy ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
      </button>
    </p>
  )
}
