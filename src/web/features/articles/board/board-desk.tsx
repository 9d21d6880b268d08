import { CircleAlert, CircleCheck, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { BoardForm, BOARD_EMPTY, type EditedBoard } from '../../../../contract/api/editorial-board.ts'
import { check } from '../../../../contract/api/errors.ts'
import { boardDays, boardOn } from '../../../../contract/rules/site/board.ts'
import { moved } from '../../../../contract/rules/site/places.ts'
import { paths } from '../../../../contract/rules/site/paths.ts'
import { localDate, longDate } from '../../../../contract/rules/text/dates.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'
import { browserApi } from '../../../client/api.ts'
import stylesheet from '../../../styles/board.css?url'
import { Desk, useDeskPart } from '../../../ui/desk.tsx'
import { HOW_TO_ORDER, useOrder } from '../../../ui/order/use-order.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { Stylesheet } from '../../../ui/stylesheet.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCommand } from '../../../ui/use-command.ts'
import { useShortcuts } from '../../../ui/use-shortcuts.ts'
import { useStoredDraft } from '../../../ui/use-stored-draft.ts'
import {
  BoardDraft,
  boardOfDraft,
  changesOf,
  draftOf,
  formOf,
  withoutPerson,
  withPerson,
  withTermAt,
} from './board-draft.ts'
import { BoardView } from './board-view.tsx'
import { GroupList } from './group-list.tsx'
import { PersonEditor } from './person-editor.tsx'
import { seenPicture } from '../../../ui/files/picture-previews.ts'
import { readBoardHtml } from './read-board-html.ts'

export const BOARD_TITLE = 'Editorial Board'

const today = () => new Date().toISOString().slice(0, 10)

