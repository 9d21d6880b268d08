import { CircleAlert, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { suggestionWarning } from '../../../../contract/rules/peer-review/conflicts.ts'
import { SUGGESTIONS_MAX, type SuggestionKind } from '../../../../contract/rules/peer-review/reviewer-suggestions.ts'
import { Field } from '../../../ui/field.tsx'
import type { StepProps } from './step-props.ts'
import { blankSuggestion, fieldOf, isSuggestionField, type DraftSuggestion } from './suggested-reviewers.ts'

const WORDS: Record<SuggestionKind, { title: string; hint: string; add: string; person: string; reason: string }> = {
  suggest: {
    title: 'Suggest reviewers',
    hint: `Up to ${SUGGESTIONS_MAX} experts from other institutions, with whom you have not published lately. The editor decides whom to invite.`,
    add: 'Suggest a reviewer',
    person: 'Suggested reviewer',
    reason: 'Why this person (optional)',
  },
  oppose: {
    title: 'Ask not to invite somebody',
    hint: `Up to ${SUGGESTIONS_MAX} people who should not review this manuscript. Only editors see this.`,
    add: 'Name somebody not to invite',
    person: 'Not to invite',
    reason: 'Reason (optional)',
  },
}

/** Whom the authors suggest as reviewers, and whom they ask not to invite: folded, because few need it. */
export function ReviewersSection(props: StepProps) {
  const { draft, errors } = props
  const isWrong = Object.keys(errors).some(isSuggestionField)
  const [open, setOpen] = useState(draft.suggestions.length > 0)
  const general = errors.reviewerSuggestions
  return (
    <details
      className="reviewers-section"
      open={open || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Reviewers (optional)</summary>
      {general && (
        <div className="notice bad" role="alert" tabIndex={-1}>
          <CircleAlert className="ic" aria-hidden="true" /> {general}
        </div>
      )}
      <Kind kind="suggest" {...props} />
      <Kind kind="oppose" {...props} />
    </details>
  )
}

function Kind({ kind, draft, update, errors, clear }: StepProps & { kind: SuggestionKind }) {
  const { title, hint, add, person } = WORDS[kind]
  const people = draft.suggestions.filter((one) => one.kind === kind)
  const authors = draft.contributors.filter(({ role }) => role !== 'Reviewer')

  const change = (key: string, changed: Partial<DraftSuggestion>) => {
    update(({ suggestions }) => ({
      suggestions: suggestions.map((one) => (one.key === key ? { ...one, ...changed } : one)),
    }))
    clear(...Object.keys(changed).flatMap((field) => fieldOf(draft.suggestions, key, field as 'email') ?? []))
  }
  const remove = (key: string) => {
    update(({ suggestions }) => ({ suggestions: suggestions.filter((one) => one.key !== key) }))
    clear(...Object.keys(errors).filter(isSuggestionField))
  }

  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p className="hint">{hint}</p>
      {people.map((one, at) => (
        <Person
          key={one.key}
          legend={`${person} ${at + 1}`}
          person={one}
          warning={kind === 'suggest' ? suggestionWarning(one.email, authors) : null}
          errorOf={(field) => errors[fieldOf(draft.suggestions, one.key, field) ?? '']}
          onChange={(changed) => change(one.key, changed)}
          onRemove={() => remove(one.key)}
        />
      ))}
      {people.length < SUGGESTIONS_MAX && (
        <button
          type="button"
          className="btn"
          onClick={() => update(({ suggestions }) => ({ suggestions: [...suggestions, blankSuggestion(kind)] }))}
        >
          <Plus className="ic" aria-hidden="true" />
          {add}
        </button>
      )}
    </section>
  )
}

function Person({
  legend,
  person,
  warning,
  errorOf,
  onChange,
  onRemove,
}: {
  legend: string
  person: DraftSuggestion
  warning: string | null
  errorOf: (field: keyof DraftSuggestion) => string | undefined
  onChange: (changed: Partial<DraftSuggestion>) => void
  onRemove: () => void
}) {
  const isSuggested = person.kind === 'suggest'
  const field = (name: 'fullName' | 'email' | 'affiliation' | 'reason', label: string) => (
    <Field
      name={`${person.key}.${name}`}
      label={label}
      value={person[name]}
      error={errorOf(name)}
      autoComplete="off"
      {...(name === 'email' ? { type: 'email' } : {})}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  return (
    <fieldset className="suggestion">
      <legend>{legend}</legend>
      <div className="suggestion-fields">
        {field('fullName', 'Full name')}
        {field('email', isSuggested ? 'Email' : 'Email (optional)')}
        {isSuggested && field('affiliation', 'Affiliation (optional)')}
        {field('reason', WORDS[person.kind].reason)}
      </div>
      <p role="status" className={warning ? 'notice caution' : undefined}>
        {warning && (
          <>
            <TriangleAlert className="ic" aria-hidden="true" />
            {warning}
          </>
        )}
      </p>
      <button type="button" className="btn text" onClick={onRemove}>
        Remove<span className="sr"> {legend.toLowerCase()}</span>
      </button>
    </fieldset>
  )
}
