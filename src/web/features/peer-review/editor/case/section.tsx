import type { ReactNode } from 'react'
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
    <section
      className={part === shown ? 'csec shown' : 'csec'}
      id={part}
      aria-labelledby={`${part}-title`}
      tabIndex={-1}
    >
      <header>
        <h2 id={`${part}-title`}>{title}</h2>
        {beside}
      </header>
      {children}
    </section>
  )
}