/** The board as people in groups: fields, a preview of the page, and what is not published yet. */
export function BoardDesk({
  board: loaded,
  html,
  userId,
}: {
  board: EditedBoard
  html: string | null
  userId: string
}) {
  const { revalidate } = useRevalidator()
  // What was published here, until the page has been loaded again.
  const [sent, setSent] = useState<EditedBoard | null>(null)
  const board = sent && sent.version > loaded.version ? sent : loaded
  const published = draftOf(board)
  const stored = useStoredDraft<BoardDraft>(`board:${userId}`, BoardDraft, published)
  const draft = stored.value
  const [editing, setEditing] = useState<string | null>(null)
  const part = useDeskPart()
  const [, showPart] = part
  const [said, say] = useState(HOW_TO_ORDER)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { run, busy, failure, forget } = useCommand((failed) => showErrors(failed.errors))
  const day = today()
  const photos = new Set(board.people.flatMap(({ photoUrl }) => photoUrl ?? []))

  const change = (next: BoardDraft) => {
    setErrors({})
    stored.change(next)
  }
  const changes = changesOf(draft, published)
  const isFree = !board.fromPeople && board.version > 0
  const isBehind = draft.version !== board.version
  const canPublish = changes > 0 || (!board.fromPeople && draft.terms.length > 0)

  const groupOrder = useOrder({
    items: draft.groups,
    onMove: (id, to) =>
      change({
        ...draft,
        groups: moved(
          draft.groups,
          draft.groups.findIndex((group) => group.id === id),
          to,
        ),
      }),
    say,
  })

  /** Opens the first person with an error. */
  const showErrors = (found: Record<string, string>) => {
    setErrors(found)
    const [path] = Object.keys(found)
    const [list, at] = path?.split('.') ?? []
    const term =
      list === 'terms'
        ? draft.terms[Number(at)]
        : list === 'people'
          ? draft.terms.find(({ personId }) => personId === draft.people[Number(at)]?.id)
          : undefined
    if (term) {
      setEditing(term.id)
      showPart('fields')
    }
  }
  const send = async (version: number) => {
    const { data, errors: found } = check(BoardForm, formOf({ ...draft, version }))
    forget()
    if (!data) return showErrors(found as Record<string, string>)
    if (!boardOn(boardOfDraft(draft), day).length) return setErrors({ form: BOARD_EMPTY })
    await run(async () => {
      const next = await browserApi.editorialBoard.publish(data)
      setSent(next)
      stored.clear(draftOf(next))
      setEditing(null)
      toast.success('Published. Everyone sees it now.')
    })
    await revalidate()
  }
  const publish = () => {
    if (canPublish && !busy && !isBehind) void send(draft.version)
  }
  useShortcuts({}, publish)

  const add = () => {
    const { draft: next, termId } = withPerson(draft, day)
    change(next)
    setEditing(termId)
    showPart('fields')
  }
  const addGroup = () => {
    const id = crypto.randomUUID()
    change({ ...draft, groups: [...draft.groups, { id, name: `Group ${draft.groups.length + 1}` }] })
  }

  const editor = (person: BoardDraft['people'][number]) => {
    const at = draft.people.indexOf(person)
    const own = draft.terms.filter(({ personId }) => personId === person.id)
    const ofPerson = Object.fromEntries(
      Object.entries(errors).flatMap(([path, message]) => {
        const [list, index, field] = path.split('.')
        if (list === 'people' && Number(index) === at) return [[field, message]]
        const term = list === 'terms' ? draft.terms[Number(index)] : undefined
        return term?.personId === person.id ? [[`${term.id}.${field}`, message]] : []
      }),
    ) as Record<string, string>
    const changePerson = (changed: Partial<typeof person>) =>
      change({ ...draft, people: draft.people.with(at, { ...person, ...changed }) })
    return (
      <PersonEditor
        person={person}
        terms={own}
        groups={draft.groups}
        errors={ofPerson}
        seenPhoto={seenPicture(person.photoUrl, photos)}
        onPerson={changePerson}
        onTerm={(id, changed) =>
          change({ ...draft, terms: draft.terms.map((term) => (term.id === id ? { ...term, ...changed } : term)) })
        }
        onAddTerm={() => {
          const groupId = own.at(-1)?.groupId ?? draft.groups[0]!.id
          const term = { id: crypto.randomUUID(), personId: person.id, groupId, role: '', from: day, until: '' }
          change({ ...draft, terms: [...draft.terms, term] })
        }}
        onRemoveTerm={(id) => {
          const rest = draft.terms.filter((term) => term.id !== id)
          change({ ...draft, terms: rest })
          if (id === editing) setEditing(rest.find(({ personId }) => personId === person.id)?.id ?? null)
        }}
        onRemove={() => {
          change(withoutPerson(draft, person.id))
          setEditing(null)
        }}
        onDone={() => setEditing(null)}
      />
    )
  }

  const shown = boardOn(boardOfDraft(draft), day).map((group) => ({
    ...group,
    members: group.members.map(({ person, term }) => ({
      person: { ...person, photoUrl: seenPicture(person.photoUrl, photos) },
      term,
    })),
  }))
  const earlier = board.fromPeople ? boardDays(board, day).slice(1) : []
  return (
    <>
      <PageHead title={BOARD_TITLE} />
      <Stylesheet href={stylesheet} precedence="site" />
      <header className="head wrapping">
        <div>
          <h1>{BOARD_TITLE}</h1>
          <p>
            People in groups, from which the page is made.{' '}
            <Link to={paths.adminEditorialMembers}>Write It Freely Instead</Link>
            {board.updatedAt && <> · Last updated: {localDate(board.updatedAt)}</>}
          </p>
        </div>
        <button type="button" className="btn" onClick={add}>
          <Plus className="ic" aria-hidden="true" />
          Add a Person
        </button>
      </header>
      <Desk
        name="People"
        part={part}
        fields={
          <>
            {isFree && (
              <div className="notice">
                <p>
                  The page is a free text at present. Publishing this board makes the page from these people; the text
                  stays an earlier version.
                </p>
                {html !== null && !draft.people.length && (
                  <button type="button" className="btn" onClick={() => change(readBoardHtml(html, board.version))}>
                    Read the People from the Text
                  </button>
                )}
              </div>
            )}
            {isBehind && (
              <div className="notice caution" role="alert">
                <p>
                  <strong>Someone else has changed the board since you began.</strong> Your changes are still here;
                  theirs are what readers see.
                </p>
                <p className="wrapping">
                  <button type="button" className="btn" onClick={() => stored.clear(published)}>
                    Take Theirs
                  </button>
                  <button type="button" className="btn" onClick={() => change({ ...draft, version: board.version })}>
                    Go On with Mine
                  </button>
                </p>
              </div>
            )}
            <p className="live" role="status">
              {said}
            </p>
            <div ref={groupOrder.ref}>
              {draft.groups.map((group, at) => (
                <GroupList
                  key={group.id}
                  group={group}
                  groupOrder={groupOrder}
                  draft={draft}
                  day={day}
                  editing={editing}
                  say={say}
                  onName={(name) => change({ ...draft, groups: draft.groups.with(at, { ...group, name }) })}
                  onRemove={() => change({ ...draft, groups: draft.groups.filter(({ id }) => id !== group.id) })}
                  onMove={(listed, id, to) => change(withTermAt(draft, listed, id, to))}
                  onEdit={setEditing}
                  editor={editor}
                />
              ))}
            </div>
            <p className="board-more">
              <button type="button" className="btn text" onClick={addGroup}>
                <Plus className="ic" aria-hidden="true" />
                Add a Group
              </button>
            </p>
            {earlier.length > 0 && (
              <details className="board-more">
                <summary>Earlier boards ({earlier.length})</summary>
                <ul role="list">
                  {earlier.map((from) => (
                    <li key={from}>
                      <a href={`${paths.editorialMembers}?on=${from}`}>Board of {longDate(from)}</a>
                    </li>
                  ))}
                </ul>
              </details>
            )}
            {(failure || Object.keys(errors).length > 0) && (
              <div className="notice bad" role="alert">
                {errors.form ?? Object.values(errors)[0] ?? failure?.message}
              </div>
            )}
            <div className="press">
              <p role="status">
                {changes > 0 ? (
                  <>
                    <b>{counted(changes, 'change')} not published.</b> Only you see {changes === 1 ? 'it' : 'them'}.
                  </>
                ) : (
                  'Everything is published.'
                )}
              </p>
              {changes > 0 && (
                <button
                  type="button"
                  className="btn text"
                  onClick={() => {
                    stored.clear(published)
                    setEditing(null)
                    setErrors({})
                    forget()
                  }}
                >
                  Discard
                </button>
              )}
              <button
                type="button"
                className="btn solid"
                disabled={!canPublish || isBehind}
                aria-disabled={busy}
                aria-keyshortcuts="Control+Enter"
                onClick={publish}
              >
                {busy ? 'Publishing...' : changes > 0 ? `Publish ${counted(changes, 'Change')}` : 'Publish'}
              </button>
            </div>
          </>
        }
        beside={
          <a className="btn text" href={paths.editorialMembers}>
            Open the Page
          </a>
        }
        seen={
          <>
            <div className={changes > 0 ? 'proof' : 'proof printed'}>
              <div className="slip">
                {shown.length ? <BoardView groups={shown} level="h3" /> : <p className="muted">Nobody serves today.</p>}
              </div>
            </div>
            <Looked draft={draft} day={day} />
          </>
        }
      />
    </>
  )
}

