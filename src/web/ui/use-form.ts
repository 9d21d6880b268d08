import { useRef, useState, type FormEvent } from 'react'
import type { z } from 'zod'
import { check } from '../../contract/errors.ts'
import { isApiError } from '../../contract/api-error.ts'

/**
 * A form over one schema of the contract: every field's first message, cleared when the field is
 * edited; what was typed stays when a call fails; a second submit waits for the first.
 */
export function useForm<S extends z.ZodType, V extends Record<string, unknown>>({
  schema,
  initial,
  submit,
}: {
  schema: S
  initial: V
  /** Gets what the schema made of the values. Errors it throws go to their fields, and to `onFailure`. */
  submit: (data: z.output<S>) => Promise<void>
}) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [sending, setSending] = useState(false)
  const busy = useRef(false)

  const set = <K extends keyof V & string>(field: K, value: V[K]) => {
    setValues((before) => ({ ...before, [field]: value }))
    setErrors(({ [field]: _cleared, ...others }) => others)
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    const form = event.currentTarget
    const checked = check(schema, values)
    if (checked.errors) {
      setErrors(checked.errors)
      focusFirst(form, checked.errors)
      return
    }
    busy.current = true
    setSending(true)
    try {
      await submit(checked.data)
    } catch (error) {
      if (!isApiError(error)) throw error
      setErrors(error.errors)
      focusFirst(form, error.errors)
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  /** What a text field needs from the form. */
  const text = <K extends keyof V & string>(field: K) => ({
    name: field,
    value: String(values[field] ?? ''),
    error: errors[field],
    onChange: (value: string) => set(field, value as V[K]),
  })

  return { values, errors, sending, set, text, onSubmit }
}

/** Takes the keyboard to the first field that needs attention, in the order of the page. */
function focusFirst(form: HTMLFormElement, errors: Record<string, string>): void {
  for (const control of form.elements) {
    if (control instanceof HTMLElement && 'name' in control && String(control.name) in errors) {
      control.focus()
      return
    }
  }
}
