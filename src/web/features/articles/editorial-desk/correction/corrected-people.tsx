import { ArrowDown, ArrowUp, CircleAlert, Pencil, Plus, Trash2, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ContributorForm } from '../../../../../contract/api/contributors.ts'
import { roleInWords } from '../../../../../contract/rules/people/people-in-words.ts'
import { AuthorDialog } from '../../people/author-dialog.tsx'
import { affiliationsInWords, NOBODY, typedAuthor } from '../../people/typed-author.ts'
import type { TypedPerson } from './typed.ts'

/** The contributors of an article in the correction form: add, edit, remove and reorder. */
export function CorrectedPeople({
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
      <ol className="people" role="list" aria-label="Authors, in the order of the paper">
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
        <p className="err" role="alert">
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
