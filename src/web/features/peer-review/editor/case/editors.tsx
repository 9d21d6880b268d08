import { useState } from 'react'
import { GuestEditorForm } from '../../../../../contract/api/case-forms.ts'
import { browserApi } from '../../../../client/api.ts'
import { Field, SelectField } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { useAct, useSent } from '../../../../ui/use-command.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { useCase } from './section.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

const WHY_RECUSED = {
  declared: 'has a conflict of interest',
  author: 'has been named as an author, and is recused',
  reviewer: 'has been asked to review, and is recused',
  fees: 'looked after fees during this review, and is recused until the decision',
} as const

type Dialog = 'guest' | 'recuse' | 'withdraw'

/** Who edits the case: its editor, guests, and those with a conflict of interest. */
export function Editors() {
  const { view } = useCase()
  const { act, busy } = useAct()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [lifting, setLifting] = useState<{ id: string; fullName: string } | null>(null)
  const close = () => setDialog(null)
  const { id } = view
  return (
    <div className="part">
      <h3>Editors</h3>
      {view.mayAppoint ? (
        <SelectField
          label="Editor"
          name="editor"
          value={view.editor?.id ?? ''}
          placeholder="Not assigned"
          options={view.editors.map((one) => ({ value: one.id, label: one.fullName }))}
          onChange={(userId) => void act(() => browserApi.cases.setEditor({ id, userId: userId || null }))}
        />
      ) : (
        <p>Editor: {view.editor?.fullName ?? 'not assigned'}</p>
      )}
      {view.guestEditors.map((guest) => (
        <p key={guest.id}>
          Guest editor {guest.fullName}, {guest.email}{' '}
          {view.mayAppoint && (
            <button
              type="button"
              className="btn text danger"
              aria-disabled={busy}
              onClick={() => void act(() => browserApi.cases.removeGuestEditor({ id, userId: guest.id }))}
            >
              Remove<span className="sr"> {guest.fullName}</span>
            </button>
          )}
        </p>
      ))}
      {view.recused.map((one) => (
        <p key={one.id} className="muted small">
          {one.fullName} {WHY_RECUSED[one.why]}
          {one.reason ? `: ${one.reason}` : '.'}{' '}
          {view.mayAppoint && one.mayLift && (
            <button type="button" className="btn text" onClick={() => setLifting(one)}>
              Named by Mistake<span className="sr">: {one.fullName}</span>
            </button>
          )}
        </p>
      ))}
      <p className="buttons">
        {view.mayAppoint && (
          <button type="button" className="btn" onClick={() => setDialog('guest')}>
            Invite a Guest Editor
          </button>
        )}
        <button type="button" className="btn" onClick={() => setDialog('recuse')}>
          I have a conflict of interest
        </button>
        {view.closedAt === null && (
          <button type="button" className="btn text danger" onClick={() => setDialog('withdraw')}>
            Withdraw Manuscript
          </button>
        )}
      </p>
      {dialog === 'guest' && <GuestDialog onClose={close} />}
      {lifting && (
        <ReasonDialog
          title={`${lifting.fullName} is not an author`}
          about="They were named as an author by mistake, and will see the reviewers and reports of this manuscript again. Please ask the authors to correct their list. Your name and your reason are kept."
          label="How do you know?"
          save="Let Them Edit It"
          danger
          send={(reason) => browserApi.cases.liftRecusal({ id, userId: lifting.id, reason })}
          onClose={() => setLifting(null)}
        />
      )}
      {dialog === 'recuse' && (
        <ReasonDialog
          title="Declare a conflict of interest"
          about="Another editor will handle this manuscript, and you will no longer see its reviewers and reports. You cannot undo this yourself."
          label="What is the conflict?"
          save="Declare"
          danger
          send={(reason) => browserApi.cases.recuse({ id, reason })}
          onClose={close}
        />
      )}
      {dialog === 'withdraw' && (
        <ReasonDialog
          title="Withdraw the manuscript"
          about="The review ends, and its reviewers are told. The author is sent your reason. This cannot be undone."
          label="Reason for the author"
          save="Withdraw"
          danger
          forAuthors={view.withheld}
          send={(reason) => browserApi.cases.withdraw({ id, reason })}
          onClose={close}
        />
      )}
    </div>
  )
}

function GuestDialog({ onClose }: { onClose: () => void }) {
  const { view } = useCase()
  const sent = useSent(onClose)
  const form = useForm({
    schema: GuestEditorForm,
    initial: { email: '' },
    submit: (data) => sent(browserApi.cases.inviteGuestEditor({ id: view.id, ...data })),
  })
  return (
    <FormDialog title="Invite a Guest Editor" form={form} save="Invite" saving="Inviting…" onClose={onClose}>
      <p className="space">
        A guest editor sees and handles this manuscript alone, and needs an account of the journal.
      </p>
      <Field label="Email address of the account" type="email" autoComplete="off" {...form.text('email')} />
    </FormDialog>
  )
}
