import type { Selectable } from 'kysely'
import { VOLUME_TITLE_TAKEN, type VolumeForm, volumeInUse, type volumes } from '../../../contract/api/volumes.ts'
import { type Actor, hasDuty, isAdministrator } from '../../../contract/rules/accounts/access.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/call.ts'
import { type Database, isUniqueViolation, type Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import { removeUnlessInUse } from '../../../platform/database/remove-unless-in-use.ts'
import { touchPublicSite } from '../../../platform/database/site-version.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { editedVolume, matterHtml, readVolume } from './page.ts'
import { publishPage, requireNoneHeld } from './publish-page.ts'
import { listVolumes, listVolumesWithCounts } from './queries.ts'
import { undoPage } from './undo-page.ts'

const present = ({ id, title, created_at, updated_at }: VolumeRow) => ({
  id,
  title,
  createdAt: created_at,
  updatedAt: updated_at,
})

export const volumeHandlers: Handlers<{ volumes: typeof volumes }>['volumes'] = {
  list: async ({ database, caller }) => ({
    data: (await listVolumes(database.db, { all: seesPlanned(caller) })).map(present),
  }),

  withCounts: async ({ database }) =>
    (await listVolumesWithCounts(database.db)).map(({ id, title, count, years }) => ({
      id,
      title,
      postCount: count,
      firstYear: years?.first ?? null,
      lastYear: years?.last ?? null,
    })),

  read: ({ database }, { id }) => readVolume(database.db, id),

  edit: ({ database, caller }, { id }) => editedVolume(database.db, caller, id),

  publishPage: async ({ database, caller }, form) => {
    await database.transaction((tx) => publishPage(tx, caller, form))
    return editedVolume(database.db, caller, form.id)
  },

  undoPage: async ({ database, caller }, { id }) => {
    await database.transaction((tx) => undoPage(tx, caller, id))
    return editedVolume(database.db, caller, id)
  },

  previewMatter: async (_context, { frontMatter }) => ({ html: matterHtml(frontMatter) }),

  create: async ({ database, caller }, form) =>
    present(await database.transaction((tx) => createVolume(tx, caller.userId, form))),

  update: async ({ database, caller }, { id, ...form }) =>
    present(await database.transaction((tx) => updateVolume(tx, caller.userId, id, form))),

  remove: async ({ database, caller }, { id }) => {
    await removeVolume(database, caller, id)
    return { message: 'Volume deleted successfully' }
  },
}

/** Issues that are planned are known to those who make them. */
const seesPlanned = (caller: Actor): boolean => isAdministrator(caller) || hasDuty(caller, 'production')

type VolumeRow = Pick<Selectable<Tables['volumes']>, 'id' | 'title' | 'created_at' | 'updated_at' | 'version'>

/** Creates a volume; refuses a title (in any letter case) that is already in use. */
async function createVolume(tx: Tx, actorId: string, { title }: VolumeForm): Promise<VolumeRow> {
  await refuseTaken(tx, null, title)
  const at = now()
  const volume = { id: newId(), title, created_at: at, updated_at: at, version: 1 }
  await mapUniqueViolation(tx.insertInto('volumes').values(volume).execute())
  await writeAuditEntry(tx, actorId, 'volume.create', volume.id, { after: { title } })
  await touchPublicSite(tx)
  return volume
}

/** Changes a volume's title, under the same rule. */
async function updateVolume(tx: Tx, actorId: string, id: string, { title }: VolumeForm): Promise<VolumeRow> {
  const before = await findVolume(tx, id)
  await refuseTaken(tx, id, title)
  const after = { ...before, title, updated_at: now(), version: before.version + 1 }
  const updated = await mapUniqueViolation(
    tx
      .updateTable('volumes')
      .set({ title, updated_at: after.updated_at, version: after.version })
      .where('id', '=', id)
      .where('version', '=', before.version)
      .executeTakeFirst(),
  )
  if (updated.numUpdatedRows === 0n) throw justChanged()
  await writeAuditEntry(tx, actorId, 'volume.update', id, { before: { title: before.title }, after: { title } })
  await touchPublicSite(tx)
  return after
}

/** Deletes a volume that has no articles. */
const removeVolume = (database: Database, caller: Actor, id: string): Promise<void> =>
  removeUnlessInUse(database, { column: 'volume_id', id }, volumeInUse, async (tx) => {
    const { title } = await findVolume(tx, id)
    await lockForUpdate(tx, 'volumes', id)
    await requireNoneHeld(tx, caller, id)
    // What an article that is no longer held has left.
    await tx.deleteFrom('scheduled_articles').where('volume_id', '=', id).execute()
    const removed = await tx.deleteFrom('volumes').where('id', '=', id).executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw notFound('Volume')
    await writeAuditEntry(tx, caller.userId, 'volume.delete', id, { before: { title } })
    await touchPublicSite(tx)
  })

async function findVolume(tx: Tx, id: string): Promise<VolumeRow> {
  const volume = await tx.selectFrom('volumes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!volume) throw notFound('Volume')
  return volume
}

/** Compares letter case for every script: SQLite's own `lower` knows only A to Z. */
async function refuseTaken(tx: Tx, id: string | null, title: string): Promise<void> {
  const all = await tx.selectFrom('volumes').select(['id', 'title']).execute()
  if (all.some((other) => other.id !== id && other.title.toLowerCase() === title.toLowerCase())) throw titleTaken()
}

/** Concurrent writes: the unique index decides, and its error is mapped to the same message. */
async function mapUniqueViolation<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    throw isUniqueViolation(error, 'volumes_title') ? titleTaken() : error
  }
}

const titleTaken = () => new DomainError('conflict', VOLUME_TITLE_TAKEN, { errors: { title: VOLUME_TITLE_TAKEN } })
const justChanged = () =>
  new DomainError('conflict', 'Someone else has just changed this volume. Reload to see the change.')
