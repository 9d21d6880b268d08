import { useEffect, useId, useRef, type ReactNode } from 'react'
import { FieldError } from '../labelled.tsx'

/**
 * A small panel between toolbar and text. It is not a form element, since the editor is already inside a
 * form: Enter submits it and Escape returns to the text.
 */
export function Panel({
  id,
  name,
  label,
  hint,
  value,
  error,
  inputMode = 'text',
  onChange,
  onEnter,
  onClose,
  children,
}: {
  id: string
  name: string
  label: string
  hint?: string
  value: string
  error?: string | undefined
  inputMode?: 'text' | 'url'
  onChange: (value: string) => void
  onEnter: () => void
  onClose: () => void
  /** Its buttons. */
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const field = useId()
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const described = [error && `${field}-error`, hint && `${field}-hint`].filter(Boolean).join(' ')
  return (
    <div
      className={error ? 'panel bad' : 'panel'}
      id={id}
      role="group"
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault()
          onClose()
        }
        if (event.key === 'Enter' && event.target === input.current) {
          event.preventDefault()
          onEnter()
        }
      }}
    >
      <label htmlFor={field}>{label}</label>
      {hint && (
        <p className="hint" id={`${field}-hint`}>
          {hint}
        </p>
      )}
      <div className="answer">
        <input
          ref={input}
          id={field}
          className="in"
          type="text"
          inputMode={inputMode}
          autoComplete="off"
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {children}
      </div>
      <FieldError id={`${field}-error`} error={error} />
    </div>
  )
}
