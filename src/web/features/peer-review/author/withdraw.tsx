import { useState, type ReactNode } from 'react'
import { Withdrawal, type Manuscript } from '../../../../contract/api/manuscripts.ts'
import { browserApi } from '../../../client/api.ts'
import { toast } from '../../../ui/toast.ts'
import { useUnsentForm, draftKey } from '../shared/unsent-form.tsx'
import { TextDialog } from '../shared/text-dialog.tsx'

interface WithdrawProps {
  id: string
  userId: string
  onChanged: (manuscript: Manuscript) => void
}

/** The part of a manuscript's page that withdraws it. */
export function Withdraw({ manuscript: { id }, ...props }: Omit<WithdrawProps, 'id'> & { manuscript: Manuscript }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="part">
      <h2 className="panel-title">Withdraw this manuscript</h2>
      <p className="muted small">You can do so at any time before publication. Everyone involved will be told.</p>
      <button type="button" className="btn text danger pull" onClick={() => setOpen(true)}>
        Withdraw...
      </button>
      {isOpen && <WithdrawDialog id={id} {...props} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** Withdraws a manuscript, with a reason. */
export function WithdrawDialog({
  id,
  userId,
  onChanged,
  onClose,
  children,
}: WithdrawProps & { onClose: () => void; children?: ReactNode }) {
  const form = useUnsentForm({
    key: draftKey(userId, `${id}:withdrawal`),
    schema: Withdrawal,
    input: ({ reason = '' }) => ({ reason }),
    send: ({ reason }) => browserApi.manuscripts.withdraw({ id, reason }),
    onSent: (next) => {
      toast.success('Your manuscript has been withdrawn')
      onChanged(next)
      onClose()
    },
  })

  return (
    <TextDialog
      title="Withdraw Manuscript"
      form={form}
      field="reason"
      error={form.errors.reason}
      label="Reason"
      hint="Only the editor will see this."
      save="Withdraw"
      danger
      onClose={onClose}
    >
      <p>
        Its peer review ends, and this cannot be undone. Everyone involved will be told. The manuscript stays in your
        list.
      </p>
      {children}
    </TextDialog>
  )
}
