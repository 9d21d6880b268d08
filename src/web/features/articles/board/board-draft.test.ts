import { expect, test } from 'vitest'
import { BoardForm } from '../../../../contract/api/editorial-board.ts'
import { changesOf, draftOf, formOf, withoutPerson, withPerson, withTermAt } from './board-draft.ts'

const person = (id: string) => ({
  ...{
    id,
    name: id,
    affiliation: 'Multan',
    country: 'Pakistan',
    orcid: null,
    photoUrl: null,
    photoSize: null,
    bio: '',
  },
})
const term = (id: string, personId: string, groupId: string) => ({
  ...{ id, personId, groupId, role: '', from: '2023-03-01', until: null },
})
const published = draftOf({
  groups: [
    { id: 'x', name: 'X' },
    { id: 'y', name: 'Y' },
  ],
  people: ['a', 'b', 'c'].map(person),
  terms: [term('1', 'a', 'x'), term('2', 'b', 'y'), term('3', 'c', 'y')],
  version: 4,
  fromPeople: true,
  updatedAt: null,
})

test('a board that was not touched has no changes, and is sent as it was', () => {
  expect(changesOf(published, published)).toBe(0)
  const { groups, people, terms, version } = BoardForm.parse(formOf(published))
  expect({ groups, version }).toEqual({ groups: published.groups, version: 4 })
  expect(people[0]).toMatchObject({ id: 'a', orcid: null })
  expect(terms[0]).toMatchObject({ from: '2023-03-01', until: null })
})

test('a new person with a term is one change; one who is gone is one; an order is one', () => {
  const { draft, termId } = withPerson(published, '2026-06-16')
  expect(changesOf(draft, published)).toBe(1)
  expect(draft.terms.find(({ id }) => id === termId)).toMatchObject({ groupId: 'y', from: '2026-06-16', until: '' })
  expect(changesOf(withoutPerson(published, 'b'), published)).toBe(1)
  const listed = published.terms.filter(({ groupId }) => groupId === 'y')
  const ordered = withTermAt(published, listed, '3', 0)
  expect(ordered.terms.map(({ id }) => id)).toEqual(['1', '3', '2'])
  expect(changesOf(ordered, published)).toBe(1)
  expect(changesOf({ ...published, groups: published.groups.toReversed() }, published)).toBe(1)
  const renamed = published.groups.with(0, { id: 'x', name: 'Chief' })
  expect(changesOf({ ...published, groups: renamed }, published)).toBe(1)
})

test('those who have served keep their places among those who serve', () => {
  const listed = [published.terms[0]!, published.terms[2]!]
  expect(withTermAt(published, listed, '3', 0).terms.map(({ id }) => id)).toEqual(['3', '2', '1'])
})

test('groups in which nobody has served are not sent', () => {
  const empty = draftOf({ groups: [], people: [], terms: [], version: 0, fromPeople: false, updatedAt: null })
  expect(empty.groups.map(({ name }) => name)).toEqual([
    'Editor-in-Chief',
    'Associate Editors',
    'Editorial Board Members',
  ])
  const { draft } = withPerson(empty, '2026-06-16')
  expect(formOf(draft).groups).toEqual([empty.groups[2]])
})
