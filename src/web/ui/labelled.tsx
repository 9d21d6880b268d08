import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'

/** What a labelled control takes from its frame. */
export interface ControlProps {
  id: string
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** For controls that are not the platform's own and must name their label. */
export const labelIdOf = (controlId: string): string => `${controlId}-label`

export interface LabelProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/**
 * The frame of a labelled control: hint between label and control, the error under it with a mark.
 * Validation is ours, with the contract's words, not the browser's bubbles. `under` stands beside the
 * error at the right.
 */
export function Labelled({
  label,
  hint,
  error,
  under,
  children,
}: LabelProps & { under?: ReactNode; children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label id={labelIdOf(id)} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: 'in',
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {under === undefined ? (
        <FieldError id={`${id}-error`} error={error} />
      ) : (
        <div className="under">
          <FieldError id={`${id}-error`} error={error} />
          {under}
        </div>
      )}
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p className="err" id={id}>
      <CircleAlert className="ic" aria-hidden="true" />
      {error}
    </p>
  )
}
