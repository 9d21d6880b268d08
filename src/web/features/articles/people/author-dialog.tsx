import { useEffect, useState } from 'react'
import { ContributorForm } from '../../../../contract/api/contributors.ts'
import { isApiError } from '../../../client/api-error.ts'
import { CONTRIBUTOR_ROLES } from '../../../../contract/domain/contributor-roles.ts'
import { check } from '../../../../contract/api/errors.ts'
import { contributorOf, type Contributor } from '../../../../contract/domain/people.ts'
import { ORCID_INVALID } from '../../../../contract/domain/orcid.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { toast } from '../../../ui/toast.ts'

const ROLES = CONTRIBUTOR_ROLES.map((role) => ({ value: role, label: role }))

/** An author as typed: the role may still be open. */
export type TypedAuthor = Omit<Contributor, 'role' | 'orcidId'> & {
  role: Contributor['role'] | ''
  orcidId: string
}

export const NOBODY: TypedAuthor = {
  ...{ fullName: '', familyName: null, givenNames: null, isGroup: false },
  ...{ email: '', affiliation: '', affiliations: [], orcidId: '', role: '' },
}

/**
 * Adds or edits one author. `onSave` gets the checked
 * author and closes the dialog; what a failed save says of fields is shown under them.
 */
export function AuthorDialog({
  mode,
  author,
  onSave,
  onClose,
}: {
  mode: 'add' | 'edit'
  author: TypedAuthor
  onSave: (author: Contributor) => void | Promise<void>
  onClose: () => void
}) {
  const [typed, setTyped] = useState(author)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)

  const set =
    <K extends keyof TypedAuthor>(field: K) =>
    (value: string) => {
      setTyped((before) => ({ ...before, [field]: value }))
      setErrors(({ [field]: _cleared, ...others }) => others)
    }

  // What was said about the fields goes with them.
  useEffect(() => toast.dismissErrors, [])

  const save = async () => {
    if (saving) return
    const { fullName, email, affiliation, orcidId, role } = typed
    const checked = check(ContributorForm, { fullName, email, affiliation, orcidId, role })
    if (checked.errors) {
      setErrors(checked.errors)
      if (checked.errors.orcidId) toast.error(ORCID_INVALID)
      return
    }
    setSaving(true)
    try {
      await onSave(contributorOf(checked.data, { ...author, orcidId: null, role: checked.data.role }))
    } catch (error) {
      if (!isApiError(error)) throw error
      setErrors(error.errors)
      toast.error(error.message)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog title={mode === 'add' ? 'Add Author' : 'Edit Author'} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React passes events on to the step around this dialog, which would go to the next one.
          event.stopPropagation()
          void save()
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
            hint="Department, institution, city and country, as they should appear in the article."
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
          <button type="submit" className="btn solid" aria-disabled={saving}>
            {mode === 'add' ? 'Add Author' : 'Save Author'}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
