import { useState } from 'react'
import { Grievance, type Manuscript } from '../../../../contract/api/manuscripts.ts'
import { check } from '../../../../contract/api/errors.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import type { GrievanceKind } from '../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../client/api.ts'
import { Field } from '../../../ui/field.tsx'
import { useKeptTexts } from './kept-texts.ts'
import { Paragraphs, Part } from './part.tsx'
import { TextDialog } from './text-dialog.tsx'
import { useSending } from './use-sending.ts'

const WORDS: Record<GrievanceKind, { name: string; title: string; label: string; save: string; sent: string }> = {
  appeal: {
    name: 'Appeal',
    title: 'Appeal against the decision',
    label: 'What does the decision get wrong?',
    save: 'Send appeal',
    sent: 'Your appeal has been sent',
  },
  complaint: {
    name: 'Complaint',
    title: 'Make a complaint',
    label: 'What went wrong?',
    save: 'Send complaint',
    sent: 'Your complaint has been sent',
  },
}

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
  const kept = useKeptTexts(userId, `${id}:grievance`)
  const { send, isSending, failure, errors, setErrors } = useSending(onChanged)
  if (!grievances.length && !may.appeal && !may.complain) return null

  const submit = async (kind: GrievanceKind, text: string) => {
    const about = kind === 'complaint' ? (kept.texts.about ?? '') : null
    const found = check(Grievance, { kind, text, about }).errors
    if (found) return setErrors(found)
    if (await send(() => browserApi.manuscripts.appeal({ id, kind, text, about }), WORDS[kind].sent)) {
      kept.forget()
      setOpen(null)
    }
  }

  return (
    <Part title={may.appeal || grievances.length ? 'Appeal' : 'Something went wrong?'}>
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
            Make a complaint...
          </button>
        )}
      </div>
      {open && (
        <TextDialog
          title={WORDS[open].title}
          field={open}
          label={WORDS[open].label}
          save={WORDS[open].save}
          kept={kept}
          error={errors.text}
          failure={failure}
          isSending={isSending}
          onSend={(text) => void submit(open, text)}
          onClose={() => setOpen(null)}
        >
          {open === 'complaint' && (
            <Field
              name="about"
              label="Whom is it about? (optional)"
              hint="An editor who had a part in it, or whom you name, does not answer, and does not read it before it has been answered."
              value={kept.texts.about ?? ''}
              error={errors.about}
              onChange={(about) => kept.set('about', about)}
            />
          )}
        </TextDialog>
      )}
    </Part>
  )
}
