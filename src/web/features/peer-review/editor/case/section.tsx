import { createContext, type ReactNode, useContext } from 'react'
import type { CaseView } from '../../../../../contract/api/case-view.ts'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { Section as Frame } from '../../../../ui/section.tsx'
import { type Part, PARTS } from './part-tabs.tsx'

/** What the parts of the page share: the case, its time, and its addresses. */
export interface ShownCase {
  view: CaseView
  /** When the case was loaded: what is late is late at this time. */
  now: Date
  /** The reader edits this case only, and is no administrator. */
  isGuest: boolean
  /** Opens the dialog in which the article is published. */
  publish: () => void
}

export const CaseContext = createContext<ShownCase | null>(null)

export function useCase(): ShownCase {
  const shown = useContext(CaseContext)
  if (!shown) throw new Error('A part of a case is shown outside of it.')
  return shown
}

/** Where an editor decides, with a choice already made if there is one. */
export const decidePath = (id: string, kind?: string): string => paths.decide(id) + (kind ? `?kind=${kind}` : '')

/** One part of the case's scroll. */
export function Section({
  part,
  shown,
  title = PARTS[part],
  beside,
  children,
}: {
  part: Part
  shown: Part
  title?: string
  /** At the right of the heading. */
  beside?: ReactNode
  children: ReactNode
}) {
  return (
    <Frame id={part} title={title} aside={beside} className={part === shown ? 'part shown' : 'part'}>
      {children}
    </Frame>
  )
}
