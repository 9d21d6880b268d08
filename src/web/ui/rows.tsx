import { Plus } from 'lucide-react'
import { type ReactNode, useRef } from 'react'

/** Rows of fields that can be added and removed. */
export function Rows<R extends object>({
  name,
  title,
  add,
  hint,
  rows,
  most,
  blank,
  error,
  onChange,
  children,
}: {
  name: string
  title: string
  add: string
  hint?: string
  rows: readonly R[]
  most: number
  blank: R
  error: string | undefined
  onChange: (rows: R[]) => void
  children: (row: R, set: (changed: Partial<R>) => void, path: string) => ReactNode
}) {
  const adding = useRef<HTMLButtonElement>(null)
  return (
    <div className="row-list">
      {rows.map((row, at) => (
        <fieldset key={at} className="suggestion">
          <legend>
            {title} {at + 1}
          </legend>
          <div className="suggestion-fields">
            {children(row, (changed) => onChange(rows.with(at, { ...row, ...changed })), `${name}.${at}`)}
          </div>
          <button
            type="button"
            className="btn text"
            onClick={() => {
              onChange(rows.filter((_, other) => other !== at))
              adding.current?.focus()
            }}
          >
            Remove
            <span className="sr">
              {' '}
              {title.toLowerCase()} {at + 1}
            </span>
          </button>
        </fieldset>
      ))}
      {error && (
        <p className="notice bad" role="alert">
          {error}
        </p>
      )}
      {hint && <p className="hint small muted">{hint}</p>}
      {rows.length < most && (
        <button ref={adding} type="button" className="btn" onClick={() => onChange([...rows, blank])}>
          <Plus className="ic" aria-hidden="true" />
          {add}
        </button>
      )}
    </div>
  )
}
