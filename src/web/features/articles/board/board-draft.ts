import { z } from 'zod'
import type { BoardForm, EditedBoard } from '../../../../contract/api/editorial-board.ts'
import { moved } from '../../../../contract/rules/site/places.ts'

const Text = z.string()
const DraftPerson = z.object({
  ...{ id: Text, name: Text, affiliation: Text, country: Text, orcid: Text, bio: Text },
  photoUrl: Text.nullable(),
  photoSize: z.object({ width: z.int(), height: z.int() }).nullable(),
})
/** Days are empty where they are not known, or where a term lasts. */
const DraftTerm = z.object({ id: Text, personId: Text, groupId: Text, role: Text, from: Text, until: Text })

/** The board while it is edited. */
export const BoardDraft = z.object({
  groups: z.array(z.object({ id: Text, name: Text })),
  people: z.array(DraftPerson),
  terms: z.array(DraftTerm),
  version: z.int(),
})
export type BoardDraft = z.infer<typeof BoardDraft>
export type DraftPerson = z.infer<typeof DraftPerson>
export type DraftTerm = z.infer<typeof DraftTerm>

/** What most boards have. */
const FIRST_GROUPS = ['Editor-in-Chief', 'Associate Editors', 'Editorial Board Members']

export const draftOf = ({ groups, people, terms, version }: EditedBoard): BoardDraft => ({
  groups: groups.length ? groups : FIRST_GROUPS.map((name, at) => ({ id: `group-${at + 1}`, name })),
  people: people.map((person) => ({ ...person, orcid: person.orcid ?? '' })),
  terms: terms.map((term) => ({ ...term, from: term.from ?? '', until: term.until ?? '' })),
  version,
})

/** As it is sent: groups in which nobody has served are left out. */
export const formOf = ({ groups, people, terms, version }: BoardDraft): z.input<typeof BoardForm> => ({
  groups: groups.filter(({ id }) => terms.some(({ groupId }) => groupId === id)),
  people: people.map(({ photoSize: _size, ...person }) => ({ ...person, orcid: person.orcid || null })),
  terms: terms.map((term) => ({ ...term, from: term.from || null, until: term.until || null })),
  version,
})

/** The draft as the rules of the board know it. */
export const boardOfDraft = ({ groups, people, terms }: BoardDraft) => ({
  groups,
  people: people.map((person) => ({ ...person, orcid: person.orcid || null })),
  terms: terms.map((term) => ({ ...term, from: term.from || null, until: term.until || null })),
})

/** With a new person, who serves from a day in the last group; answers the term as well. */
export function withPerson(draft: BoardDraft, from: string): { draft: BoardDraft; termId: string } {
  const [personId, termId] = [crypto.randomUUID(), crypto.randomUUID()]
  const blank = { name: '', affiliation: '', country: '', orcid: '', photoUrl: null, photoSize: null, bio: '' }
  const groupId = draft.groups.at(-1)!.id
  return {
    termId,
    draft: {
      ...draft,
      people: [...draft.people, { id: personId, ...blank }],
      terms: [...draft.terms, { id: termId, personId, groupId, role: '', from, until: '' }],
    },
  }
}

export const withoutPerson = (draft: BoardDraft, id: string): BoardDraft => ({
  ...draft,
  people: draft.people.filter((person) => person.id !== id),
  terms: draft.terms.filter(({ personId }) => personId !== id),
})

/** With a term at another place among those that are listed with it. */
export function withTermAt(draft: BoardDraft, listed: readonly DraftTerm[], id: string, to: number): BoardDraft {
  const from = listed.findIndex((term) => term.id === id)
  const placed = moved(listed, from, to)
  // Each of the places that the listed terms have gets the next of them.
  let next = 0
  const ids = new Set(listed.map((term) => term.id))
  return { ...draft, terms: draft.terms.map((term) => (ids.has(term.id) ? placed[next++]! : term)) }
}

/** How much differs: people with their terms, groups, and each order. */
export function changesOf(draft: BoardDraft, published: BoardDraft): number {
  const person = (board: BoardDraft, id: string) =>
    JSON.stringify([
      board.people.find((one) => one.id === id),
      board.terms.filter(({ personId }) => personId === id).toSorted((a, b) => a.id.localeCompare(b.id)),
    ])
  const differing = (ids: string[], of: (board: BoardDraft, id: string) => string) =>
    [...new Set(ids)].filter((id) => of(draft, id) !== of(published, id)).length
  const both = [...draft.people, ...published.people].map(({ id }) => id)
  const groups = [...draft.groups, ...published.groups].map(({ id }) => id)
  const group = (board: BoardDraft, id: string) => JSON.stringify(board.groups.find((one) => one.id === id) ?? null)
  const orders = [...new Set(groups)].filter((id) => {
    const terms = (board: BoardDraft, other: BoardDraft) => {
      const known = new Set(other.terms.filter(({ groupId }) => groupId === id).map((term) => term.id))
      return board.terms.filter((term) => term.groupId === id && known.has(term.id)).map((term) => term.id)
    }
    return terms(draft, published).join() !== terms(published, draft).join()
  }).length
  const kept = (board: BoardDraft, other: BoardDraft) =>
    board.groups.filter(({ id }) => other.groups.some((one) => one.id === id)).map(({ id }) => id)
  const isReordered = kept(draft, published).join() !== kept(published, draft).join()
  return differing(both, person) + differing(groups, group) + orders + (isReordered ? 1 : 0)
}
