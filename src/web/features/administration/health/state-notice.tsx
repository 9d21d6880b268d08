import { TriangleAlert } from 'lucide-react'
import { useLocation, useRevalidator } from 'react-router'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { browserApi } from '../../../client/api.ts'
import { useSession } from '../../../client/session.ts'
import { Link } from '../../../ui/link.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'

/** On Today: the worst that is wrong with the running journal, and with its copies. Nothing is shown if all is well. */
export function StateNotice() {
  const attention = useStateAttention()
  if (!attention?.today.length) return null
  const { count, today } = attention
  return (
    <div className="notice caution space breakable">
      <TriangleAlert className="ic" aria-hidden="true" />
      <div>
        {today.map(({ id, what, todo }, at) => (
          <p key={id}>
            {what} {todo}{' '}
            {at === today.length - 1 && (
              <Link to={paths.adminState}>
                {count > today.length ? `See all ${count} things to do` : 'See the system status'}
              </Link>
            )}
          </p>
        ))}
      </div>
    </div>
  )
}

/** What of the running journal needs this administrator, asked whenever they come to another page or check it again. */
export function useStateAttention() {
  const { pathname } = useLocation()
  const { state } = useRevalidator()
  const isAdministrator = useSession()?.user.role === 'admin'
  const { answer } = useAnswer(
    async () => (isAdministrator ? browserApi.state.attention({}) : null),
    `${isAdministrator} ${pathname} ${state}`,
  )
  return answer
}
