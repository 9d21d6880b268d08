import { useState } from 'react'
import { CONTRIBUTOR_ROLES } from '../../../contract/contributor-roles.ts'
import { check } from '../../../contract/errors.ts'
import { ContributorForm, ORCID_FORMAT_MESSAGE } from '../../../contract/submission.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toast.ts'
import type { DraftContributor } from './draft.ts'

const ROLES = CONTRIBUTOR_ROLES.map((role) => ({ value: role, label: role }))

/** Adds or edits one author (specification section 4, 'Author modal modes'). */
export function AuthorDialog({
  mode,
  person,
  onSave,
  onClose,
}: {
  mode: 'add' | 'edit'
  person: DraftContributor
  onSave: (person: DraftContributor) => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState(person)
  const [errors, setErrors] = useState<Record<string, string>>({})

  const set =
    <K extends keyof DraftContributor>(field: K) =>
    (value: string) => {
      setTyped((before) => ({ ...before, [field]: value }))
      setErrors(({ [field]: _cleared, ...others }) => others)
    }

  const save = () => {
    const { key, ...form } = typed
    const checked = check(ContributorForm, form)
    if (checked.errors) {
      setErrors(checked.errors)
      if (checked.errors.orcidId) toast.error(ORCID_FORMAT_MESSAGE)
      return
    }
    onSave({ ...checked.data, orcidId: checked.data.orcidId ?? '', key })
  }

  return (
    <Dialog title={mode === 'add' ? 'Add Author' : 'Edit Author'} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React passes events on to the step around this dialog, which would go to the next one.
          event.stopPropagation()
          save()
        }}
      >
        <div className="mid">
          <Field
            name="fullName"
            label="Full name"
            autoComplete="off"
            value={typed.fullName}
            error={errors.fullName}
            onChange={set('fullName')}
          />
          <Field
            name="email"
            label="Email"
            type="email"
            autoComplete="off"
            value={typed.email}
            error={errors.email}
            onChange={set('email')}
          />
          <Field
            name="affiliation"
            label="Affiliation"
            autoComplete="off"
            value={typed.affiliation}
            error={errors.affiliation}
            hint="Department, institution, city and country, as printed on the paper."
            onChange={set('affiliation')}
          />
          <Field
            name="orcidId"
            label="ORCID iD (optional)"
            autoComplete="off"
            spellCheck={false}
            value={typed.orcidId}
            error={errors.orcidId}
            hint="For example 0000-0002-1825-0097."
            onChange={set('orcidId')}
          />
          <SelectField
            name="role"
            label="Role"
            value={typed.role}
            error={errors.role}
            placeholder="Choose a role"
            options={ROLES}
            onChange={set('role')}
          />
        </div>
        <footer>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn solid">
            {mode === 'add' ? 'Add Author' : 'Save Author'}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
