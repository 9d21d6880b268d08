import type { ReactNode } from 'react'
import { Colophon } from './colophon.tsx'
import { useIsLoading } from '../ui/navigating.ts'
import { Masthead } from './masthead.tsx'

/** The frame of every public page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const isLoading = useIsLoading()
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Masthead />
      <main id="main" tabIndex={-1} aria-busy={isLoading}>
        {children}
      </main>
      <Colophon />
    </>
  )
}
