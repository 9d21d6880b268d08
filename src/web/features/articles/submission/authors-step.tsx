import { ArrowDown, ArrowUp, CircleAlert, Pencil, Plus, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { NO_AUTHOR } from '../../../../contract/api/article-content.ts'
import type { ContributorForm } from '../../../../contract/api/contributors.ts'
import { roleInWords } from '../../../../contract/rules/people/people-in-words.ts'
import { browserApi } from '../../../client/api.ts'
import { AuthorDialog } from '../people/author-dialog.tsx'
import { affiliationsInWords, NOBODY, typedAuthor, type TypedAuthor } from '../people/typed-author.ts'
import { OrcidMark } from '../../../site/orcid-mark.tsx'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Draft, DraftContributor } from './draft.ts'
import { ReviewersSection } from './reviewers-section.tsx'
import type { StepProps } from './step-props.ts'

const blank = (): DraftContributor => ({ ...NOBODY, key: crypto.randomUUID() })

const authorOf = ({ key: _key, ...author }: DraftContributor): TypedAuthor => author

export function AuthorsStep(props: StepProps) {
  const {
    draft: { contributors, author: open },
    update,
    errors,
    clear,
  } = props
  const setOpen = (author: Draft['author']) => update({ author })
  const [removedLast, setRemovedLast] = useState(false)
  const error = errors.contributors ?? (removedLast && !contributors.length ? NO_AUTHOR : undefined)

  const save = (key: string, author: ContributorForm) => {
    const person: DraftContributor = { ...typedAuthor(author), key }
    update(({ contributors: before }) => ({
      contributors: before.some((other) => other.key === key)
        ? before.map((other) => (other.key === key ? person : other))
        : [...before, person],
    }))
    clear('contributors')
    setOpen(null)
  }

  const move = (index: number, by: 1 | -1) =>
    update(({ contributors: before }) => {
      const after = [...before]
      const [moved] = after.splice(index, 1)
      after.splice(index + by, 0, moved!)
      return { contributors: after }
    })

  const remove = (key: string) => {
    setRemovedLast(contributors.length === 1)
    update(({ contributors: before }) => ({ contributors: before.filter((person) => person.key !== key) }))
  }

  const addMyself = async () => {
    try {
      const me = await browserApi.users.me()
      setOpen({
        mode: 'add',
        person: { ...blank(), ...typedAuthor({ fullName: me.fullName, email: me.email, orcidId: me.orc_id }) },
      })
    } catch {
      toast.error('Unable to get user information')
    }
  }

  return (
    <>
      {error && (
        <div className="notice bad" role="alert" tabIndex={-1}>
          <CircleAlert className="ic" aria-hidden="true" /> {error}
        </div>
      )}
      {contributors.length ? (
        <ol className="people" role="list" aria-label="Authors, in the order of the paper">
          {contributors.map((person, index) => (
            <li key={person.key}>
              <div>
                <strong>{person.fullName}</strong>
                {person.orcidId && <OrcidMark orcid={person.orcidId} authenticated={false} />}
                <span className="muted">{roleInWords(person)}</span>
                <p className="muted small">
                  {affiliationsInWords(person)} · {person.email}
                </p>
              </div>
              <span className="act">
                <button
                  type="button"
                  className="btn icon"
                  disabled={index === 0}
                  aria-label={`Move ${person.fullName} up`}
                  onClick={() => move(index, -1)}
                >
                  <ArrowUp className="ic" aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="btn icon"
                  disabled={index === contributors.length - 1}
                  aria-label={`Move ${person.fullName} down`}
                  onClick={() => move(index, 1)}
                >
                  <ArrowDown className="ic" aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="btn icon"
                  aria-label={`Edit ${person.fullName}`}
                  onClick={() => setOpen({ mode: 'edit', person })}
                >
                  <Pencil className="ic" aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="btn icon"
                  aria-label={`Remove ${person.fullName}`}
                  onClick={() => remove(person.key)}
                >
                  <Trash2 className="ic" aria-hidden="true" />
                </button>
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <Empty title="No authors yet">
          <p>Add all authors in order, including yourself.</p>
        </Empty>
      )}
      <p className="step-go">
        <button type="button" className="btn" onClick={() => setOpen({ mode: 'add', person: blank() })}>
          <Plus className="ic" aria-hidden="true" />
          Add Author
        </button>
        <button type="button" className="btn text" onClick={() => void addMyself()}>
          <UserPlus className="ic" aria-hidden="true" />
          Add myself
        </button>
      </p>
      <ReviewersSection {...props} />
      {open && (
        <AuthorDialog
          mode={open.mode}
          author={authorOf(open.person)}
          onTyping={(author) => setOpen({ ...open, person: { ...author, key: open.person.key } })}
          onSave={(author) => save(open.person.key, author)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
