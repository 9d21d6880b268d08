import type { Api } from '../../../../../contract/api/api.ts'
import { ALONE, neighboursOf, type Neighbours } from './neighbours.ts'

/** Where the case is on the list of today. A case can be read without it. */
export async function readNeighbours(api: Api, id: string, isGuest: boolean): Promise<Neighbours> {
  if (isGuest) return ALONE
  const today = await api.caseList.today({ scope: 'mine' }).catch(() => null)
  if (!today) return ALONE
  return neighboursOf(
    id,
    today.lines.filter(({ group }) => group === 'act').map(({ articleId }) => articleId),
  )
}
