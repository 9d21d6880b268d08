import { z } from 'zod'
import { isOrcid, ORCID_INVALID } from '../rules/people/identifiers.ts'
import { endpoint } from './endpoint.ts'
import { Id, line, nameOfPerson, seenRevision, text } from './field-schemas.ts'

export const BOARD_MAX = { groups: 30, people: 500, terms: 1000 } as const

export const BOARD_EMPTY = 'Please add at least one person who serves today'
export const TERM_REVERSED = 'The last day is before the first'
export const NAME_REQUIRED = 'Please enter the name'
export const GROUP_REQUIRED = 'Please name the group'
export const BOARD_CHANGED =
  'Someone else has changed the editorial board since you began. Your changes are still here. Please look at their version first.'

const DAY_INVALID = 'Please give the date as YYYY-MM-DD'
const Day = z.preprocess((day) => (day === '' || day === undefined ? null : day), z.iso.date(DAY_INVALID).nullable())

export const BoardGroupForm = z.strictObject({ id: Id, name: line(200, { required: GROUP_REQUIRED }) })

export const BoardPersonForm = z.strictObject({
  id: Id,
  name: nameOfPerson(200, { required: NAME_REQUIRED }),
  affiliation: line(300),
  country: line(100),
  orcid: z
    .string()
    .max(100, { error: ORCID_INVALID, abort: true })
    .nullable()
    .transform((orcid) => orcid?.trim().toUpperCase() || null)
    .refine((orcid) => orcid === null || isOrcid(orcid), ORCID_INVALID),
  /** An own upload, or the photo that the person has. */
  photoUrl: z.string().max(300).nullable(),
  bio: text(1000).transform((bio) => bio.trim()),
})
export type BoardPersonForm = z.output<typeof BoardPersonForm>

export const BoardTermForm = z
  .strictObject({ id: Id, personId: Id, groupId: Id, role: line(200), from: Day, until: Day })
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    path: ['until'],
    error: TERM_REVERSED,
  })

/** Groups, people and terms, each in their order. */
const Parts = {
  groups: z.array(BoardGroupForm).max(BOARD_MAX.groups, `Please make at most ${BOARD_MAX.groups} groups`),
  people: z.array(BoardPersonForm).max(BOARD_MAX.people, `Please name at most ${BOARD_MAX.people} people`),
  terms: z.array(BoardTermForm).max(BOARD_MAX.terms, `Please note at most ${BOARD_MAX.terms} terms`),
}
export const BoardForm = z.strictObject({
  ...Parts,
  /** The version of the editorial-members record that it is based on; 0 if there was none. */
  version: seenRevision('version must be a whole number'),
})
export type BoardForm = z.output<typeof BoardForm>

const Size = z.object({ width: z.int(), height: z.int() })

const Person = z.object({
  id: Id,
  name: z.string(),
  affiliation: z.string(),
  country: z.string(),
  orcid: z.string().nullable(),
  photoUrl: z.string().nullable(),
  photoSize: Size.nullable(),
  bio: z.string(),
})
export type BoardMember = z.infer<typeof Person>

const Term = z.object({
  id: Id,
  personId: Id,
  groupId: Id,
  role: z.string(),
  from: z.string().nullable(),
  until: z.string().nullable(),
})

/** The board for those who edit it: also those who served, or will. */
export const EditedBoard = z.object({
  groups: z.array(z.object({ id: Id, name: z.string() })),
  people: z.array(Person),
  terms: z.array(Term),
  version: z.int(),
  /** False while the page is a free text. */
  fromPeople: z.boolean(),
  updatedAt: z.iso.datetime().nullable(),
})
export type EditedBoard = z.infer<typeof EditedBoard>

/** The board as readers see it. */
export const ShownBoard = z.object({
  /** The free text, if the board is one; null if it is made from people, or if there is none. */
  html: z.string().nullable(),
  day: z.iso.date(),
  /** There are as many of these as days. */
  isOfAnotherDay: z.boolean(),
  groups: z.array(
    z.object({
      id: Id,
      name: z.string(),
      members: z.array(z.object({ person: Person, term: z.object({ id: Id, role: z.string() }) })),
    }),
  ),
  /** The first days of earlier boards, newest first. */
  earlier: z.array(z.iso.date()),
})
export type ShownBoard = z.infer<typeof ShownBoard>

export const editorialBoard = {
  read: endpoint('GET /editorial-board', {
    access: 'anyone',
    summary: 'The editorial board of today, or of an earlier day',
    input: z.strictObject({ on: z.iso.date(DAY_INVALID).optional() }),
    output: ShownBoard,
  }),
  edit: endpoint('GET /editorial-board/edit', {
    access: 'administrators',
    summary: 'The editorial board as people with all their terms',
    output: EditedBoard,
  }),
  publish: endpoint('PUT /editorial-board', {
    access: 'administrators',
    text: 'report',
    summary:
      'Makes the editorial board from people, and writes the editorial-members record from those who serve today',
    input: BoardForm,
    output: EditedBoard,
  }),
}
