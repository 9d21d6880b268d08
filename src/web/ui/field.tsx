import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { FieldError, Labelled, type LabelProps } from './labelled.tsx'

/** A labelled text input. */
export function Field({
  name,
  label,
  hint,
  error,
  onChange,
  ...input
}: {
  name: string
  onChange: (value: string) => void
} & LabelProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'onChange'>) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => <input {...input} {...control} name={name} onChange={(event) => onChange(event.target.value)} />}
    </Labelled>
  )
}

/** A labelled multi-line text field in the journal's serif. `under` is shown below it at the right. */
export function TextAreaField({
  name,
  value,
  under = null,
  control: own,
  onChange,
  ...frame
}: {
  name: string
  value: string
  under?: ReactNode
  /** For what has to know where someone writes. */
  control?: Ref<HTMLTextAreaElement>
  onChange: (value: string) => void
} & LabelProps) {
  return (
    <Labelled {...frame} under={under}>
      {(control) => (
        <textarea {...control} ref={own} name={name} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Labelled>
  )
}

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
        <select
          {...control}
          name={name}
          value={value}
          title={options.find((option) => option.value === value)?.label}
          onChange={(event) => onChange(event.target.value)}
        >
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

/** A checkbox with its label. */
export function CheckField({
  name,
  checked,
  error,
  onChange,
  children,
}: {
  name: string
  checked: boolean
  error?: string | undefined
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label className="check">
        <input
          type="checkbox"
          name={name}
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** A password field with a button to show the password. */
export function PasswordField(field: Omit<ComponentProps<typeof Field>, 'type'>) {
  const [shown, show] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="password">
      <Field {...field} type={shown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <button type="button" className="btn text" aria-pressed={shown} onClick={() => show(!shown)}>
        <Icon className="ic" aria-hidden="true" />
        {shown ? 'Hide Password' : 'Show Password'}
      </button>
    </div>
  )
}
