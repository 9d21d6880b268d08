import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type SealedWaiver, WaiverOpening } from '../../../contract/api/fees.ts'
import { WAIVER_OPENING } from '../../../contract/rules/fees/waivers.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { counted } from '../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../client/api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { Failure } from '../../ui/states.tsx'
import { TitleText } from '../../ui/title-text.tsx'
import { toast } from '../../ui/toast.ts'
import { useAnswer } from '../../ui/use-answer.ts'
import { useForm } from '../../ui/use-form.ts'

/** Requests to pay less before the decision, for fees officers: opening one costs the part in the decision. */
export function SealedRequests() {
  const { answer, failed, tryAgain, reload } = useAnswer(() => browserApi.fees.sealed())
  const { revalidate } = useRevalidator()
  const [asked, setAsked] = useState<{ number: string; title?: string } | null>(null)
  if (failed) {
    return (
      <Failure message="The sealed requests could not be loaded.">
        <button type="button" className="btn" onClick={tryAgain}>
          Try Again
        </button>
      </Failure>
    )
  }
  if (!answer?.isOfficer) return null
  const { sealed, total, edits } = answer
  const open = async (number: string) => {
    const { message, waiver } = await browserApi.fees.open({ number })
    toast.success(waiver ? 'Opened. You can read and answer it above' : message)
    setAsked(null)
    await Promise.all([reload(), revalidate()])
  }
  return (
    <Section title="Sealed requests">
      <p className="muted small" role="status">
        {total ? `${counted(total, 'request')} sealed. ` : 'No request is sealed. '}
        {WAIVER_OPENING} After acceptance nothing is sealed any more. If you become an editor of what is in review now,
        you have no part in its decision either.
      </p>
      <ul className="waivers" role="list">
        {sealed.map((request) => (
          <Sealed key={request.articleId} request={request} open={() => setAsked(request)} />
        ))}
      </ul>
      {total > sealed.length && <p className="muted small">The oldest {sealed.length} are listed.</p>}
      {edits && <ByNumber ask={(number) => setAsked({ number })} />}
      {asked && (
        <ConfirmDialog
          title="Open this request?"
          confirm="Open the Request"
          onConfirm={() => open(asked.number)}
          onClose={() => setAsked(null)}
        >
          <p>{asked.title === undefined ? `Manuscript ${asked.number}` : <TitleText title={asked.title} />}</p>
          <p>
            You have no part in the decision on this manuscript from then on, also if you edit manuscripts later. This
            cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function Sealed({ request: { title, number, submitter, askedAt }, open }: { request: SealedWaiver; open: () => void }) {
  return (
    <li>
      <h3>
        <TitleText title={title} />
      </h3>
      <p className="muted small">
        {[number, submitter, 'under review', `asked ${longDate(askedAt)}`].filter(Boolean).join(' · ')}
      </p>
      <p className="buttons">
        <button type="button" className="btn" onClick={open}>
          Open the Request...<span className="sr"> {number}</span>
        </button>
      </p>
    </li>
  )
}

/** Of manuscripts that the officer edits no list tells whether there is a request. */
function ByNumber({ ask }: { ask: (number: string) => void }) {
  const form = useForm({
    schema: WaiverOpening,
    initial: { number: '' },
    submit: ({ number }) => {
      ask(number)
      return Promise.resolve()
    },
  })
  return (
    <form {...form.formProps} className="space">
      <h3>A manuscript that you edit</h3>
      <p className="muted small">
        Requests of manuscripts that you could decide on are not listed. If you look for one, you have no part in the
        decision, also if there is none.
      </p>
      <Field {...form.text('number')} label="Number of the manuscript" hint="Such as 2026-052." />
      <button type="submit" className="btn">
        Look for a Request...
      </button>
    </form>
  )
}
