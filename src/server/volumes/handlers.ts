import type { volumes } from '../../contract/volumes.ts'
import type { Handlers } from '../call.ts'
import { listVolumes, listVolumesWithCounts } from './queries.ts'

const notBuilt = () => Promise.reject(new Error('not built yet'))

export const volumeHandlers: Handlers<{ volumes: typeof volumes }>['volumes'] = {
  list: async ({ database }) => ({
    data: (await listVolumes(database.db)).map((row) => ({
      id: row.id,
      title: row.title,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    })),
  }),

  withCounts: async ({ database }) =>
    (await listVolumesWithCounts(database.db)).map(({ id, title, count }) => ({ id, title, postCount: count })),
  create: notBuilt,
  update: notBuilt,
  remove: notBuilt,
}
