import type { ReactNode } from 'react'
import { PasswordChange } from '../../contract/api/session.ts'
import type { ApiError } from '../client/api-error.ts'
import { PasswordField } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { toast } from './toast.ts'
import { useForm } from './use-form.ts'

const Password = PasswordChange.pick({ currentPassword: true })

/** Asks for the password before something that matters is changed. */
export function PasswordDialog({
  title,
  save,
  danger = false,
  act,
  onClose,
  children,
}: {
  title: string
  save: string
  danger?: boolean
  act: (currentPassword: string) => Promise<void>
  onClose: () => void
  children?: ReactNode
}) {
  const form = useForm({
    schema: Password,
    initial: { currentPassword: '' },
    submit: ({ currentPassword }) => act(currentPassword),
    onFailure: tellUnlessAtField,
  })
  return (
    <FormDialog title={title} form={form} save={save} saving="One moment..." danger={danger} onClose={onClose}>
      {children}
      <PasswordField {...form.text('currentPassword')} label="Current password" autoComplete="current-password" />
    </FormDialog>
  )
}

/** A failure that belongs to a field is shown there. */
export function tellUnlessAtField({ message, errors }: ApiError): void {
  if (!Object.keys(errors).length) toast.error(message)
}
