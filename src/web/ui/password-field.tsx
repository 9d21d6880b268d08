import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { Field } from './field.tsx'

/** A password field with a button to show the password. */
export function PasswordField(field: Omit<ComponentProps<typeof Field>, 'type'>) {
  const [shown, show] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="password">
      <Field {...field} type={shown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <button type="button" className="btn text" aria-pressed={shown} onClick={() => show(!shown)}>
        <Icon className="ic" aria-hidden="true" />
        {shown ? 'Hide password' : 'Show password'}
      </button>
    </div>
  )
}
