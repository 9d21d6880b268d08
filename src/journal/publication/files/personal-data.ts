import { extensionOf } from '../../../contract/rules/files/file-rules.ts'
import { inTurns, type PersonalDataPart } from '../../../platform/personal-data-part.ts'
import { isClaimed } from './claims.ts'

/** What the person has uploaded, as it was sent. */
export const fileData: PersonalDataPart = {
  name: 'uploads',
  about: 'The files that you have uploaded, by name, size and time. The files themselves are in the folder "uploads".',
  give: (db, { id }) =>
    inTurns(
      (after, limit) =>
        db
          .selectFrom('files')
          .select(['id', 'name', 'media_type as mediaType', 'bytes', 'sha256', 'created_at as uploadedAt'])
          .where('owner_id', '=', id)
          .where('id', '>', after)
          .orderBy('id')
          .limit(limit)
          .execute(),
      (file) => file.id,
    ),
  files: async (db, { id }) => {
    const files = await db
      .selectFrom('files')
      .select(['id', 'name', 'bytes', 'sha256'])
      .where('owner_id', '=', id)
      .orderBy('id')
      .execute()
    // By ids: names may occur twice, and may be names that a disk refuses.
    return files.map((file) => ({ path: `uploads/${file.id}.${extensionOf(file.name) || 'bin'}`, file }))
  },
  erase: async (tx, { id }, { without }) => {
    await tx.deleteFrom('upload_reservations').where('owner_id', '=', id).execute()
    const files = await tx.selectFrom('files').select(['id', 'name']).where('owner_id', '=', id).execute()
    for (const file of files) {
      const name = without(file.name)
      if (name !== file.name) await tx.updateTable('files').set({ name }).where('id', '=', file.id).execute()
    }
    // What belongs to nothing is nobody's from now on, and is swept with its bytes within the hour.
    await tx
      .updateTable('files')
      .set({ owner_id: null, name: 'file', created_at: '1970-01-01T00:00:00.000Z' })
      .where('owner_id', '=', id)
      .where((where) => where.not(isClaimed(where as never)))
      .execute()
  },
  columns: {
    'files.owner_id':
      'given; files that belong to nothing are erased, and others lose the name of the person in theirs',
    'upload_reservations.owner_id': 'erased; it says only that an upload is under way',
  },
}
