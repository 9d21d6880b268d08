import { useState } from 'react'
import type { OpenReview } from '../../../../../contract/api/open-review.ts'
import { DeclineDetails, NAMED_MAX } from '../../../../../contract/api/reviews.ts'
import { DECLINE_REASONS, type DeclineReason } from '../../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../../client/api.ts'
import { CheckField, Field, TextAreaField } from '../../../../ui/field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm } from '../../../../ui/use-form.ts'
import { PageTitle } from '../../shared/link-frame.tsx'
import { FromTheEditor } from './manuscript.tsx'
import type { Act } from './use-review.ts'

const NOBODY = { fullName: '', email: '', affiliation: '' }

/** After declining: nothing more is needed; a reason and names are welcome, in one form. */
export function Declined({
  review: { declined, consent, messages },
  moved,
  sending,
  act,
  onReconsider,
}: {
  review: OpenReview
  moved: boolean
  sending: boolean
  act: Act
  onReconsider: () => void
}) {
  const [people, setPeople] = useState(declined?.suggestions.length ? declined.suggestions : [NOBODY])
  const [saved, setSaved] = useState(false)
  const { values, errors, text, set, formProps } = useForm({
    schema: DeclineDetails,
    initial: {
      reason: declined?.reason ?? null,
      text: declined?.text ?? '',
      suggestions: declined?.suggestions ?? [],
      neverAsk: false,
    },
    submit: async (details) => {
      const failed = await act(() => browserApi.reviews.explain(details))
      if (failed) throw failed
      setSaved(true)
      toast.success('Thank you. Your answer is saved.')
    },
    onFailure: () => {},
  })
  /** Empty lines are nobody. */
  const change = (changed: typeof people) => {
    setPeople(changed)
    setSaved(false)
    set(
      'suggestions',
      changed.filter((person) => Object.values(person).some((value) => value.trim())),
    )
  }
  const name = (at: number, field: keyof typeof NOBODY) => ({
    name: `suggestions.${at}.${field}`,
    value: people[at]![field],
    error: errors[`suggestions.${at}.${field}`],
    onChange: (value: string) => change(people.map((one, index) => (index === at ? { ...one, [field]: value } : one))),
  })

  return (
    <>
      <PageTitle moved={moved}>Thank you for telling us</PageTitle>
      <p className="lead">Thank you. The editor has been told; there is nothing else to do.</p>
      <FromTheEditor messages={messages} />
      <form {...formProps} id="why" className="answer">
        <fieldset>
          <legend>Reason (optional)</legend>
          <div className="opts">
            {(Object.entries(DECLINE_REASONS) as [DeclineReason, string][]).map(([reason, label]) => (
              <label className="opt" key={reason}>
                <input
                  type="radio"
                  name="why"
                  value={reason}
                  checked={values.reason === reason}
                  onChange={() => set('reason', reason)}
                />
                <span>
                  <b>{label}</b>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <TextAreaField {...text('text')} label="Anything the editor should know (optional)" />
        <fieldset className="named">
          <legend>Who else could review it? (optional)</legend>
          {people.map((_, at) => (
            <div className="person" role="group" aria-label={`Person ${at + 1}`} key={at}>
              <Field {...name(at, 'fullName')} label="Full name" autoComplete="off" />
              <Field {...name(at, 'email')} label="Email, if you have it" type="email" autoComplete="off" />
              <Field {...name(at, 'affiliation')} label="Institution" autoComplete="off" />
            </div>
          ))}
          {people.length < NAMED_MAX && (
            <button type="button" className="btn text" onClick={() => setPeople([...people, NOBODY])}>
              Add Another Person
            </button>
          )}
        </fieldset>
        <CheckField name="neverAsk" checked={values.neverAsk} onChange={(checked) => set('neverAsk', checked)}>
          Please do not ask me again
        </CheckField>
      </form>
      <div className="sticky-bar aligned" role="group" aria-label="Your answer">
        {consent && (
          <button type="button" className="btn" onClick={onReconsider}>
            I can after all
          </button>
        )}
        <button form="why" className="btn solid" aria-disabled={sending}>
          {sending ? 'Saving...' : saved ? 'Saved' : 'Save'}
        </button>
      </div>
    </>
  )
}
