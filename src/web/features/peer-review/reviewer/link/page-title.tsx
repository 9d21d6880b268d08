import { useEffect, useRef, type ReactNode } from 'react'

/**
 * The heading of one state of the page. When an answer leads to another state, the focus moves here, so that it is
 * read out and the page is shown from its top.
 */
export function PageTitle({
  small = false,
  moved,
  children,
}: {
  small?: boolean
  moved: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = useRef(moved)
  useEffect(() => {
    if (!arrived.current) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 className={small ? 'rtitle sm' : 'rtitle'} tabIndex={-1} ref={heading}>
      {children}
    </h1>
  )
}
