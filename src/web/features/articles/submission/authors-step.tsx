import { ArrowDown, ArrowUp, CircleAlert, Pencil, Plus, Trash2, TriangleAlert, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { NO_AUTHOR } from '../../../../contract/api/submission.ts'
import type { ContributorForm } from '../../../../contract/api/contributors.ts'
import { suggestionWarning } from '../../../../contract/rules/peer-review/conflicts.ts'
import { type SuggestionKind, SUGGESTIONS_MAX } from '../../../../contract/rules/peer-review/reviewer-suggestions.ts'
import { roleInWords } from '../../../../contract/rules/people/people.ts'
import { browserApi } from '../../../client/api.ts'
import { OrcidMark } from '../../../site/orcid-mark.tsx'
import { Field } from '../../../ui/field.tsx'
import { Empty } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.ts'
import { EmailAddress } from '../../../ui/web-address.tsx'
import { AuthorDialog } from '../../../site/people/author-dialog.tsx'
import { affiliationsInWords, NOBODY, typedAuthor, type TypedAuthor } from '../../../site/people/typed-author.ts'
import {
  blankSuggestion,
  type Draft,
  type DraftContributor,
  type DraftSuggestion,
  fieldOf,
  isSuggestionField,
  type StepProps,
} from './draft.ts'

/** The first author is proposed as the corresponding one, and others as authors. */
const blank = (others: readonly DraftContributor[]): DraftContributor => ({
  ...NOBODY,
  key: crypto.randomUUID(),
  role: others.some(isCorresponding) ? 'Author' : 'Corresponding Author',
})

const isCorresponding = ({ role }: TypedAuthor) => role === 'Corresponding Author'

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
  const firstAuthor = contributors.find(({ role }) => role === 'Author')
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
      const { key, role } = blank(contributors)
      setOpen({
        mode: 'add',
        person: { ...typedAuthor({ fullName: me.fullName, email: me.email, orcidId: me.orc_id, role }), key },
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
        <ol className="people rows" role="list" aria-label="Authors, in the order of the paper">
          {contributors.map((person, index) => (
            <li key={person.key}>
              <div>
                <strong>{person.fullName}</strong>
                {person.orcidId && <OrcidMark orcid={person.orcidId} authenticated={false} />}
                <span className="muted">{roleInWords(person)}</span>
                <p className="muted small">
                  {affiliationsInWords(person)} · <EmailAddress>{person.email}</EmailAddress>
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
      {firstAuthor && !contributors.some(isCorresponding) && (
        <div className="notice caution" role="status">
          <p>Please choose the corresponding author, to whom readers write.</p>
          <button
            type="button"
            className="btn text"
            onClick={() =>
              update(({ contributors: before }) => ({
                contributors: before.map((one) =>
                  one.key === firstAuthor.key ? { ...one, role: 'Corresponding Author' } : one,
                ),
              }))
            }
          >
            Make {firstAuthor.fullName} the Corresponding Author
          </button>
        </div>
      )}
      <p className="buttons space">
        <button type="button" className="btn" onClick={() => setOpen({ mode: 'add', person: blank(contributors) })}>
          <Plus className="ic" aria-hidden="true" />
          Add Author
        </button>
        <button type="button" className="btn text" onClick={() => void addMyself()}>
          <UserPlus className="ic" aria-hidden="true" />
          Add Myself
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

const WORDS: Record<SuggestionKind, { title: string; hint: string; add: string; person: string; reason: string }> = {
  suggest: {
    title: 'Suggest reviewers',
    hint: `Up to ${SUGGESTIONS_MAX} experts from other institutions, with whom you have not published recently. The editor decides whom to invite.`,
    add: 'Suggest a Reviewer',
    person: 'Suggested reviewer',
    reason: 'Why this person (optional)',
  },
  oppose: {
    title: 'Exclude reviewers',
    hint: `Up to ${SUGGESTIONS_MAX} people who should not review this manuscript. Only editors see this.`,
    add: 'Exclude a Person',
    person: 'Excluded',
    reason: 'Reason (optional)',
  },
}

/** Whom the authors suggest as reviewers, and whom they ask not to invite: folded, because few need it. */
function ReviewersSection(props: StepProps) {
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
      <summary>Suggest or exclude reviewers (optional)</summary>
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
      <p className="hint small muted">{hint}</p>
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
