import type { ReactNode } from 'react'
import { PARTS, type Part } from './part-tabs.tsx'

/** One part of the case's scroll. */
export function Section({
  part,
  shown,
  beside,
  children,
}: {
  part: Part
  shown: Part
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
        <h2 id={`${part}-title`}>{PARTS[part]}</h2>
        {beside}
      </header>
      {children}
    </section>
  )
}
