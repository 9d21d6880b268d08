import { Labelled, type LabelProps } from './labelled.tsx'

/** A labelled select, with a first entry for no choice. */
export function SelectField({
  name,
  value,
  placeholder,
  options,
  onChange,
  ...frame
}: {
  name: string
  value: string
  placeholder: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
} & LabelProps) {
  return (
    <Labelled {...frame}>
      {(control) => (
        <select {...control} name={name} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
