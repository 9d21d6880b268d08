import { counted } from '../../../../contract/domain/counted.ts'
import { longDate } from '../../../../contract/domain/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { toast } from '../../../ui/toast.ts'
import { useAnswer } from '../../../ui/use-answer.ts'

/** The person's open sessions, and a button that ends all others. */
export function SessionsCard() {
  const { answer: sessions, reload } = useAnswer(() => browserApi.session.list())

  const endOthers = async () => {
    try {
      const { message } = await browserApi.session.endOthers()
      toast.success(message)
      await reload()
    } catch (error) {
      toast.error((error as Error).message)
    }
  }

  const others = sessions?.filter((session) => !session.current).length ?? 0
  return (
    <section className="card-form" aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">Where you are signed in</h2>
      {sessions && (
        <ul className="sessions" role="list">
          {sessions.map((session) => (
            <li key={session.id}>
              {session.current ? 'This device' : 'Another device'}
              <span className="muted small">
                {' '}
                since {longDate(session.createdAt)}, last used {longDate(session.lastUsedAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="btn" disabled={others === 0} onClick={() => void endOthers()}>
        {others === 0 ? 'No other sessions' : `Sign out ${counted(others, 'other session')}`}
      </button>
    </section>
  )
}
