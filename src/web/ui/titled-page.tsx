import type { ReactNode } from 'react'
import { PageHead } from './page-head.tsx'

/** The frame of a public page that is one list or one text: its head, its title, what follows. */
export function TitledPage({
  title,
  headTitle = title,
  description,
  path,
  note,
  children,
}: {
  title: string
  /** Where the window's title says more than the heading: the page of a list. */
  headTitle?: string
  description?: string
  /** Absent for what no index should keep: pages that are loading or have failed. */
  path?: string
  /** A line below the title, announced when it changes: how many there are. */
  note?: string
  children: ReactNode
}) {
  return (
    <div className="wrap">
      <PageHead title={headTitle} description={description} path={path} />
      <header className="head">
        <div>
          <h1>{title}</h1>
          {note && <p role="status">{note}</p>}
        </div>
      </header>
      {children}
    </div>
  )
}
