import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'

export const Volume = z.object({
  id: Id,
  title: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** A volume as the archives show it: `postCount` counts public articles only. */
export const VolumeWithCount = z.object({ id: Id, title: z.string(), postCount: z.number().int() })
export type VolumeWithCount = z.infer<typeof VolumeWithCount>

export const volumes = {
  list: endpoint({
    method: 'GET',
    path: '/volumes',
    access: 'signed in',
    summary: 'All volumes, newest first',
    input: z.strictObject({}),
    output: z.object({ data: z.array(Volume) }),
  }),
  withCounts: endpoint({
    method: 'GET',
    path: '/volumes/with-counts',
    access: 'anyone',
    summary: 'All volumes with their number of published articles, newest first',
    input: z.strictObject({}),
    output: z.array(VolumeWithCount),
  }),
}
