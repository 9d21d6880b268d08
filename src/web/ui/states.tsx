import { CircleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { anchorOf } from '../../contract/rules/text/plain-text.ts'
import type { ApiError } from '../client/api-error.ts'
import { Plant } from './plant.tsx'
import { toast } from './toast.ts'

/** An empty list: a faint plant, a message, one next step. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <div className="bare">
        <Plant seed={anchorOf(title)} />
      </div>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** A failed load: what happened, and what to do next. */
export function Failure({ title, message, children }: { title?: string; message?: string; children?: ReactNode }) {
  return (
    <div className="notice bad failure" role="alert">
      {title && <strong>{title}</strong>}
      {message && <p>{message}</p>}
      <div className="go">{children}</div>
    </div>
  )
}

/**
 * Reloads the page, as Try Again does on most pages. A form, so that it also works before hydration and
 * without scripts.
 */
export function TryAgain({ onClick }: { onClick?: () => void }) {
  const { pathname, search } = useLocation()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (onClick) onClick()
    else window.location.reload()
  }
  return (
    <form action={pathname} onSubmit={onSubmit}>
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="btn">Try Again</button>
    </form>
  )
}

/** A loading skeleton: lines of the given widths, in tenths (10 to 100 per cent). */
export function SkeletonLines({ widths }: { widths: number[] }) {
  return widths.map((width, index) => <span key={index} className={`sk w-${width}`} />)
}

/** A failed load in the signed-in areas: its toast, its message, and Try Again. */
export function LoadFailure({ message }: { message: string }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // A single toast per failed load, which is dismissed on retry.
    toast.error(message, { id: message })
    return () => toast.dismiss(message)
  }, [message])
  return (
    <Failure message={message}>
      <TryAgain onClick={() => void revalidate()} />
    </Failure>
  )
}

/** Why a form could not be sent, if it is not the fault of a field. */
export function SendFailure({
  form: { failure, errors },
  stays = 'What you typed is saved on this device.',
}: {
  form: { failure: ApiError | null; errors: Record<string, string> }
  /** What became of what was typed, if there is no connection. */
  stays?: string
}) {
  const isTold = failure && !Object.keys(errors).length
  return (
    <div role="alert">
      {isTold && (
        <p className="err aligned small error-ink">
          <CircleAlert className="ic" aria-hidden="true" />
          {failure.statusCode > 0 ? failure.message : `This could not be sent: there is no connection. ${stays}`}
        </p>
      )}
    </div>
  )
}
