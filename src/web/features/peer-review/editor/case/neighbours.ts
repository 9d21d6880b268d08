import type { Api } from '../../../../../contract/api/api.ts'

/** Where a case is on the list of today. */
export interface Neighbours {
  /** From 1; null if it is not on the list. */
  position: number | null
  total: number
  previous: string | null
  next: string | null
}

export const ALONE: Neighbours = { position: null, total: 0, previous: null, next: null }

/** The neighbours of a case among those that need an editor, in the order of the list. */
export function neighboursOf(id: string, order: readonly string[]): Neighbours {
  const at = order.indexOf(id)
  if (at < 0) return { ...ALONE, total: order.length, next: order[0] ?? null }
  return { position: at + 1, total: order.length, previous: order[at - 1] ?? null, next: order[at + 1] ?? null }
}

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
