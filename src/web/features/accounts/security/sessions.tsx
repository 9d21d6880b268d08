import { useState } from 'react'
import type { OwnSession } from '../../../../contract/api/open-session.ts'
import { counted } from '../../../../contract/rules/text/counted.ts'
import { browserApi } from '../../../client/api.ts'
import { toastFailure } from '../../../ui/call-failure.ts'
import { LocalDate } from '../../../ui/local-date.tsx'
import { toast } from '../../../ui/toast.ts'

/** Where the person is signed in, to end one session or all others. */
export function Sessions({ sessions, onChanged }: { sessions: OwnSession[]; onChanged: () => void }) {
  const [ending, setEnding] = useState(false)
  const others = sessions.filter(({ current }) => !current).length

  const end = async (work: () => Promise<{ message: string }>) => {
    if (ending) return
    setEnding(true)
    try {
      toast.success((await work()).message)
    } catch (error) {
      toastFailure(error)
    }
    setEnding(false)
    onChanged()
  }

  return (
    <section className="card-form" aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">Where you are signed in</h2>
      <p>For each session, we keep when it began, when it was last used, and the browser.</p>
      <ul className="session-rows sessions" role="list">
        {sessions.map(({ id, device, current, createdAt, lastUsedAt }) => (
          <li key={id}>
            <span>
              {device ?? 'Unknown browser'}
              {current && <strong> (this session)</strong>}
              <span className="muted small block">
                since <LocalDate at={createdAt} />, last used <LocalDate at={lastUsedAt} />
              </span>
            </span>
            {!current && (
              <button
                type="button"
                className="btn text danger"
                aria-disabled={ending}
                aria-label={`Sign out ${device ?? 'the unknown browser'}`}
                onClick={() => void end(() => browserApi.session.end({ id }))}
              >
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
      {others === 0 ? (
        <p className="muted">You are signed in nowhere else.</p>
      ) : (
        <button
          type="button"
          className="btn"
          aria-disabled={ending}
          onClick={() => void end(() => browserApi.session.endOthers())}
        >
          Sign out {counted(others, 'other session')}
        </button>
      )}
    </section>
  )
}
