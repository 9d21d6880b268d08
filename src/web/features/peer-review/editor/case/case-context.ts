import { createContext, useContext } from 'react'
import type { CaseView } from '../../../../../contract/api/case-view.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'

/** What the parts of the page share: the case, its time, and its addresses. */
export interface ShownCase {
  view: CaseView
  /** When the case was loaded: what is late is late at this time. */
  now: Date
  /** True on the pages of a guest editor. */
  isGuest: boolean
}

export const CaseContext = createContext<ShownCase | null>(null)

export function useCase(): ShownCase {
  const shown = useContext(CaseContext)
  if (!shown) throw new Error('A part of a case is shown outside of it.')
  return shown
}

/** The addresses of a case's pages; those of guest editors are beside the other ones. */
export const caseLinks = (id: string, isGuest: boolean) => {
  const base = isGuest ? paths.guestCase(id) : paths.case(id)
  return {
    invite: paths.inviteReviewers(id).replace(paths.case(id), base),
    decide: (kind?: string) => paths.decide(id).replace(paths.case(id), base) + (kind ? `?kind=${kind}` : ''),
  }
}
