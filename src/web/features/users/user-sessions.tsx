import { useCallback, useEffect, useState } from 'react'
import type { OpenSession } from '../../../contract/api/open-session.ts'
import { browserApi } from '../../client/api.ts'
import { toastFailure } from '../../ui/call-failure.ts'
import { UtcTime } from '../../ui/local-date.tsx'
import { Failure, SkeletonLines, TryAgain } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'

/** Where an account is signed in, and ways to end that. One's own present session is ended by logging out. */
export function UserSessions({
  id,
  fullName,
  onEnded,
}: {
  id: string
  fullName: string
  onEnded: () => Promise<void>
}) {
  const [sessions, setSessions] = useState<OpenSession[] | 'loading' | 'failed'>('loading')
  const [ending, setEnding] = useState(false)

  const load = useCallback(() => browserApi.users.sessions({ id }).then(setSessions, () => setSessions('failed')), [id])
  useEffect(() => void load(), [load])

  const end = async (sessionId?: string) => {
    if (ending) return
    setEnding(true)
    try {
      const { message } = await browserApi.users.endSessions({ id, sessionId })
      toast.success(message)
    } catch (error) {
      toastFailure(error)
    }
    await load()
    setEnding(false)
    await onEnded()
  }

  const known = Array.isArray(sessions) ? sessions : []
  const others = known.filter(({ current }) => !current)
  return (
    <section aria-labelledby="account-sessions">
      <h3 id="account-sessions">Open sessions</h3>
      {sessions === 'loading' && <SkeletonLines widths={[80, 60]} />}
      {sessions === 'failed' && (
        <Failure message="Sessions could not be loaded.">
          <TryAgain
            onClick={() => {
              setSessions('loading')
              void load()
            }}
          />
        </Failure>
      )}
      {Array.isArray(sessions) && !sessions.length && <p className="muted">{fullName} has no open sessions.</p>}
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
              {!session.current && (
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
      {others.length > 0 && others.length === known.length && (
        <button type="button" className="btn danger" aria-disabled={ending} onClick={() => void end()}>
          End all sessions
        </button>
      )}
    </section>
  )
}
