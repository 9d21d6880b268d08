import type { Api } from '../../../../contract/api/api.ts'
import { ALONE, neighboursOf, type Neighbours } from './neighbours.ts'

/** The list of today, as far as this journal has it. */
type WithToday = Api & {
  caseList?: { today: (input?: object) => Promise<{ lines: { articleId: string; group: string }[] }> }
}

/** Where the case is on the list of today. A case can be read without it. */
export async function readNeighbours(api: WithToday, id: string, isGuest: boolean): Promise<Neighbours> {
  if (isGuest || !api.caseList) return ALONE
  const today = await api.caseList.today({ scope: 'mine' }).catch(() => null)
  if (!today) return ALONE
  return neighboursOf(
    id,
    today.lines.filter(({ group }) => group === 'act').map(({ articleId }) => articleId),
  )
}
