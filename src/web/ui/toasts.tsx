import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useToaster } from 'react-hot-toast/headless'
import { useLocation } from 'react-router'
import { paths } from '../../contract/rules/site/paths.ts'
import { toast } from './toast.ts'

const ICONS = { success: CircleCheck, error: CircleAlert, loading: LoaderCircle }

/**
 * The position of toasts: top centre, top right on admin pages. They are in the top layer, above open
 * dialogs, and are announced to screen readers.
 */
export function Toasts() {
  const { toasts, handlers } = useToaster()
  const region = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const onAdminPage = [paths.admin, paths.cases].some((area) => pathname.startsWith(area))
  const shown = toasts.length > 0

  // Before the effects of the new page, which may show errors of its own.
  useOtherPage(pathname, toast.dismissErrors)

  useEffect(() => {
    const element = region.current
    if (!element?.showPopover) return
    // Reopened with every toast, so that it is above a dialog opened in between.
    if (element.matches(':popover-open')) element.hidePopover()
    if (shown) element.showPopover()
  }, [shown, toasts.length])

  return (
    <>
      <div
        ref={region}
        className={onAdminPage ? 'toasts at-right' : 'toasts'}
        popover="manual"
        role="region"
        aria-label="Notifications"
        onMouseEnter={handlers.startPause}
        onMouseLeave={handlers.endPause}
      >
        {toasts.map((item) => {
          const Icon = item.type in ICONS ? ICONS[item.type as keyof typeof ICONS] : null
          return (
            <div key={item.id} className={`toast aligned ${item.type} ${item.visible ? '' : 'leaving'}`}>
              {Icon && <Icon className="ic" aria-hidden="true" />}
              <span>{typeof item.message === 'function' ? item.message(item) : item.message}</span>
            </div>
          )
        })}
      </div>
      {/* A permanent live region: one that is added with its text is not announced. */}
      <div className="sr" role="status" aria-live="polite">
        {toasts
          .filter((item) => item.visible)
          .map((item) => (
            <span key={item.id}>{typeof item.message === 'function' ? item.message(item) : item.message}</span>
          ))}
      </div>
    </>
  )
}

function useOtherPage(pathname: string, leave: () => void): void {
  const before = useRef(pathname)
  useLayoutEffect(() => {
    if (before.current !== pathname) leave()
    before.current = pathname
  }, [pathname, leave])
}
