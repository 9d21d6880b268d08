import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'

/** The attributes that a labelled control gets from its frame. */
export interface ControlProps {
  id: string
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** For custom controls, which must refer to their label explicitly. */
export const labelIdOf = (controlId: string): string => `${controlId}-label`

export interface LabelProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

/**
 * The frame of a labelled control: a hint between label and control, the error below it with a mark.
 * Validation uses the contract's messages instead of the browser's. `under` is shown next to the error at the
 * right.
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
      {/* A browser leads from a label only to its own controls. */}
      <label id={labelIdOf(id)} htmlFor={id} onClick={() => document.getElementById(id)?.focus()}>
        {label}
      </label>
      {hint && (
        <p className="hint small muted" id={`${id}-hint`}>
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
    <p className="err aligned small error-ink" id={id}>
      <CircleAlert className="ic" aria-hidden="true" />
      {error}
    </p>
  )
}
