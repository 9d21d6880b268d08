import type { ReactNode } from 'react'
import { PageHead } from './page-head.tsx'

/** The frame of a public page with a single list or text: its head, title and content. */
export function TitledPage({
  title,
  headTitle = title,
  description,
  path,
  note,
  children,
}: {
  title: string
  /** For a window title that differs from the heading: the page of a list. */
  headTitle?: string
  description?: string
  /** Absent for pages that must not be indexed: while loading or after a failure. */
  path?: string
  /** A line below the title, announced when it changes: the number of items. */
  note?: string
  children: ReactNode
}) {
  return (
    <div className="wrap">
      <PageHead title={headTitle} description={description} path={path} />
      <header className="head wrapping">
        <div>
          <h1 className="breakable">{title}</h1>
          {note && <p role="status">{note}</p>}
        </div>
      </header>
      {children}
    </div>
  )
}