const SOON_DAYS = 14
const DOAJ_LEAST = 5

/** What indexes look for, and what will change by itself. */
function Looked({ draft, day }: { draft: BoardDraft; day: string }) {
  const serving = boardOn(boardOfDraft(draft), day).flatMap(({ members }) => members)
  const named = new Set(serving.filter(({ person }) => person.affiliation).map(({ person }) => person.id)).size
  const soon = new Date(Date.parse(day) + SOON_DAYS * 86_400_000).toISOString().slice(0, 10)
  const ending = serving.filter(({ term }) => term.until !== null && term.until <= soon).length
  const isEnough = named >= DOAJ_LEAST
  return (
    <ul className="looked" role="list">
      <li>
        {isEnough ? (
          <CircleCheck className="ic ok" aria-hidden="true" />
        ) : (
          <CircleAlert className="ic no" aria-hidden="true" />
        )}
        <span>
          {isEnough ? 'At least five people with affiliations' : `${named} of at least five people with affiliations`}
        </span>
        <span className="muted">DOAJ</span>
      </li>
      {ending > 0 && (
        <li>
          <CircleAlert className="ic no" aria-hidden="true" />
          <span>{ending === 1 ? 'One term ends' : `${ending} terms end`} within two weeks</span>
          <span />
        </li>
      )}
    </ul>
  )
}
