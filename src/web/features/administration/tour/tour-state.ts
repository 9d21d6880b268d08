import { useSyncExternalStore } from 'react'
import type { Api } from '../../../../contract/api/api.ts'
import { browserApi } from '../../../client/api.ts'
import { currentSession } from '../../../client/session.ts'
import { TOUR } from './steps.ts'

interface State {
  /** The number of the step that is shown; null: the tour is not being taken. */
  step: number | null
  /** The person who has left it in this tab, until the journal answers so itself. */
  leftBy: string | null
}

// The tour goes from page to page, and outlives each of them.
let state: State = { step: null, leftBy: null }
const listeners = new Set<() => void>()

function become(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTour = (): State => useSyncExternalStore(subscribe, () => state)

export const startTour = (): void => become({ ...state, step: 0 })

/** To the next step of which something is there; after the last one the tour ends. */
export function nextStep(): void {
  const next = TOUR.findIndex(({ page }, at) => at > (state.step ?? -1) && page() !== null)
  if (next < 0) leaveTour()
  else become({ ...state, step: next })
}

/** To the step before; the first one stays. */
export function stepBack(): void {
  const former = TOUR.findLastIndex(({ page }, at) => at < (state.step ?? 0) && page() !== null)
  if (former >= 0) become({ ...state, step: former })
}

let known: { userId: string; isNew: boolean } | undefined

/** Whether who is signed in has not taken or left the tour yet; asked once in a tab. Part of what Today loads, so that the offer moves nothing when it comes. */
export async function isTourNew(api: Api): Promise<boolean> {
  const userId = currentSession()?.user.id
  if (userId === undefined) return false
  if (known?.userId !== userId) {
    const answer = await api.tour.read({}).catch(() => null)
    if (!answer) return false
    known = { userId, isNew: !answer.left }
  }
  return known.isNew
}

/** Ends the tour and notes that it was taken. If that fails it is offered again, which does no harm. */
export function leaveTour(): void {
  become({ step: null, leftBy: currentSession()?.user.id ?? null })
  browserApi.tour.leave({}).catch(() => {})
}
