import { useState } from 'react'
import { Grievance, type Manuscript } from '../../../../contract/api/manuscripts.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import type { GrievanceKind } from '../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../client/api.ts'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useUnsentForm } from '../shared/unsent-form.tsx'
import { draftKey, Paragraphs, Part } from './part.tsx'
import { TextDialog } from '../shared/text-dialog.tsx'

const WORDS: Record<GrievanceKind, { name: string; title: string; label: string; save: string; sent: string }> = {
  appeal: {
    name: 'Appeal',
    title: 'Appeal against the decision',
    label: 'What does the decision get wrong?',
    save: 'Send Appeal',
    sent: 'Your appeal has been sent',
  },
  complaint: {
    name: 'Complaint',
    title: 'Make a complaint',
    label: 'What went wrong?',
    save: 'Send Complaint',
    sent: 'Your complaint has been sent',
  },
}

const TITLE = 'Complaints and appeals'

/** Appeals and complaints with their answers, and the buttons to send one. */
export function Grievances({
  manuscript: { id, grievances, may },
  userId,
  onChanged,
}: {
  manuscript: Manuscript
  userId: string
  onChanged: (manuscript: Manuscript) => void
}) {
  const [open, setOpen] = useState<GrievanceKind | null>(null)
  const kind = open ?? 'appeal'
  const form = useUnsentForm({
    key: draftKey(userId, `${id}:grievance`),
    schema: Grievance,
    input: (texts) => ({ kind, text: texts[kind] ?? '', about: kind === 'complaint' ? (texts.about ?? '') : null }),
    send: (grievance) => browserApi.manuscripts.appeal({ id, ...grievance }),
    onSent: (next) => {
      toast.success(WORDS[kind].sent)
      onChanged(next)
      setOpen(null)
    },
  })
  if (!grievances.length && !may.appeal && !may.complain) return null

  const content = (
    <>
      {grievances.map(({ kind, text, sentOn, dueOn, answer, answeredOn }) => (
        <article key={sentOn + text} className="ms-grievance">
          <h3>
            {WORDS[kind].name}, {longDate(sentOn)}
          </h3>
          <Paragraphs text={text} />
          {answer === null ? (
            <p className="muted">You will have our answer by {longDate(dueOn)}.</p>
          ) : (
            <>
              <h3>Our answer, {longDate(answeredOn)}</h3>
              <Paragraphs text={answer} />
            </>
          )}
        </article>
      ))}
      {may.appeal && (
        <p className="muted small">
          If the decision rests on an error, you can appeal. Where possible, an editor who did not make the decision
          answers, within four weeks.
        </p>
      )}
      <div className="ms-buttons">
        {may.appeal && (
          <button type="button" className="btn" onClick={() => setOpen('appeal')}>
            Appeal...
          </button>
        )}
        {may.complain && (
          <button type="button" className="btn text" onClick={() => setOpen('complaint')}>
            Make a Complaint...
          </button>
        )}
      </div>
      {open && (
        <TextDialog
          title={WORDS[open].title}
          form={form}
          field={open}
          error={form.errors.text}
          label={WORDS[open].label}
          save={WORDS[open].save}
          onClose={() => setOpen(null)}
        >
          {open === 'complaint' && (
            <Field
              {...form.text('about')}
              label="Whom is it about? (optional)"
              hint="An editor who had a part in it, or whom you name, does not answer, and does not read it before it has been answered."
            />
          )}
        </TextDialog>
      )}
    </>
  )
  if (grievances.length || may.appeal) return <Part title={TITLE}>{content}</Part>
  // Folded: few need it, and it should not greet those who have just submitted.
  return (
    <details className="ms-part">
      <summary>{TITLE}</summary>
      {content}
    </details>
  )
}
