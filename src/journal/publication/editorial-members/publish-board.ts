import { BOARD_CHANGED, BOARD_EMPTY, type BoardForm, type BoardMember } from '../../../contract/api/editorial-board.ts'
import {
  FEATURED_IMAGE_TYPES,
  fileIdOf,
  IMAGE_MAX_BYTES,
  IMAGE_TOO_LARGE,
} from '../../../contract/rules/files/file-rules.ts'
import { type Board, boardHtml, boardOn } from '../../../contract/rules/site/board.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Database, Tx } from '../../../platform/database/connect.ts'
import { DomainError, invalid } from '../../../platform/errors.ts'
import { now } from '../../../platform/ids.ts'
import { isTaken } from '../files/claims.ts'
import { queueVariants } from '../files/image-variants.ts'
import { ownUploads } from '../files/own-uploads.ts'
import { loadBoard } from './board-rows.ts'
import { digest, findRecord, insertRecord, RECORD_ID, replaceRecord } from './record.ts'
import { savedRichText } from '../../../platform/html/saved-rich-text.ts'

export const today = (): string => now().slice(0, 10)

/** The text of those who serve today. */
export const recordText = (board: Board): string =>
  savedRichText('members', boardHtml(boardOn(board, today())), BOARD_EMPTY)

/** Replaces the whole board, and writes the record from those who serve today. All of it or nothing. */
export async function publishBoard(tx: Tx, actorId: string, form: BoardForm): Promise<void> {
  const record = await findRecord(tx)
  if ((record?.version ?? 0) !== form.version) throw new DomainError('conflict', BOARD_CHANGED)
  refuseLoose(form)
  if (!boardOn(form, today()).length) throw invalid('form', BOARD_EMPTY)
  const before = await loadBoard(tx)
  const members = recordText(form)
  // First: of two at the same moment the second is refused before it has written anything.
  if (record) await replaceRecord(tx, record, { members, fromPeople: true, by: actorId })
  else if (!(await insertRecord(tx, { members, fromPeople: true }))) throw new DomainError('conflict', BOARD_CHANGED)
  const photos = await photosOf(tx, actorId, form, before.people)
  await writeBoard(tx, form, photos)
  await writeAuditEntry(tx, actorId, 'editorial-members.publish', RECORD_ID, {
    before: { terms: termWords(before, form), ...(record ? digest(record.members) : {}) },
    after: { terms: termWords(form, before), ...digest(members) },
  })
}

/** Ids are given once, and what is named is there. */
function refuseLoose({ groups, people, terms }: BoardForm): void {
  for (const list of [groups, people, terms])
    if (new Set(list.map(({ id }) => id)).size !== list.length) throw invalid('form', TWICE)
  const [groupIds, personIds] = [groups, people].map((list) => new Set(list.map(({ id }) => id)))
  for (const [at, { groupId, personId }] of terms.entries()) {
    if (!groupIds!.has(groupId)) throw invalid(`terms.${at}.groupId`, 'This group is not on the board')
    if (!personIds!.has(personId)) throw invalid(`terms.${at}.personId`, 'This person is not on the board')
  }
}
const TWICE = 'Something is on the board twice. Please reload the page.'

const PHOTOS = new Set<string>(Object.values(FEATURED_IMAGE_TYPES))

/** The file of each photo: the one that the person has, or an own upload that belongs to nothing. */
async function photosOf(tx: Tx, actorId: string, { people }: BoardForm, before: readonly BoardMember[]) {
  const photos = new Map<string, string>()
  const had = new Set(before.flatMap(({ photoUrl }) => (photoUrl === null ? [] : [fileIdOf(photoUrl)])))
  for (const [at, { id, photoUrl }] of people.entries()) {
    if (photoUrl === null) continue
    const field = `people.${at}.photoUrl`
    const known = fileIdOf(photoUrl)
    if (known && had.has(known)) {
      photos.set(id, known)
      continue
    }
    const [photo] = await ownUploads(tx, actorId, field, [photoUrl])
    if (!PHOTOS.has(photo!.media_type)) throw invalid(field, 'A photo must be JPG, PNG or WebP')
    if (photo!.bytes > IMAGE_MAX_BYTES) throw invalid(field, IMAGE_TOO_LARGE)
    if (await isTaken(tx, photo!))
      throw invalid(field, 'This picture belongs to something else. Please upload it again.')
    await queueVariants(tx, photo!.id)
    photos.set(id, photo!.id)
  }
  return photos
}

/** So many rows are written in one statement. */
const AT_ONCE = 100

async function writeBoard(tx: Tx, { groups, people, terms }: BoardForm, photos: ReadonlyMap<string, string>) {
  await tx.deleteFrom('board_terms').execute()
  await tx.deleteFrom('board_people').execute()
  await tx.deleteFrom('board_groups').execute()
  for (const rows of inParts(groups.map((group, position) => ({ ...group, position }))))
    await tx.insertInto('board_groups').values(rows).execute()
  const peopleRows = people.map(({ photoUrl: _photo, ...person }) => ({
    ...person,
    photo_file_id: photos.get(person.id) ?? null,
  }))
  for (const rows of inParts(peopleRows)) await tx.insertInto('board_people').values(rows).execute()
  const termRows = terms.map(({ id, personId, groupId, role, from, until }, position) => ({
    ...{ id, role, position, person_id: personId, group_id: groupId },
    ...{ from_on: from, until_on: until },
  }))
  for (const rows of inParts(termRows)) await tx.insertInto('board_terms').values(rows).execute()
}

function* inParts<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += AT_ONCE) yield rows.slice(at, at + AT_ONCE)
}

/** The terms that the other board has not, or otherwise, in words: dates can be changed, and who changed them is known. */
function termWords(board: Board, other: Board): string[] {
  const words = ({ people, groups, terms }: Board) =>
    terms.map(({ personId, groupId, role, from, until }) => {
      const name = people.find(({ id }) => id === personId)?.name
      const group = groups.find(({ id }) => id === groupId)?.name
      return `${[name, group, role].filter(Boolean).join(', ')}: ${from ?? '…'} to ${until ?? '…'}`
    })
  const known = new Set(words(other))
  return words(board).filter((term) => !known.has(term))
}

/**
 * When a term has begun or ended since the record was written, writes it as of today. Called every hour; on most it changes
 * nothing.
 */
export async function renewBoardRecord({ transaction }: Database): Promise<void> {
  await transaction(async (tx) => {
    const record = await findRecord(tx)
    if (!record?.from_people) return
    const board = await loadBoard(tx)
    // Nobody serves any more: the editors are asked by the indexing checklist, and the last board stays.
    if (!boardOn(board, today()).length) return
    const members = recordText(board)
    if (members !== record.members) await replaceRecord(tx, record, { members, fromPeople: true, by: null })
  })
}
