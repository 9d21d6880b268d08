import { useRevalidator } from 'react-router'
import { type DutyHolder, DutyInvitationForm } from '../../../../contract/api/duties.ts'
import { DUTIES, type Duty } from '../../../../contract/rules/accounts/duties.ts'
import { DUTY_RULES } from '../../../../contract/rules/accounts/duty-words.ts'
import { joinNames } from '../../../../contract/rules/people/author-names.ts'
import { browserApi } from '../../../client/api.ts'
import { CheckField, Field, SelectField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'

interface Category {
  id: string
  name: string
}

interface Values {
  email: string
  duty: Duty
  categoryIds: string[]
  from: string
  until: string
}
const EMPTY: Values = { email: '', duty: 'section', categoryIds: [], from: '', until: '' }

/** Invites the owner of an address to a duty: most often a section editor, so that is chosen. */
export function InviteForm({ people, categories }: { people: readonly DutyHolder[]; categories: readonly Category[] }) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: DutyInvitationForm,
    initial: EMPTY,
    input: (values) => ({ ...values, categoryIds: values.duty === 'section' ? values.categoryIds : [] }),
    submit: async (invitation) => {
      const { message } = await browserApi.duties.invite(invitation)
      toast.success(message)
      form.change(EMPTY)
      await revalidate()
    },
  })
  const { values, text, set, sending, ready, formProps, errorOf } = form
  const { sees, never } = DUTY_RULES[values.duty]
  return (
    <form {...formProps} className="duty-invite" aria-labelledby="duty-invite">
      <h2 id="duty-invite">Give someone a role</h2>
      <div className="two">
        <Field {...text('email')} label="Email address" type="email" autoComplete="off" inputMode="email" />
        <SelectField
          {...text('duty')}
          label="Role"
          placeholder="Choose a role"
          options={DUTIES.map((duty) => ({ value: duty, label: DUTY_RULES[duty].name }))}
          onChange={(duty) => set('duty', DUTIES.find((one) => one === duty) ?? 'section')}
        />
      </div>
      {values.duty === 'section' && (
        <fieldset className="field">
          <legend className="lab">For which categories</legend>
          <div className="check-cols">
            {categories.map(({ id, name }, index) => (
              <CheckField
                key={id}
                name={`categoryIds.${id}`}
                checked={values.categoryIds.includes(id)}
                error={index === 0 ? errorOf('categoryIds') : undefined}
                onChange={(checked) =>
                  set(
                    'categoryIds',
                    checked ? [...values.categoryIds, id] : values.categoryIds.filter((one) => one !== id),
                  )
                }
              >
                {name} <span className="muted">{editorsOf(id, people)}</span>
              </CheckField>
            ))}
          </div>
          {!categories.length && <p className="muted">There is no category yet.</p>}
        </fieldset>
      )}
      {values.duty !== 'managing' && (
        <div className="two">
          <Field {...text('from')} label="First day (optional)" type="date" />
          <Field {...text('until')} label="Last day (optional)" type="date" />
        </div>
      )}
      <div className="end">
        <p className="muted small">
          Will see: {sees}.{never && ` Not: ${never}.`}
        </p>
        <button type="submit" className="btn solid" disabled={!ready} aria-disabled={sending}>
          {sending ? 'Sending...' : 'Send Invitation'}
        </button>
      </div>
    </form>
  )
}

function editorsOf(categoryId: string, people: readonly DutyHolder[]): string {
  const names = people
    .filter(({ terms }) => terms.some((term) => term.categoryId === categoryId && term.state !== 'ended'))
    .map(({ fullName }) => fullName)
  return names.length ? joinNames(names) : 'no editor yet'
}
