import type { ReactNode } from 'react'
import { Section as Frame } from '../../../../ui/section.tsx'
import { PARTS, type Part } from './part-tabs.tsx'

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
    <Frame id={part} title={title} aside={beside} className={part === shown ? 'csec shown' : 'csec'}>
      {children}
    </Frame>
  )
}
