import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { z } from 'zod'
import { check } from '../../contract/api/errors.ts'
import { isApiError } from '../client/api-error.ts'

/**
 * A form for one schema of the contract: the first message of every field, cleared when the field is edited;
 * the input survives a failed call; a second submit waits for the first.
 */
export function useForm<S extends z.ZodType, V extends Record<string, unknown>>({
  schema,
  initial,
  submit,
}: {
  schema: S
  initial: V
  /** Gets the schema's output. Errors it throws are shown at their fields, and passed to `onFailure`. */
  submit: (data: z.output<S>) => Promise<void>
}) {
  const [values, setValues] = useState(initial)
  const initialValues = useRef(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const [ready, setReady] = useState(false)

  // On a slow connection people type before hydration: the current content of the fields counts.
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

  /** The props of a text field. */
  const text = <K extends keyof V & string>(field: K) => ({
    name: field,
    value: String(values[field] ?? ''),
    error: errors[field],
    onChange: (value: string) => set(field, value as V[K]),
  })

  /**
   * The props of the form element. Its submit button is disabled until `ready`, because a native submit would
   * lose the input. `post` keeps passwords out of URLs in any case.
   */
  const formProps = {
    ref: form,
    method: 'post' as const,
    noValidate: true,
    onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
  }

  return { values, errors, sending, ready, set, text, formProps }
}

/** Focuses the first invalid field, in the order of the page. */
export function focusFirst(form: HTMLFormElement, errors: Record<string, string>): void {
  for (const control of form.elements) {
    if (control instanceof HTMLElement && 'name' in control && String(control.name) in errors) {
      control.focus()
      return
    }
  }
}
