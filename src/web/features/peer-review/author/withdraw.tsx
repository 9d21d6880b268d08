import { useState, type ReactNode } from 'react'
import { Withdrawal, type Manuscript } from '../../../../contract/api/manuscripts.ts'
import { check } from '../../../../contract/api/errors.ts'
import { browserApi } from '../../../client/api.ts'
import { useKeptTexts } from './kept-texts.ts'
import { TextDialog } from './text-dialog.tsx'
import { useSending } from './use-sending.ts'

interface WithdrawProps {
  id: string
  userId: string
  onChanged: (manuscript: Manuscript) => void
}

/** The part of a manuscript's page that withdraws it. */
export function Withdraw({ manuscript: { id }, ...props }: Omit<WithdrawProps, 'id'> & { manuscript: Manuscript }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="ms-quiet">
      <h2>Withdraw this manuscript</h2>
      <p className="muted small">You can do so at any time before publication. Everyone involved will be informed.</p>
      <button type="button" className="btn text danger" onClick={() => setOpen(true)}>
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
  const kept = useKeptTexts(userId, `${id}:withdrawal`)
  const { send, isSending, failure, errors, setErrors } = useSending(onChanged)

  const withdraw = async (reason: string) => {
    const found = check(Withdrawal, { reason }).errors
    if (found) return setErrors(found)
    if (await send(() => browserApi.manuscripts.withdraw({ id, reason }), 'Your manuscript has been withdrawn')) {
      kept.forget()
      onClose()
    }
  }

  return (
    <TextDialog
      title="Withdraw manuscript"
      field="reason"
      label="Reason"
      hint="Only the editor reads it."
      save="Withdraw"
      danger
      kept={kept}
      error={errors.reason}
      failure={failure}
      isSending={isSending}
      onSend={(reason) => void withdraw(reason)}
      onClose={onClose}
    >
      <p>
        Its peer review ends, and this cannot be undone. Everyone involved will be informed. The manuscript stays in
        your list.
      </p>
      {children}
    </TextDialog>
  )
}
