import { createContext, useContext } from 'react'
import type { CaseView } from '../../../../../contract/api/case-view.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'

/** What the parts of the page share: the case, its time, and its addresses. */
export interface ShownCase {
  view: CaseView
  /** When the case was loaded: what is late is late at this time. */
  now: Date
  /** The reader edits this case only, and is no administrator. */
  isGuest: boolean
}

export const CaseContext = createContext<ShownCase | null>(null)

export function useCase(): ShownCase {
  const shown = useContext(CaseContext)
  if (!shown) throw new Error('A part of a case is shown outside of it.')
  return shown
}

/** Where an editor decides, with a choice already made if there is one. */
export const decidePath = (id: string, kind?: string): string => paths.decide(id) + (kind ? `?kind=${kind}` : '')
