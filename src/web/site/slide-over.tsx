import { X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'

/**
 * The slide-over panel of small screens. A popover: it opens without scripts, closes on Escape and on a click
 * outside; the style sheet locks scrolling. With scripts it also closes when an entry is chosen
 * (`document/index.ts`) and when the page changes.
 */
export function SlideOver({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover()
  }, [pathname])

  return (
    <div id={id} ref={panel} popover="auto" className="slide-over" role="dialog" aria-label={label}>
      <button type="button" className="btn icon" popoverTarget={id} popoverTargetAction="hide" aria-label="Close menu">
        <X className="ic" aria-hidden="true" />
      </button>
      {children}
    </div>
  )
}
