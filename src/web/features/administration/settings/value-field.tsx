import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { JournalSettings } from '../../../../contract/api/settings.ts'
import type { FormerTitle, ReviewQuestion } from '../../../../contract/journal.ts'
import { type Field as SettingField, shownValue } from '../../../../contract/rules/settings/fields.ts'
import { isSameValue, type Value } from '../../../../contract/rules/settings/values.ts'
import { CheckField, Field, SelectField, TextAreaField } from '../../../ui/field.tsx'
import { ColourField } from './colour-field.tsx'
import { LogoField } from './logo-field.tsx'
import { QuestionsField } from './questions-field.tsx'
import { TitlesField } from './titles-field.tsx'

/** One value of the journal, as it is typed; what is published stays under it, struck, once it differs. */
export function ValueField({
  field,
  value,
  published,
  original,
  error,
  concern,
  onChange,
  onPutBack,
  onOriginal,
}: {
  field: SettingField
  value: Value
  published: Value
  /** What comes with the program, and whether it has changed since. */
  original: Pick<JournalSettings['values'][string], 'original' | 'isNewer' | 'isOwn'>
  error: string | undefined
  concern: string | undefined
  onChange: (value: Value) => void
  onPutBack: () => void
  onOriginal: () => void
}) {
  const isChanged = !isSameValue(value, published)
  return (
    <div className={isChanged ? 'setting changed' : 'setting'}>
      <Control field={field} value={value} error={error} onChange={onChange} />
      {concern && <p className="notice caution small">{concern}</p>}
      {field.keeps && (
        <p className="fixed small muted aligned-top">
          <Lock className="ic" aria-hidden="true" />
          <span>{field.keeps}</span>
        </p>
      )}
      {original.isNewer && !isSameValue(value, original.original as Value) && (
        <p className="was newer">
          <span>
            {original.isOwn
              ? 'The default has changed since you edited this. Yours is still in use.'
              : 'There is a newer default. What was promised is still in use.'}{' '}
            New default: <ins>{shownValue(field, original.original as Value)}</ins>
          </span>
          <button type="button" className="btn text" onClick={onOriginal}>
            Use the New Default<span className="sr">: {field.label}</span>
          </button>
        </p>
      )}
      {isChanged && (
        <p className="was">
          <span>
            Published: <del>{shownValue(field, published)}</del>
          </span>
          <button type="button" className="btn text" onClick={onPutBack}>
            Put Back<span className="sr">: {field.label}</span>
          </button>
        </p>
      )}
    </div>
  )
}

/** Numbers that are not finished are sent as they are: the journal answers what is wrong with them. */
const asNumber = (typed: string): Value => (/^-?\d{1,9}$/.test(typed.trim()) ? Number(typed) : typed)

/** What is no list of numbers yet stays as it was typed. */
function asDays(typed: string): Value {
  const days = typed.split(/[\s,;]+/).filter(Boolean)
  return days.every((day) => /^-?\d{1,9}$/.test(day)) ? days.map(Number) : typed
}

function Control({
  field: { key, kind, label, hint, choices },
  value,
  error,
  onChange,
}: {
  field: SettingField
  value: Value
  error: string | undefined
  onChange: (value: Value) => void
}) {
  const frame = { name: key, label, hint, error }
  switch (kind) {
    case 'yes or no':
      return (
        <CheckField name={key} checked={value === true} error={error} onChange={onChange}>
          {label}
        </CheckField>
      )
    case 'choice':
      return (
        <SelectField
          {...frame}
          value={String(value)}
          placeholder="Please choose"
          options={choices!.map(([id, words]) => ({ value: id, label: words }))}
          onChange={onChange}
        />
      )
    case 'paragraph':
      return <TextAreaField {...frame} value={String(value)} onChange={onChange} />
    case 'lines':
      return (
        <TextAreaField
          {...frame}
          value={(value as readonly string[]).join('\n')}
          onChange={(typed) => onChange(typed.split('\n'))}
        />
      )
    case 'days':
      return <DaysField {...frame} value={value} onChange={onChange} />
    case 'questions':
      return (
        <QuestionsField
          label={label}
          hint={hint}
          error={error}
          questions={value as readonly ReviewQuestion[]}
          onChange={onChange}
        />
      )
    case 'titles':
      return (
        <TitlesField
          name={key}
          label={label}
          hint={hint}
          error={error}
          titles={value as readonly FormerTitle[]}
          onChange={onChange}
        />
      )
    case 'colour':
      return <ColourField {...frame} value={String(value)} onChange={onChange} />
    case 'logo':
      return <LogoField {...frame} value={String(value)} onChange={onChange} />
    case 'number':
      return (
        <Field
          {...frame}
          className="in short"
          inputMode="numeric"
          value={String(value)}
          onChange={(typed) => onChange(asNumber(typed))}
        />
      )
    default:
      return <Field {...frame} type={kind === 'email' ? 'email' : 'text'} value={String(value)} onChange={onChange} />
  }
}

function DaysField({
  value,
  onChange,
  ...frame
}: {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  value: Value
  onChange: (value: Value) => void
}) {
  const shown = Array.isArray(value) ? value.join(', ') : String(value)
  const [typed, setTyped] = useState(shown)
  return (
    <Field
      {...frame}
      // With the comma after which the next day is typed.
      value={isSameValue(asDays(typed), value) ? typed : shown}
      onChange={(next) => {
        setTyped(next)
        onChange(asDays(next))
      }}
    />
  )
}
