import type { ReactNode } from 'react'
import { PageHead } from './page-head.tsx'

/** The head of a page in the signed-in areas: its title, its current content, and the primary action. */
export function AreaHead({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <header className="head wrapping">
      <PageHead title={title} />
      <div>
        <h1>{title}</h1>
        <p role="status">{note}</p>
      </div>
      {children}
    </header>
  )
}
