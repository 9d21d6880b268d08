import { ArrowDown, ArrowUp, CircleAlert, type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { AFFILIATIONS_MAX, ContributorForm } from '../../../contract/api/contributors.ts'
import { check } from '../../../contract/api/errors.ts'
import { CONTRIBUTOR_ROLES, isPublicRole, roleInWords } from '../../../contract/rules/people/people.ts'
import { ORCID_INVALID } from '../../../contract/rules/people/identifiers.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { useCommand } from '../../ui/use-command.ts'
import { AffiliationRow, NameFields } from './author-fields.tsx'
import { CreditFields } from './credit-fields.tsx'
import {
  affiliationsInWords,
  NO_AFFILIATION,
  NOBODY,
  tidiedAuthor,
  type TypedAffiliation,
  typedAuthor,
  type TypedAuthor,
  type TypedPerson,
} from './typed-author.ts'

const ROLES = CONTRIBUTOR_ROLES.map((role) => ({ value: role, label: role }))

/**
 * Adds or edits one author. `onSave` gets the validated author and closes the dialog; field errors of a
 * failed save are shown at the fields.
 */
export function AuthorDialog({
  mode,
  author,
  onTyping,
  onSave,
  onClose,
}: {
  mode: 'add' | 'edit'
  author: TypedAuthor
  /** Called on every change, to keep the input where it outlives the dialog. */
  onTyping?: (author: TypedAuthor) => void
  onSave: (author: ContributorForm) => void | Promise<void>
  onClose: () => void
}) {
  const [typed, setTyped] = useState(author)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)

  const change = (part: Partial<TypedAuthor>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    onTyping?.(next)
    setErrors((before) => withoutFields(before, Object.keys(part)))
  }

  /** Shows errors at their fields and focuses the first of these. */
  const refuse = (refused: Record<string, string>) => {
    setErrors(refused)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  const { run, busy: saving } = useCommand(({ message, errors: refused }) => {
    refuse(refused)
    toast.error(message)
  })

  // Clears the messages of the changed fields.
  useEffect(() => toast.dismissErrors, [])

  const save = async () => {
    const tidied = tidiedAuthor(typed)
    const checked = check(ContributorForm, tidied)
    // Error paths count the affiliations as sent, without blank ones.
    setTyped((before) => ({ ...before, affiliations: tidied.affiliations }))
    if (checked.errors) {
      refuse(checked.errors)
      if (checked.errors.orcidId) toast.error(ORCID_INVALID)
      return
    }
    const { data } = checked
    await run(async () => onSave(data))
  }

  return (
    <Dialog title={mode === 'add' ? 'Add Author' : 'Edit Author'} onClose={onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React propagates events to the wizard step around this dialog, which would go to the next one.
          event.stopPropagation()
          void save()
        }}
      >
        <div className="mid">
          <NameFields author={typed} errors={errors} onChange={change} />
          <Field
            name="email"
            label="Email"
            type="email"
            autoComplete="off"
            value={typed.email}
            error={errors.email}
            onChange={(email) => change({ email })}
          />
          <AffiliationFields
            affiliations={typed.affiliations}
            errors={errors}
            onChange={(affiliations) => change({ affiliations })}
          />
          {!typed.isGroup && (
            <Field
              name="orcidId"
              label="ORCID iD (optional)"
              autoComplete="off"
              spellCheck={false}
              value={typed.orcidId}
              error={errors.orcidId}
              hint="For example 0000-0002-1825-0097."
              onChange={(orcidId) => change({ orcidId })}
            />
          )}
          <SelectField
            name="role"
            label="Role"
            value={typed.role}
            error={errors.role}
            placeholder="Choose a role"
            options={ROLES}
            onChange={(role) => change({ role: role as TypedAuthor['role'] })}
          />
          {isPublicRole(typed.role || 'Author') && (
            <CreditFields credit={typed.credit} onChange={(credit) => change({ credit })} />
          )}
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

/** Clears a field's message when the field changes, and an affiliation's when any affiliation changes. */
const withoutFields = (errors: Record<string, string>, fields: string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([path]) => !fields.includes(path.split('.')[0]!) && !(path === 'affiliation' && fields.includes('affiliations')),
    ),
  )

/** One or more affiliations of an author. */
function AffiliationFields({
  affiliations,
  errors,
  onChange,
}: {
  /** If empty, one blank field is shown. */
  affiliations: TypedAffiliation[]
  errors: Record<string, string>
  onChange: (affiliations: TypedAffiliation[]) => void
}) {
  const element = useRef<HTMLDivElement>(null)
  /** The row whose details are open. */
  const [open, setOpen] = useState<readonly boolean[]>([])
  const rows = affiliations.length ? affiliations : [NO_AFFILIATION]

  /** Focuses a field once it is rendered. */
  const focus = (field: string, index: number) =>
    requestAnimationFrame(() =>
      element.current?.children[index]?.querySelector<HTMLElement>(`[name=${field}]`)?.focus(),
    )

  return (
    <div ref={element} className="affiliations">
      {rows.map((affiliation, index) => (
        <AffiliationRow
          key={index}
          number={rows.length === 1 ? null : index + 1}
          isFirst={index === 0}
          affiliation={affiliation}
          errorOf={(part) =>
            errors[`affiliations.${index}.${part}`] ??
            // An error about the whole list: it is empty.
            (index === 0 && part === 'institution' ? errors.affiliation : undefined)
          }
          isOpen={open[index] ?? false}
          onOpen={(isOpen) => {
            setOpen((before) => rows.map((_, row) => (row === index ? isOpen : (before[row] ?? false))))
          }}
          onChange={(changed) => onChange(rows.with(index, changed))}
          onRemove={() => {
            onChange(rows.toSpliced(index, 1))
            setOpen(open.toSpliced(index, 1))
            focus('affiliation', Math.max(0, index - 1))
          }}
          onAdd={
            index === rows.length - 1 && rows.length < AFFILIATIONS_MAX
              ? () => {
                  onChange([...rows, NO_AFFILIATION])
                  focus('affiliation', rows.length)
                }
              : null
          }
        />
      ))}
    </div>
  )
}

/** A list of authors, of whom some are stored already: add, edit, remove and reorder. */
export function AuthorsField({
  people,
  error,
  onChange,
}: {
  people: TypedPerson[]
  error: string | undefined
  onChange: (people: TypedPerson[]) => void
}) {
  const [open, setOpen] = useState<{ mode: 'add' | 'edit'; person: TypedPerson } | null>(null)
  const add = useRef<HTMLButtonElement>(null)

  const save = (person: TypedPerson, typed: ContributorForm) => {
    const next: TypedPerson = { ...person, author: typedAuthor(typed) }
    const isThere = people.some(({ key }) => key === person.key)
    onChange(isThere ? people.map((other) => (other.key === person.key ? next : other)) : [...people, next])
    setOpen(null)
  }
  const move = (index: number, by: 1 | -1) => {
    const next = [...people]
    const [moved] = next.splice(index, 1)
    next.splice(index + by, 0, moved!)
    onChange(next)
  }
  const remove = (key: string) => {
    onChange(people.filter((person) => person.key !== key))
    // Its button has disappeared as well.
    add.current?.focus()
  }

  return (
    <div className={error ? 'field bad' : 'field'}>
      <ol className="people rows" role="list" aria-label="Authors, in the order of the paper">
        {people.map((person, index) => {
          const { fullName, email, orcidId } = person.author
          const act = (Icon: LucideIcon, label: string, onClick: () => void, disabled = false) => (
            <button type="button" className="btn icon" aria-label={label} title={label} {...{ disabled, onClick }}>
              <Icon className="ic" aria-hidden="true" />
            </button>
          )
          return (
            <li key={person.key}>
              <div>
                <strong>{fullName}</strong>
                <span className="muted">{roleInWords(person.author)}</span>
                <p className="muted small">
                  {[affiliationsInWords(person.author), email, orcidId].filter(Boolean).join(' · ')}
                </p>
              </div>
              <span className="act">
                {act(ArrowUp, `Move ${fullName} up`, () => move(index, -1), index === 0)}
                {act(ArrowDown, `Move ${fullName} down`, () => move(index, 1), index === people.length - 1)}
                {act(Pencil, `Edit ${fullName}`, () => setOpen({ mode: 'edit', person }))}
                {act(Trash2, `Remove ${fullName}`, () => remove(person.key))}
              </span>
            </li>
          )
        })}
      </ol>
      <button
        ref={add}
        type="button"
        className="btn"
        aria-invalid={error ? true : undefined}
        onClick={() =>
          setOpen({ mode: 'add', person: { key: crypto.randomUUID(), contributorId: null, author: NOBODY } })
        }
      >
        <Plus className="ic" aria-hidden="true" />
        Add Author
      </button>
      {error && (
        <p className="err aligned small error-ink" role="alert">
          <CircleAlert className="ic" aria-hidden="true" />
          {error}
        </p>
      )}
      {open && (
        <AuthorDialog
          mode={open.mode}
          author={open.person.author}
          onSave={(author) => save(open.person, author)}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
