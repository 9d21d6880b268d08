import { useLocation } from 'react-router'
import { browserApi } from '../../../../client/api.ts'
import { useSession } from '../../../../client/session.ts'
import { useAnswer } from '../../../../ui/use-answer.ts'

/** How many cases need this editor, counted whenever they come to another page. */
export function useCasesToAct(): number {
  const { pathname } = useLocation()
  const isEditor = useSession()?.user.role === 'admin'
  const { answer } = useAnswer(async () => (isEditor ? browserApi.caseList.count({}) : null), `${isEditor} ${pathname}`)
  return answer?.act ?? 0
}
