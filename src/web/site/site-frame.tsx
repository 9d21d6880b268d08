import type { ReactNode } from 'react'
import { Colophon } from './colophon.tsx'
import { Masthead } from './masthead.tsx'

/** What stands around every public page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Masthead />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Colophon />
    </>
  )
}
