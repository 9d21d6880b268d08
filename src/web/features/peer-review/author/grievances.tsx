import { useState } from 'react'
import { Grievance, type Manuscript } from '../../../../contract/api/manuscripts.ts'
import { countInWords } from '../../../../contract/rules/peer-review/in-words.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import type { GrievanceKind } from '../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../client/api.ts'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useUnsentForm, draftKey } from '../shared/unsent-form.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextDialog } from '../shared/text-dialog.tsx'
import { Paragraphs } from './letters.tsx'

const WORDS: Record<GrievanceKind, Record<'name' | 'open' | 'title' | 'label' | 'save' | 'sent', string>> = {
  appeal: {
    name: 'Appeal',
    open: 'Appeal...',
    title: 'Appeal against the decision',
    label: 'What does the decision get wrong?',
    save: 'Send Appeal',
    sent: 'Your appeal has been sent',
  },
  complaint: {
    name: 'Complaint',
    open: 'Make a Complaint...',
    title: 'Make a complaint',
    label: 'What went wrong?',
    save: 'Send Complaint',
    sent: 'Your complaint has been sent',
  },
}

const TITLES: Record<GrievanceKind, string> = { appeal: 'Appeal', complaint: 'Complaints' }

/** Appeals, or complaints, with their answers, and the button to send one. */
export function Grievances({
  kind,
  manuscript: { id, grievances, may, complaintWeeks },
  userId,
  onChanged,
}: {
  kind: GrievanceKind
  manuscript: Manuscript
  userId: string
  onChanged: (manuscript: Manuscript) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const words = WORDS[kind]
  const form = useUnsentForm({
    key: draftKey(userId, `${id}:${kind}`),
    schema: Grievance,
    input: (texts) => ({ kind, text: texts[kind] ?? '', about: kind === 'complaint' ? (texts.about ?? '') : null }),
    send: (grievance) => browserApi.manuscripts.appeal({ id, ...grievance }),
    onSent: (next) => {
      toast.success(words.sent)
      onChanged(next)
      setOpen(false)
    },
  })
  const sent = grievances.filter((one) => one.kind === kind)
  const maySend = kind === 'appeal' ? may.appeal : may.complain
  if (!sent.length && !maySend) return null

  const content = (
    <>
      {sent.map(({ text, sentOn, dueOn, answer, answeredOn }) => (
        <article key={sentOn + text} className="grievance">
          <h3>
            {words.name}, {longDate(sentOn)}
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
      {kind === 'appeal' && maySend && (
        <p className="muted small">
          If the decision rests on an error, you can appeal. Where possible, an editor who did not make the decision
          answers, within {countInWords(complaintWeeks, 'week')}.
        </p>
      )}
      {maySend && (
        <div className="buttons">
          <button type="button" className={kind === 'appeal' ? 'btn' : 'btn text'} onClick={() => setOpen(true)}>
            {words.open}
          </button>
        </div>
      )}
      {isOpen && (
        <TextDialog
          title={words.title}
          form={form}
          field={kind}
          error={form.errors.text}
          label={words.label}
          save={words.save}
          onClose={() => setOpen(false)}
        >
          {kind === 'complaint' && (
            <Field
              {...form.text('about')}
              label="Whom is it about? (optional)"
              hint="An editor who was involved, or whom you name, will not answer it and cannot read it until it has been answered."
            />
          )}
        </TextDialog>
      )}
    </>
  )
  if (kind === 'appeal' || sent.length) return <Section title={TITLES[kind]}>{content}</Section>
  // Folded: few need it, and it should not greet those who have just submitted.
  return (
    <details className="part">
      <summary>{TITLES.complaint}</summary>
      {content}
    </details>
  )
}
