import { type ReactNode, useState } from 'react'
import { placeOf, servesOn } from '../../../../contract/rules/site/board.ts'
import { longDate, monthAndYear } from '../../../../contract/rules/text/dates.ts'
import { PlaceControls } from '../../../ui/order/place-controls.tsx'
import { type useOrder, useOrder as useOrderOf } from '../../../ui/order/use-order.ts'
import { Field } from '../../../ui/field.tsx'
import type { BoardDraft, DraftPerson, DraftTerm } from './board-draft.ts'

/** A group with those who serve or will serve in it, in their order; and those who have served, below. */
export function GroupList({
  group,
  groupOrder,
  draft,
  day,
  editing,
  say,
  onName,
  onRemove,
  onMove,
  onEdit,
  editor,
}: {
  group: BoardDraft['groups'][number]
  groupOrder: ReturnType<typeof useOrder>
  draft: BoardDraft
  day: string
  /** The term whose person is being edited. */
  editing: string | null
  say: (words: string) => void
  onName: (name: string) => void
  onRemove: () => void
  onMove: (listed: readonly DraftTerm[], id: string, to: number) => void
  onEdit: (termId: string) => void
  editor: (person: DraftPerson) => ReactNode
}) {
  const [isRenaming, setRenaming] = useState(false)
  const people = new Map(draft.people.map((person) => [person.id, person]))
  const own = draft.terms.filter(({ groupId, personId }) => groupId === group.id && people.has(personId))
  const ended = own.filter(({ until }) => until !== '' && until < day)
  const listed = own.filter((term) => !ended.includes(term))
  const nameOf = ({ personId }: DraftTerm) => people.get(personId)?.name || 'the new person'
  const order = useOrderOf({
    items: listed.map((term) => ({ id: term.id, name: nameOf(term) })),
    list: group.name,
    onMove: (id, to) => onMove(listed, id, to),
    say,
  })

  const row = (term: DraftTerm, isEnded: boolean) => {
    const person = people.get(term.personId)!
    if (editing === term.id)
      return (
        <li key={term.id} className="editing" data-row={isEnded ? undefined : term.id}>
          {editor(person)}
        </li>
      )
    return (
      <li key={term.id} {...(isEnded ? {} : order.row(term.id))}>
        {isEnded ? (
          <>
            <span />
            <span />
          </>
        ) : (
          <PlaceControls {...order.controls({ id: term.id, name: nameOf(term) })} />
        )}
        <span className="what">
          <span className="ttl">{person.name || 'New person'}</span>
          <span className="why">{[term.role, placeOf(person), daysOf(term, day)].filter(Boolean).join(' · ')}</span>
        </span>
        <span className="acts">
          <button type="button" className="btn text" onClick={() => onEdit(term.id)}>
            Edit<span className="sr"> {nameOf(term)}</span>
          </button>
        </span>
      </li>
    )
  }
  return (
    <section {...groupOrder.row(group.id)} aria-label={group.name}>
      <header className="group-name">
        <PlaceControls {...groupOrder.controls(group)} />
        <h2>{group.name}</h2>
        <button type="button" className="btn text" aria-expanded={isRenaming} onClick={() => setRenaming(!isRenaming)}>
          Rename<span className="sr"> {group.name}</span>
        </button>
        {!own.length && draft.groups.length > 1 && (
          <button type="button" className="btn text" onClick={onRemove}>
            Remove<span className="sr"> {group.name}</span>
          </button>
        )}
      </header>
      {isRenaming && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setRenaming(false)
          }}
        >
          <Field
            name="group"
            label="Name of the group"
            autoComplete="off"
            autoFocus
            value={group.name}
            error={group.name.trim() ? undefined : 'Please name the group'}
            onChange={onName}
          />
        </form>
      )}
      <ol className="order" role="list" ref={order.ref}>
        {listed.map((term) => row(term, false))}
      </ol>
      {!listed.length && <p className="muted small">Nobody serves in this group at present.</p>}
      {ended.length > 0 && (
        <details className="board-more" open={ended.some(({ id }) => id === editing) || undefined}>
          <summary>Served before ({ended.length})</summary>
          <ol className="order" role="list">
            {ended.map((term) => row(term, true))}
          </ol>
        </details>
      )}
    </section>
  )
}

function daysOf({ from, until }: DraftTerm, day: string): string {
  const first = from && (from > day ? `from ${longDate(from)}` : `since ${monthAndYear(from)}`)
  const last = until && `until ${longDate(until)}`
  return servesOn({ from: from || null, until: until || null }, day) && first && !last
    ? first
    : [first && last ? longDate(from) : first, last].filter(Boolean).join(' ')
}
