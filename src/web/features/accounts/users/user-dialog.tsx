import { useState } from 'react'
import type { ListedUser } from '../../../../contract/api/users.ts'
import { userPolicy } from '../../../../contract/rules/accounts/user-policy.ts'
import { browserApi } from '../../../client/api.ts'
import { clearSession, useActor } from '../../../client/session.ts'
import { toastFailure } from '../../../ui/call-failure.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import { toast } from '../../../ui/toast.ts'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { UserSessions } from './user-sessions.tsx'
import { ROLE_WORDS } from './load-users.ts'

/** A user's details, open sessions and role. */
export function UserDialog({
  user,
  own,
  onChanged,
  onClose,
}: {
  user: ListedUser
  /** True if it is the viewer. */
  own: boolean
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const { id, fullName, email, username, role } = user
  const actor = useActor()
  const [asking, setAsking] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [refused, setRefused] = useState('')
  const [changes, setChanges] = useState(0)
  const other = role === 'admin' ? 'author' : 'admin'
  const change = other === 'admin' ? 'Make administrator' : 'Make author'

  const changeRole = async () => {
    setRefused('')
    try {
      await browserApi.users.changeRole({ id, role: other })
      toast.success(`${fullName} is now ${other === 'admin' ? 'an administrator' : 'an author'}`)
    } catch (error) {
      setRefused(toastFailure(error).message)
      setAsking(false)
      return
    }
    // Changing one's own role ends one's session.
    if (own) return clearSession()
    setAsking(false)
    setChanges(changes + 1)
    await onChanged()
  }

  return (
    <>
      <Dialog title={own ? `${fullName} (you)` : fullName} about={username} onClose={onClose}>
        <div className="mid user-details">
          {refused && (
            <p className="notice bad" role="alert">
              {refused}
            </p>
          )}
          <dl className="facts">
            <dt>Email</dt>
            <dd>
              {email} <span className="muted">({user.emailConfirmed ? 'confirmed' : 'not confirmed'})</span>
              {user.pendingEmail && (
                <span className="muted small block">to be {user.pendingEmail}, once that is confirmed</span>
              )}
            </dd>
            <dt>Role</dt>
            <dd>{ROLE_WORDS[role]}</dd>
            <dt>Joined</dt>
            <dd>
              <LocalDate at={user.createdAt} />
            </dd>
            <dt>Last sign-in</dt>
            <dd>{user.lastLogin ? <LocalDate at={user.lastLogin} /> : 'never'}</dd>
            {user.orc_id && (
              <>
                <dt>ORCID iD</dt>
                <dd>{user.orc_id}</dd>
              </>
            )}
            {user.location && (
              <>
                <dt>Location</dt>
                <dd>{user.location}</dd>
              </>
            )}
            <dt>Articles</dt>
            <dd>{user.articles}</dd>
          </dl>
          <UserSessions key={changes} id={id} fullName={fullName} onEnded={onChanged} />
        </div>
        <footer>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
          {!own && (
            <button type="button" className="btn danger" onClick={() => setDeleting(true)}>
              Delete account
            </button>
          )}
          {userPolicy.can(actor, 'changeRole', user) && (
            <button type="button" className="btn" onClick={() => setAsking(true)}>
              {change}
            </button>
          )}
        </footer>
      </Dialog>
      {deleting && (
        <DeleteUserDialog
          user={user}
          onDeleted={async () => {
            onClose()
            await onChanged()
          }}
          onClose={() => setDeleting(false)}
        />
      )}
      {asking && (
        <ConfirmDialog title={change} confirm={change} onConfirm={changeRole} onClose={() => setAsking(false)}>
          <p>{meaning(other, own ? null : fullName)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The consequences of a change of role, addressed to the viewer if there is no name. */
function meaning(role: ListedUser['role'], name: string | null): string {
  if (role === 'admin')
    return `${name ?? 'You'} will be able to review, publish and delete articles, manage categories, volumes and the editorial board, and see all accounts. They will be signed out and must sign in again.`
  return name === null
    ? 'You will keep your articles but lose access to the admin area. You will be signed out and must sign in again.'
    : `${name} will keep their articles but lose access to the admin area. They will be signed out and must sign in again.`
}
