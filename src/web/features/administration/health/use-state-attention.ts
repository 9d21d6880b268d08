import { useLocation, useRevalidator } from 'react-router'
import { browserApi } from '../../../client/api.ts'
import { useSession } from '../../../client/session.ts'
import { useAnswer } from '../../../ui/use-answer.ts'

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
