import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { DutiesForm, type DutyHolder } from '../../../../contract/api/duties.ts'
import { STORED_DUTIES, type StoredDuty, TERMS_MAX } from '../../../../contract/rules/accounts/duties.ts'
import { DUTY_RULES } from '../../../../contract/rules/accounts/duty-words.ts'
import { browserApi } from '../../../client/api.ts'
import { clearSession } from '../../../client/session.ts'
import { CheckField, Field, SelectField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'

interface Props {
  person: DutyHolder
  categories: readonly { id: string; name: string }[]
  onClose: () => void
}

interface TermValues {
  /** Null: a new one. */
  id: string | null
  duty: StoredDuty
  categoryId: string | null
  from: string
  until: string
}

/** Changes what someone does for the journal: each term has days of its own. */
export function ChangeDialog({ person, categories, onClose }: Props) {
  const { userId, fullName, isYou, seen } = person
  const { revalidate } = useRevalidator()
  const form = useForm({
    schema: DutiesForm,
    initial: {
      seen,
      managing: person.managing,
      terms: person.terms.map(({ id, duty, categoryId, from, until }): TermValues => ({
        ...{ id, duty, categoryId, from: from ?? '', until: until ?? '' },
      })),
    },
    submit: async (duties) => {
      const { message } = await browserApi.duties.change({ userId, ...duties })
      toast.success(message)
      // Changing one's own role ends one's session.
      if (isYou && !duties.managing) return clearSession()
      onClose()
      await revalidate()
    },
  })
  const { values, set, errors } = form
  const change = (index: number, changes: Partial<TermValues>) =>
    set(
      'terms',
      values.terms.map((term, at) => (at === index ? { ...term, ...changes } : term)),
    )
  const nameOf = ({ duty, categoryId }: TermValues) =>
    categoryId === null
      ? DUTY_RULES[duty].name
      : `${DUTY_RULES[duty].name}: ${categories.find(({ id }) => id === categoryId)?.name ?? 'a former category'}`
  return (
    <FormDialog title={`Roles of ${fullName}`} form={form} save="Save" saving="Saving..." onClose={onClose}>
      <CheckField name="managing" checked={values.managing} onChange={(checked) => set('managing', checked)}>
        Managing editor <span className="muted">sees and does everything</span>
      </CheckField>
      {values.terms.length > 0 && (
        <ul className="duty-terms" role="list">
          {values.terms.map((term, index) => (
            <li key={term.id ?? `new ${index}`}>
              <p className="what">{nameOf(term)}</p>
              <Field
                name={`terms.${index}.from`}
                label="First day"
                type="date"
                value={term.from}
                error={errors[`terms.${index}.from`]}
                onChange={(from) => change(index, { from })}
              />
              <Field
                name={`terms.${index}.until`}
                label="Last day"
                type="date"
                value={term.until}
                error={errors[`terms.${index}.until`]}
                onChange={(until) => change(index, { until })}
              />
              <button
                type="button"
                className="btn text danger"
                onClick={() =>
                  set(
                    'terms',
                    values.terms.filter((_term, at) => at !== index),
                  )
                }
              >
                Remove<span className="sr"> {nameOf(term)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {values.terms.length < TERMS_MAX && (
        <AddTerm
          categories={categories}
          onAdd={(term) => set('terms', [...values.terms, { id: null, from: '', until: '', ...term }])}
        />
      )}
      <p className="muted small">
        What is removed ends at the next click. Manuscripts that this person handles there wait for another editor, and
        the managing editors are told.
      </p>
    </FormDialog>
  )
}

function AddTerm({
  categories,
  onAdd,
}: {
  categories: Props['categories']
  onAdd: (term: Pick<TermValues, 'duty' | 'categoryId'>) => void
}) {
  const [choice, setChoice] = useState('')
  const options = [
    ...categories.map(({ id, name }) => ({ value: `section ${id}`, label: `${DUTY_RULES.section.name}: ${name}` })),
    ...STORED_DUTIES.filter((duty) => duty !== 'section').map((duty) => ({
      value: duty,
      label: DUTY_RULES[duty].name,
    })),
  ]
  const add = () => {
    const [duty, categoryId = null] = choice.split(' ')
    const known = STORED_DUTIES.find((one) => one === duty)
    if (known) onAdd({ duty: known, categoryId })
    setChoice('')
  }
  return (
    <div className="spread">
      <SelectField
        name="add"
        label="Another role"
        placeholder="Choose a role"
        value={choice}
        options={options}
        onChange={setChoice}
      />
      <button type="button" className="btn" disabled={choice === ''} onClick={add}>
        Add Role
      </button>
    </div>
  )
}
