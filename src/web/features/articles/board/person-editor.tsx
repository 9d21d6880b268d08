import { useEffect, useRef } from 'react'
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx'
import type { BoardDraft, DraftPerson, DraftTerm } from './board-draft.ts'
import { PhotoField } from './photo-field.tsx'

/** The fields of a person with all their terms, in place of their row. */
export function PersonEditor({
  person,
  terms,
  groups,
  errors,
  seenPhoto,
  onPerson,
  onTerm,
  onAddTerm,
  onRemoveTerm,
  onRemove,
  onDone,
}: {
  person: DraftPerson
  terms: readonly DraftTerm[]
  groups: BoardDraft['groups']
  /** By 'name' of the person, or 'termId.from' of a term. */
  errors: Readonly<Record<string, string>>
  seenPhoto: string | null
  onPerson: (change: Partial<DraftPerson>) => void
  onTerm: (id: string, change: Partial<DraftTerm>) => void
  onAddTerm: () => void
  onRemoveTerm: (id: string) => void
  onRemove: () => void
  onDone: () => void
}) {
  const area = useRef<HTMLElement>(null)
  useEffect(() => area.current?.querySelector<HTMLInputElement>('input[name=name]')?.focus(), [])
  const text = (name: 'name' | 'affiliation' | 'country' | 'orcid' | 'bio') => ({
    name,
    value: person[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (value: string) => onPerson({ [name]: value }),
  })
  const { autoComplete: _off, ...bio } = text('bio')
  return (
    <section ref={area} aria-label={person.name || 'New person'}>
      <div className="with-photo">
        <PhotoField person={person} seen={seenPhoto} error={errors.photoUrl} onChange={onPerson} />
        <div>
          <Field {...text('name')} label="Name" hint="As it is printed, with a title if you print titles." />
          <Field {...text('affiliation')} label="Affiliation" />
        </div>
      </div>
      <div className="two">
        <Field {...text('country')} label="Country" />
        <Field {...text('orcid')} label="ORCID iD" spellCheck={false} />
      </div>
      {terms.map((term, at) => (
        <fieldset key={term.id} className="term">
          <legend className="sr">
            Term {at + 1} of {person.name || 'the new person'}
          </legend>
          <div className="two">
            <SelectField
              name="groupId"
              label="Group"
              value={term.groupId}
              placeholder="Choose a group"
              options={groups.map(({ id, name }) => ({ value: id, label: name }))}
              error={errors[`${term.id}.groupId`]}
              onChange={(groupId) => groupId && onTerm(term.id, { groupId })}
            />
            <Field
              name="role"
              label="Role (optional)"
              autoComplete="off"
              value={term.role}
              error={errors[`${term.id}.role`]}
              onChange={(role) => onTerm(term.id, { role })}
            />
          </div>
          <div className="two">
            <Field
              name="from"
              type="date"
              label="From"
              hint="Empty if it is not known."
              value={term.from}
              error={errors[`${term.id}.from`]}
              onChange={(from) => onTerm(term.id, { from })}
            />
            <Field
              name="until"
              type="date"
              label="To"
              hint="Empty while the term lasts."
              value={term.until}
              error={errors[`${term.id}.until`]}
              onChange={(until) => onTerm(term.id, { until })}
            />
          </div>
          {terms.length > 1 && (
            <button type="button" className="btn text" onClick={() => onRemoveTerm(term.id)}>
              Remove Term<span className="sr"> {at + 1}</span>
            </button>
          )}
        </fieldset>
      ))}
      <TextAreaField {...bio} label="Field" />
      <p className="wrapping">
        <button type="button" className="btn" onClick={onDone}>
          Done
        </button>
        <button type="button" className="btn text" onClick={onAddTerm}>
          Add a Term
        </button>
        <button type="button" className="btn text" onClick={onRemove}>
          Remove from All Boards<span className="sr">: {person.name}</span>
        </button>
      </p>
    </section>
  )
}
