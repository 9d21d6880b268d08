import type { volumes } from '../../../contract/api/volumes.ts'
import type { Handlers } from '../../../platform/call.ts'
import { createVolume, removeVolume, updateVolume, type VolumeRow } from './commands.ts'
import { listVolumes, listVolumesWithCounts } from './queries.ts'

const present = ({ id, title, created_at, updated_at }: VolumeRow) => ({
  id,
  title,
  createdAt: created_at,
  updatedAt: updated_at,
})

export const volumeHandlers: Handlers<{ volumes: typeof volumes }>['volumes'] = {
  list: async ({ database }) => ({ data: (await listVolumes(database.db)).map(present) }),

  withCounts: async ({ database }) =>
    (await listVolumesWithCounts(database.db)).map(({ id, title, count, years }) => ({
      id,
      title,
      postCount: count,
      firstYear: years?.first ?? null,
      lastYear: years?.last ?? null,
    })),

  create: async ({ database, caller }, form) =>
    present(await database.transaction((tx) => createVolume(tx, caller.userId, form))),

  update: async ({ database, caller }, { id, ...form }) =>
    present(await database.transaction((tx) => updateVolume(tx, caller.userId, id, form))),

  remove: async ({ database, caller }, { id }) => {
    await removeVolume(database, caller.userId, id)
    return { message: 'Volume deleted successfully' }
  },
}
