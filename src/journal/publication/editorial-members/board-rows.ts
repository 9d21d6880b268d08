import type { BoardMember } from '../../../contract/api/editorial-board.ts'
import { fileUrl } from '../../../contract/rules/files/file-rules.ts'
import type { Board } from '../../../contract/rules/site/board.ts'
import type { Db } from '../../../platform/database/connect.ts'

/** The board as it is stored. */
export async function loadBoard(db: Db): Promise<Board<BoardMember>> {
  const groups = await db.selectFrom('board_groups').select(['id', 'name']).orderBy('position').orderBy('id').execute()
  const people = await db
    .selectFrom('board_people as person')
    .leftJoin('files', 'files.id', 'person.photo_file_id')
    .selectAll('person')
    .select(['files.width', 'files.height'])
    .orderBy('person.id')
    .execute()
  const terms = await db.selectFrom('board_terms').selectAll().orderBy('position').orderBy('id').execute()
  return {
    groups,
    people: people.map(({ photo_file_id, width, height, ...person }) => ({
      ...person,
      photoUrl: photo_file_id === null ? null : fileUrl({ id: photo_file_id, name: 'image' }),
      photoSize: width && height ? { width, height } : null,
    })),
    terms: terms.map(({ id, person_id, group_id, role, from_on, until_on }) => ({
      ...{ id, role, personId: person_id, groupId: group_id },
      from: from_on,
      until: until_on,
    })),
  }
}
