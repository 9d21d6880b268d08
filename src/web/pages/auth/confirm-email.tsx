import { useState } from 'react'
import { LINK_INCOMPLETE } from '../../../contract/api/session.ts'
import { HOMES, paths } from '../../../contract/rules/site/paths.ts'
import { browserApi } from '../../client/api.ts'
import { updateUser, useSession } from '../../client/session.ts'
import { NeedsScripts, Outcome, useLinkToken } from '../../features/accounts/session/link-pages.tsx'
import { Link } from '../../ui/link.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { toast } from '../../ui/toast.ts'
import { useCommand } from '../../ui/use-command.ts'

export { handle, links } from '../needs-scripts.ts'

/**
 * The target of the link in a confirmation email. Opening it does not confirm anything by itself, because
 * programs that scan emails open links.
 */
export default function ConfirmEmail() {
  const { token, forget } = useLinkToken()
  const [tried, setTried] = useState<{ token: string; message: string; bad: boolean }>()
  const session = useSession()
  const outcome = tried?.token === token ? tried : undefined

  const { run, busy: sending } = useCommand(({ message, errors }) => {
    if (token && errors.token) {
      forget()
      setTried({ token, message, bad: true })
    } else toast.error(message)
  })
  const confirm = () =>
    run(async () => {
      if (!token) return
      const { message } = await browserApi.session.confirmEmail({ token })
      forget()
      setTried({ token, message, bad: false })
      // The band of other tabs goes away; if this fails, it asks by itself.
      await browserApi.users.me().then(updateUser, () => {})
    })

  return (
    <div className="wrap account">
      <PageHead title="Confirm your address" />
      <h1>Confirm your address</h1>
      {token === '' ? (
        <Outcome bad title={LINK_INCOMPLETE}>
          <p>Please copy the whole link from the email.</p>
        </Outcome>
      ) : outcome ? (
        <Outcome bad={outcome.bad} title={outcome.message}>
          {outcome.bad && <p>You can request another email from your profile.</p>}
        </Outcome>
      ) : !session ? (
        <SignInFirst />
      ) : (
        <>
          <p className="muted">Confirm so our emails reach you.</p>
          <NeedsScripts what="Confirming" />
          <p className="outcome">
            <button
              type="button"
              className="btn solid"
              disabled={token === undefined}
              aria-disabled={sending}
              onClick={() => void confirm()}
            >
              {sending ? 'Confirming...' : 'Confirm Email Address'}
            </button>
          </p>
        </>
      )}
      <WayOn />
    </div>
  )
}

/** The link shows who reads the mailbox, and signing in who has set up the account: both have to be the same person. */
const SignInFirst = () => (
  <>
    <p>
      Please <Link to={paths.login}>sign in</Link> first, so that we know that it was you who signed up with this
      address. Then open the link in the email again.
    </p>
    <p className="muted">
      You never signed up? Someone else may have typed your address, and you need not do anything. To take over the
      account, <Link to={paths.forgotPassword}>set a new password</Link>: everything that was set up before is removed.
    </p>
  </>
)

function WayOn() {
  const session = useSession()
  if (!session) {
    return (
      <p>
        <Link to={paths.login}>Login</Link>
      </p>
    )
  }
  const { home, editProfile } = HOMES[session.user.role]
  return (
    <p>
      <Link to={home}>Go to Dashboard</Link> or <Link to={editProfile}>Edit Profile</Link>
    </p>
  )
}
