import type { ReactNode } from 'react'
import { PageHead } from './page-head.tsx'

/** The frame of a public page that is one list or one text: its head, its title, what stands under it. */
export function TitledPage({
  title,
  description,
  path,
  children,
}: {
  title: string
  description: string
  path: string
  children: ReactNode
}) {
  return (
    <div className="wrap">
      <PageHead title={title} description={description} path={path} />
      <header className="head">
        <div>
          <h1>{title}</h1>
        </div>
      </header>
      {children}
    </div>
  )
}
