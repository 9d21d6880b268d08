import { useState } from 'react'
import { type Manuscript, TimeRequest } from '../../../../contract/api/manuscripts.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import { browserApi } from '../../../client/api.ts'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { TextDialog } from '../shared/text-dialog.tsx'
import { useUnsentForm, draftKey } from '../shared/unsent-form.tsx'
import { Section } from '../../../ui/section.tsx'

/** Asks the editor for another day by which to send the revision. */
export function AskForTime({
  manuscript: { id, letters },
  userId,
  onChanged,
}: {
  manuscript: Manuscript
  userId: string
  onChanged: (manuscript: Manuscript) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const form = useUnsentForm({
    key: draftKey(userId, `${id}:time`),
    schema: TimeRequest,
    input: ({ dueOn = '', reason = '' }) => ({ dueOn, reason }),
    send: (request) => browserApi.manuscripts.askForTime({ id, ...request }),
    onSent: (next) => {
      toast.success('We have asked the editor')
      onChanged(next)
      setOpen(false)
    },
  })
  const dueOn = letters[0]?.revisionDueOn ?? null
  if (dueOn === null) return null
  return (
    <Section title="Need longer?">
      <p className="muted small">The revision is due by {longDate(dueOn)}. The editor can give you another date.</p>
      <div className="buttons">
        <button type="button" className="btn" onClick={() => setOpen(true)}>
          Ask for Another Date...
        </button>
      </div>
      {isOpen && (
        <TextDialog
          title="Ask for Another Date"
          form={form}
          field="reason"
          error={form.errors.reason}
          label="Reason (optional)"
          save="Ask the Editor"
          onClose={() => setOpen(false)}
        >
          <Field {...form.text('dueOn')} label="Send the revision by" type="date" min={dueOn} />
        </TextDialog>
      )}
    </Section>
  )
}
