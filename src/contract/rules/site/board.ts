import { DAY_MS } from '../text/dates.ts'
import { escapeText } from '../text/plain-text.ts'

/** The editorial board: groups in their order, people, and terms in the order within their groups. */
export interface Board<P extends BoardPerson = BoardPerson> {
  groups: readonly BoardGroup[]
  people: readonly P[]
  terms: readonly BoardTerm[]
}
export interface BoardGroup {
  id: string
  name: string
}
export interface BoardPerson {
  id: string
  name: string
  affiliation: string
  country: string
}
export interface BoardTerm {
  id: string
  personId: string
  groupId: string
  /** Beside the group: 'Plant ecology', 'Statistics'. */
  role: string
  /** Days; null: since before it was noted, or as long as the term lasts. */
  from: string | null
  until: string | null
}

/** The first and the last day are served. */
export const servesOn = ({ from, until }: Pick<BoardTerm, 'from' | 'until'>, day: string): boolean =>
  (from === null || from <= day) && (until === null || until >= day)

/** A group with the people who serve in it on a day. */
export interface ShownGroup<P> extends BoardGroup {
  members: { person: P; term: BoardTerm }[]
}

/** Who serves on a day, in the order of the page. Groups without people are left out. */
export function boardOn<P extends BoardPerson>({ groups, people, terms }: Board<P>, day: string): ShownGroup<P>[] {
  const byId = new Map(people.map((person) => [person.id, person]))
  return groups
    .map(({ id, name }) => ({
      ...{ id, name },
      members: terms
        .filter((term) => term.groupId === id && servesOn(term, day))
        .flatMap((term) => {
          const person = byId.get(term.personId)
          return person ? [{ person, term }] : []
        }),
    }))
    .filter(({ members }) => members.length > 0)
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** The days on which the board has become another one, until today, newest first: the first is the present board's. */
export function boardDays(board: Board, today: string): string[] {
  const days = board.terms.flatMap(({ from, until }) => [
    ...(from === null ? [] : [from]),
    ...(until === null ? [] : [dayAfter(until)]),
  ])
  return [...new Set(days)]
    .filter((day) => day <= today && boardOn(board, day).length > 0)
    .toSorted()
    .toReversed()
}

/** The affiliation and the country as they are printed; a country that the affiliation ends with is not said twice. */
export const placeOf = ({ affiliation, country }: Pick<BoardPerson, 'affiliation' | 'country'>): string =>
  [affiliation, affiliation.endsWith(country) ? '' : country].filter(Boolean).join(', ')

/** The board as one text, as the record holds it. */
export const boardHtml = (groups: readonly ShownGroup<BoardPerson>[]): string =>
  groups
    .map(({ name, members }) => {
      const items = members.map(({ person, term }) => {
        const lines = [`<strong>${escapeText(person.name)}</strong>`, term.role, placeOf(person)]
        return `<li>${lines
          .filter(Boolean)
          .map((line, at) => (at ? escapeText(line) : line))
          .join('<br />')}</li>`
      })
      return `<h2>${escapeText(name)}</h2><ul>${items.join('')}</ul>`
    })
    .join('')
