import { useState } from 'react'
import { AccountDeletion, type PersonalDataSummary } from '../../../../contract/api/personal-data.ts'
import type { ListedUser } from '../../../../contract/api/users.ts'
import type { Role } from '../../../../contract/rules/accounts/access.ts'
import { userPolicy } from '../../../../contract/rules/accounts/users.ts'
import { browserApi } from '../../../client/api.ts'
import { clearSession, useActor } from '../../../client/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, PasswordField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { LocalDate, UtcTime } from '../../../ui/local-date.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { useForm } from '../../../ui/use-form.ts'
import { EmailAddress } from '../../../ui/web-address.tsx'
import { Obstacles, WhatHappens } from '../your-data/your-data.tsx'

/** Labels in the singular; the keys are the contract's roles. */
export const ROLE_WORDS: Record<Role, string> = { author: 'Author', admin: 'Administrator' }

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
              <EmailAddress>{email}</EmailAddress>{' '}
              <span className="muted">({user.emailConfirmed ? 'confirmed' : 'not confirmed'})</span>
              {user.pendingEmail && (
                <span className="muted small block">changes to {user.pendingEmail} once confirmed</span>
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
              Delete Account
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

/** A user's open sessions, and buttons to end them. The viewer's current session is ended by logging out. */
function UserSessions({ id, fullName, onEnded }: { id: string; fullName: string; onEnded: () => Promise<void> }) {
  const { answer: sessions, failed, reload, tryAgain } = useAnswer(() => browserApi.users.sessions({ id }), id)
  const [ending, setEnding] = useState(false)

  const end = async (sessionId?: string) => {
    if (ending) return
    setEnding(true)
    try {
      const { message } = await browserApi.users.endSessions({ id, sessionId })
      toast.success(message)
    } catch (error) {
      toastFailure(error)
    }
    await reload()
    setEnding(false)
    await onEnded()
  }

  const canEnd = userPolicy.can(useActor(), 'endSessions', { id })
  const known = sessions ?? []
  const others = known.filter(({ current }) => !current)
  return (
    <section aria-labelledby="user-sessions">
      <h3 id="user-sessions">Open sessions</h3>
      {!sessions && !failed && <SkeletonLines widths={[80, 60]} />}
      {failed && (
        <Failure message="Sessions could not be loaded.">
          <TryAgain onClick={tryAgain} />
        </Failure>
      )}
      {sessions && !sessions.length && <p className="muted">{fullName} has no open sessions.</p>}
      {known.length > 0 && (
        <ul className="rows" role="list">
          {known.map((session) => (
            <li key={session.id} className="spread">
              <span>
                {session.current ? 'This session, since' : 'Since'} <UtcTime at={session.createdAt} />
                <span className="muted small block">
                  last used <UtcTime at={session.lastUsedAt} />
                </span>
              </span>
              {!session.current && canEnd && (
                <button
                  type="button"
                  className="btn text danger"
                  aria-disabled={ending}
                  onClick={() => void end(session.id)}
                >
                  End Session
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {canEnd && others.length > 0 && others.length === known.length && (
        <button type="button" className="btn danger" aria-disabled={ending} onClick={() => void end()}>
          End All Sessions
        </button>
      )}
    </section>
  )
}

interface Deleting {
  user: Pick<ListedUser, 'id' | 'fullName'>
  onDeleted: () => Promise<void>
  onClose: () => void
}

const TITLE = 'Delete Account'

/** Deletes someone's account at their request, after saying what goes and what stays. */
function DeleteUserDialog(props: Deleting) {
  const { id, fullName } = props.user
  const { answer: summary, failed, tryAgain } = useAnswer(() => browserApi.ownData.summaryOf({ id }), id)
  if (summary && !summary.obstacles.length) return <DeleteUserForm {...props} summary={summary} />
  return (
    <Dialog title={TITLE} about={fullName} onClose={props.onClose}>
      <div className="mid">
        {!summary && !failed && <SkeletonLines widths={[80, 60]} />}
        {failed && (
          <Failure message="These details could not be loaded.">
            <TryAgain onClick={tryAgain} />
          </Failure>
        )}
        {summary && <Obstacles obstacles={summary.obstacles} />}
      </div>
      <footer>
        <button type="button" className="btn" onClick={props.onClose}>
          Close
        </button>
      </footer>
    </Dialog>
  )
}

function DeleteUserForm({ user, summary, onDeleted, onClose }: Deleting & { summary: PersonalDataSummary }) {
  const form = useForm({
    schema: AccountDeletion,
    initial: { currentPassword: '', confirmation: '' },
    submit: async (deletion) => {
      await browserApi.ownData.deleteAccountOf({ id: user.id, ...deletion })
      toast.success(`The account of ${user.fullName} has been deleted.`)
      await onDeleted()
    },
  })
  return (
    <FormDialog title={TITLE} form={form} save="Delete Account" saving="Deleting..." danger onClose={onClose}>
      <p>
        Delete the account of {user.fullName} only if they have asked for it.{' '}
        <strong>This takes effect immediately and cannot be undone.</strong>
      </p>
      <WhatHappens summary={summary} own={false} />
      <Field
        {...form.text('confirmation')}
        label="Email address of the account"
        hint={`Type ${summary.email} to confirm.`}
        type="email"
        autoComplete="off"
      />
      <PasswordField {...form.text('currentPassword')} label="Your own password" autoComplete="current-password" />
    </FormDialog>
  )
}
