import { useState } from 'react'
import { z } from 'zod'
import { Reason } from '../../../../contract/api/field-schemas.ts'
import { TextAreaField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useForm } from '../../../ui/use-form.ts'

const ReasonOfMove = z.strictObject({ reason: Reason('Please give a reason') })

/** A button whose move needs a reason, and the dialog that asks for it. */
export function NoticeReason({
  button,
  className,
  send,
  ...dialog
}: {
  button: string
  className?: string
  title: string
  about: string
  label: string
  save: string
  danger?: boolean
  /** True if it was done. */
  send: (reason: string) => Promise<boolean>
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={className ?? (dialog.danger ? 'btn danger' : 'btn')}
        onClick={() => setOpen(true)}
      >
        {button}
      </button>
      {isOpen && <Asked {...dialog} send={send} onClose={() => setOpen(false)} />}
    </>
  )
}

function Asked({
  title,
  about,
  label,
  save,
  danger = false,
  send,
  onClose,
}: {
  title: string
  about: string
  label: string
  save: string
  danger?: boolean
  send: (reason: string) => Promise<boolean>
  onClose: () => void
}) {
  const form = useForm({
    schema: ReasonOfMove,
    initial: { reason: '' },
    submit: async ({ reason }) => {
      if (await send(reason)) onClose()
    },
  })
  return (
    <FormDialog title={title} form={form} save={save} saving="Saving..." danger={danger} onClose={onClose}>
      <p className="space">{about}</p>
      <TextAreaField label={label} {...form.text('reason')} />
    </FormDialog>
  )
}
