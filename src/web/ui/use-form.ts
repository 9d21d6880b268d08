import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { z } from 'zod'
import { check } from '../../contract/api/errors.ts'
import { isApiError } from '../client/api-error.ts'

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
  const initialValues = useRef(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const [ready, setReady] = useState(false)

  // On a slow line people type before the scripts have come: what stands in the fields by then counts.
  useEffect(() => {
    const typed: Record<string, unknown> = {}
    for (const control of form.current?.elements ?? []) {
      if (!(control instanceof HTMLInputElement) || !(control.name in initialValues.current)) continue
      typed[control.name] = control.type === 'checkbox' ? control.checked : control.value
    }
    setValues((before) => ({ ...before, ...typed }))
    setReady(true)
  }, [])

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

  /**
   * For the form element. Its submit button is disabled until `ready`: sent by the browser itself, a
   * form would lose what was typed. `post` keeps passwords out of addresses in any case.
   */
  const formProps = {
    ref: form,
    method: 'post' as const,
    noValidate: true,
    onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
  }

  return { values, errors, sending, ready, set, text, formProps }
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
