import { Plus } from 'lucide-react'
import { VOLUME_PAGE_MAX } from '../../../../contract/rules/articles/volume-pages.ts'
import { Field } from '../../../ui/field.tsx'
import type { VolumeDraft } from './volume-draft.ts'

type Guests = VolumeDraft['guestEditors']

/** Those who have edited a special issue as guests, in the order in which they are printed. */
export function GuestEditorsField({
  guests,
  errors,
  onChange,
}: {
  guests: Guests
  /** By 'guestEditors.0.name'. */
  errors: Readonly<Record<string, string>>
  onChange: (guests: Guests) => void
}) {
  const field = (at: number, name: 'name' | 'affiliation' | 'orcid') => ({
    name,
    value: guests[at]![name],
    error: errors[`guestEditors.${at}.${name}`],
    autoComplete: 'off',
    onChange: (value: string) => onChange(guests.with(at, { ...guests[at]!, [name]: value })),
  })
  return (
    <fieldset className="field">
      <legend className="lab">Guest editors</legend>
      {guests.map(({ id, name }, at) => (
        <div key={id} className="volume-guest" role="group" aria-label={name || 'New guest editor'}>
          <Field {...field(at, 'name')} label="Name" />
          <div className="two">
            <Field {...field(at, 'affiliation')} label="Affiliation (optional)" />
            <Field {...field(at, 'orcid')} label="ORCID iD (optional)" spellCheck={false} />
          </div>
          <button type="button" className="btn text" onClick={() => onChange(guests.toSpliced(at, 1))}>
            Remove<span className="sr"> {name || 'the new guest editor'}</span>
          </button>
        </div>
      ))}
      {guests.length < VOLUME_PAGE_MAX.guestEditors && (
        <button
          type="button"
          className="btn text"
          onClick={() => onChange([...guests, { id: crypto.randomUUID(), name: '', affiliation: '', orcid: '' }])}
        >
          <Plus className="ic" aria-hidden="true" />
          Add a Guest Editor
        </button>
      )}
    </fieldset>
  )
}
