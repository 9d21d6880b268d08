import type { ReactNode } from 'react'
import { TextAreaField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SendFailure } from '../../../ui/states.tsx'
import type { useUnsentForm } from './unsent-form.tsx'

/** Asks for one text. What was typed is kept if the dialog is closed or the call fails. */
export function TextDialog({
  form,
  field,
  error,
  label,
  hint,
  children,
  ...dialog
}: {
  title: string
  form: Pick<ReturnType<typeof useUnsentForm>, 'formProps' | 'sending' | 'text' | 'failure' | 'errors'>
  /** The name under which the text is kept. */
  field: string
  error: string | undefined
  label: string
  hint?: string
  save: string
  danger?: boolean
  onClose: () => void
  children?: ReactNode
}) {
  return (
    <FormDialog {...dialog} form={form} saving={dialog.save}>
      {children}
      <TextAreaField {...form.text(field)} label={label} hint={hint} error={error} />
      <SendFailure form={form} />
    </FormDialog>
  )
}
