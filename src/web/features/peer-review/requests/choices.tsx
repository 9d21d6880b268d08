import { useId } from 'react'
import { FieldError } from '../../../ui/labelled.tsx'

/** A question with one of a few answers. */
export function Choices<T extends string>({
  name,
  legend,
  options,
  words,
  value,
  error,
  onChange,
}: {
  name: string
  legend: string
  options: readonly T[]
  words: Readonly<Record<T, string>>
  value: T | null
  error?: string | undefined
  onChange: (value: T) => void
}) {
  const id = useId()
  return (
    <fieldset className={error ? 'field bad' : 'field'}>
      <legend className="lab">{legend}</legend>
      <div className={options.length === 3 ? 'opts three' : 'opts'}>
        {options.map((option) => (
          <label key={option} className="opt">
            <input
              type="radio"
              name={name}
              checked={value === option}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              onChange={() => onChange(option)}
            />
            <span>{words[option]}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
