import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { check } from '../../contract/api/errors.ts'
import type { ApiError } from '../client/api-error.ts'
import { toastFailure } from './toast.ts'
import { useCommand } from './use-command.ts'

type Errors = Record<string, string>

/**
 * A form for one schema of the contract: the first message of every field, cleared when the field is edited; the input
 * survives a failed call; a second submit waits for the first.
 */
export function useForm<S extends z.ZodType, V extends object>({
  schema,
  initial,
  draft,
  input = (values) => values,
  also,
  submit,
  onFailure = toastFailure,
}: {
  schema: S
  initial: V
  /** If what is typed is kept elsewhere. */
  draft?: { value: V; change: (change: Partial<V>) => void }
  /** What is checked and sent of the values, if it is not the values themselves. */
  input?: (values: V) => unknown
  /** What else is to be told at fields, such as that a file is on its way. */
  also?: (errors: Errors) => Partial<Errors>
  /** Gets the schema's output. Errors it throws are shown at their fields, and passed to `onFailure`. */
  submit: (data: z.output<S>) => Promise<unknown>
  /** Tells why it failed: as a toast, unless the form shows its `failure`. */
  onFailure?: (failure: ApiError) => unknown
}) {
  const [own, setOwn] = useState(initial)
  const values = draft?.value ?? own
  const initialValues = useRef(initial)
  const isControlled = draft !== undefined
  const [errors, setErrors] = useState<Errors>({})
  const form = useRef<HTMLFormElement>(null)
  const [ready, setReady] = useState(false)

  // On a slow connection people type before hydration: the current content of the fields counts.
  useEffect(() => {
    const typed: Record<string, unknown> = {}
    for (const control of isControlled ? [] : (form.current?.elements ?? [])) {
      if (!(control instanceof HTMLInputElement) || !(control.name in initialValues.current)) continue
      if (control.type !== 'file') typed[control.name] = control.type === 'checkbox' ? control.checked : control.value
    }
    setOwn((before) => ({ ...before, ...typed }))
    setReady(true)
  }, [isControlled])

  const change = (changes: Partial<V>) => {
    if (draft) draft.change(changes)
    else setOwn((before) => ({ ...before, ...changes }))
    clear(...Object.keys(changes))
  }
  const set = <K extends keyof V & string>(field: K, value: V[K]) => change({ [field]: value } as unknown as Partial<V>)
  const clear = (...fields: string[]) => setErrors((before) => withoutFields(before, fields))

  /** Shows errors, and focuses the first field that has one. */
  const refuse = (found: Errors) => {
    setErrors(found)
    if (form.current) focusFirst(form.current, found)
  }

  const { run, busy, failure, forget } = useCommand((failed) => {
    refuse(failed.errors)
    return onFailure(failed)
  })

  const send = async (): Promise<boolean> => {
    const checked = check(schema, input(values))
    const found = { ...checked.errors, ...also?.(checked.errors ?? {}) } as Errors
    if (checked.data === undefined || Object.keys(found).length) {
      forget()
      refuse(found)
      return false
    }
    const data = checked.data
    return run(() => submit(data))
  }

  /** The error of a field, or of the first part of it. */
  const errorOf = (field: string): string | undefined =>
    errors[field] ?? Object.entries(errors).find(([path]) => path.startsWith(`${field}.`))?.[1]

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
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      void send()
    },
  }

  return {
    values,
    errors,
    errorOf,
    failure,
    forget,
    sending: busy,
    ready,
    set,
    change,
    clear,
    refuse,
    send,
    text,
    formProps,
  }
}

/** Errors without those of some fields and their parts. */
export const withoutFields = (errors: Errors, fields: readonly string[]): Errors =>
  Object.fromEntries(
    Object.entries(errors).filter(([path]) => !fields.some((field) => path === field || path.startsWith(`${field}.`))),
  )

/** Focuses the first invalid field, in the order of the page; one without a name, or a notice, once it is shown. */
export function focusFirst(form: HTMLFormElement, errors: Errors): void {
  if (!Object.keys(errors).length) return
  for (const control of form.elements) {
    if (control instanceof HTMLElement && 'name' in control && String(control.name) in errors) {
      // The control of an editor is not seen: the editor is.
      const { shownAs } = control.dataset
      ;(shownAs ? document.getElementById(shownAs) : control)?.focus()
      return
    }
  }
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], .notice.bad[tabindex]')?.focus())
}
