import { type ReactNode, useId } from 'react'
import type { ApiError } from '../../../client/api-error.ts'

/** A section with a heading. */
export function Part({
  title,
  heading: Heading = 'h4',
  children,
}: {
  title: string
  heading?: 'h2' | 'h4'
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="part" aria-labelledby={id}>
      <header>
        <Heading id={id}>{title}</Heading>
      </header>
      {children}
    </section>
  )
}

/** The reason why a call failed, in one sentence for the editor. */
export const sentenceOf = ({ statusCode, message }: ApiError): string =>
  statusCode > 0 ? message : 'There is no connection to the journal. Please try again.'

/**
 * The error in the dialog whose call failed. It stays until the next answer: if it disappeared at once, the
 * dialog would shrink under a double click.
 */
export function Refused({ failure }: { failure: ApiError | null }) {
  return (
    <div role="alert" className="refused">
      {failure && (
        <p className="notice bad">
          <strong>{sentenceOf(failure)}</strong>
          Nothing has been changed.
        </p>
      )}
    </div>
  )
}

/** True if no element has the focus, because the focused one was removed or disabled. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
}
