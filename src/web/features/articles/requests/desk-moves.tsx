import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { Reason } from '../../../../contract/api/field-schemas.ts'
import type { Request } from '../../../../contract/api/requests.ts'
import {
  OUTCOME_WORDS,
  REQUEST_OUTCOMES,
  REQUEST_TEXT_MAX,
  REQUESTED_BY_WORDS,
  type RequestOutcome,
} from '../../../../contract/rules/articles/requests.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { Counted } from '../../../ui/counted.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { FieldError } from '../../../ui/labelled.tsx'
import { Link } from '../../../ui/link.tsx'
import { SavedNote } from '../../../ui/saved-note.tsx'
import { Section } from '../../../ui/section.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { Refused } from '../editorial-desk/part.tsx'
import { BeginNotice } from '../notice-desk/begin-notice.tsx'
import { isUnderWay, type RequestOnDesk } from './desk-state.ts'

const MEANINGS: Readonly<Record<RequestOutcome, string>> = {
  notice: 'A notice tells readers what was wrong.',
  change: 'The article was changed; the reason is on its record.',
  nothing: 'The article stays as it is.',
}

/** What the editor does with a request. */
export function RequestMoves({ desk }: { desk: RequestOnDesk }) {
  const { request, moves, busy, refused, letter } = desk
  const { id, article } = request
  const [isDeclining, setDeclining] = useState(false)
  return (
    <>
      <Refused failure={refused} />
      {(moves.take || moves.begin || moves.decline) && (
        <div className="buttons space">
          {moves.take && (
            <button type="button" className="btn" aria-disabled={busy} onClick={() => void desk.take()}>
              Take Over
            </button>
          )}
          {moves.begin && (
            <>
              <Link className="btn" to={paths.requestedChange(article.id, id)}>
                <Pencil className="ic" aria-hidden="true" />
                Begin a Correction
              </Link>
              <BeginNotice id={article.id} requestId={id} label="Begin a Notice …" />
            </>
          )}
          {moves.decline && (
            <button type="button" className="btn danger" onClick={() => setDeclining(true)}>
              Decline …
            </button>
          )}
        </div>
      )}
      {/* It stays open while another editor answers: what was typed is not lost. */}
      {isDeclining && <DeclineDialog desk={desk} onClose={() => setDeclining(false)} />}
      {moves.decide ? (
        <AnswerForm desk={desk} />
      ) : (
        letter.value.answer.trim() !== '' && (
          <Section title="Your letter, which was not sent" className="part">
            <p className="letter lines">{letter.value.answer}</p>
            <p className="buttons">
              <button type="button" className="btn" onClick={() => letter.clear()}>
                Discard It
              </button>
            </p>
          </Section>
        )
      )}
    </>
  )
}

/** Where the letter goes. */
export const whereTo = ({ email }: Pick<Request, 'email'>): string =>
  email === null
    ? 'There is no address, so nothing is sent: write here what you have answered.'
    : `Sent at once, by email to ${email}.`

function AnswerForm({ desk: { request, answer: form, letter } }: { desk: RequestOnDesk }) {
  const { outcome: error } = form.errors
  return (
    <Section title="Answer" aside={<SavedNote stored={letter} />}>
      <form {...form.formProps} aria-label="Answer">
        <fieldset className="opts space" aria-describedby={error && 'outcome-error'}>
          <legend className="lab">What came of it</legend>
          {REQUEST_OUTCOMES.map((each) => (
            <label className="opt" key={each}>
              <input
                type="radio"
                name="outcome"
                disabled={each === 'notice' && !isUnderWay(request.notice)}
                checked={form.values.outcome === each}
                onChange={() => form.set('outcome', each)}
              />
              <span>
                <b>{OUTCOME_WORDS[each]}</b>
                <span className="d">
                  {each === 'notice' && !isUnderWay(request.notice) ? 'Begin the notice first.' : MEANINGS[each]}
                </span>
              </span>
            </label>
          ))}
          <FieldError id="outcome-error" error={error} />
        </fieldset>
        <TextAreaField
          {...form.text('answer')}
          label={`Letter to ${request.name || REQUESTED_BY_WORDS[request.from].toLowerCase()}`}
          hint={whereTo(request)}
          under={<Counted count={form.values.answer.trim().length} most={REQUEST_TEXT_MAX} of="characters" />}
        />
        <button type="submit" className="btn solid" aria-disabled={form.sending}>
          {form.sending ? 'Sending...' : request.email === null ? 'Save the Answer' : 'Send the Answer'}
        </button>
      </form>
    </Section>
  )
}

function DeclineDialog({ desk, onClose }: { desk: RequestOnDesk; onClose: () => void }) {
  const form = useForm({
    schema: z.strictObject({ reason: Reason('Please say why') }),
    initial: { reason: '' },
    submit: async ({ reason }) => {
      await desk.decline(reason)
      onClose()
    },
    onFailure: desk.refuse,
  })
  return (
    <FormDialog title="Decline this request?" form={form} save="Decline" saving="Declining..." danger onClose={onClose}>
      <p className="space">Nothing is done about the article.</p>
      <TextAreaField {...form.text('reason')} label="Why is it declined?" hint={whereTo(desk.request)} />
      <Refused failure={form.failure} />
    </FormDialog>
  )
}
