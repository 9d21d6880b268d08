import { useState } from 'react'
import { userPolicy } from '../../../../contract/rules/accounts/user-policy.ts'
import { browserApi } from '../../../client/api.ts'
import { useActor } from '../../../client/session.ts'
import { toastFailure } from '../../../ui/call-failure.ts'
import { UtcTime } from '../../../ui/local-date.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'

/** A user's open sessions, and buttons to end them. The viewer's current session is ended by logging out. */
export function UserSessions({
  id,
  fullName,
  onEnded,
}: {
  id: string
  fullName: string
  onEnded: () => Promise<void>
}) {
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
        <ul className="session-rows" role="list">
          {known.map((session) => (
            <li key={session.id}>
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
                  End session
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {canEnd && others.length > 0 && others.length === known.length && (
        <button type="button" className="btn danger" aria-disabled={ending} onClick={() => void end()}>
          End all sessions
        </button>
      )}
    </section>
  )
}
