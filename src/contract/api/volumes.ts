import { z } from 'zod'
import { counted } from '../rules/text/plain-text.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, line } from './field-schemas.ts'

export const Volume = z.object({
  id: Id,
  title: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Volume = z.infer<typeof Volume>

/** A volume as the archives show it; `postCount` includes public articles only. */
export const VolumeWithCount = z.object({
  id: Id,
  title: z.string(),
  postCount: z.number().int(),
  /** The years in its title, otherwise those of its articles. */
  firstYear: z.number().int().nullable(),
  lastYear: z.number().int().nullable(),
})
export type VolumeWithCount = z.infer<typeof VolumeWithCount>

export const VOLUME_TITLE_TAKEN = 'A volume with this title already exists'
export const volumeInUse = (articles: number, hidden: number): string =>
  `${counted(articles, 'article')} ${articles === 1 ? 'is' : 'are'} in this volume${hidden ? ` (${hidden} not public)` : ''}. Move ${articles === 1 ? 'it' : 'them'} first.`

/** The volume form. */
export const VolumeForm = z.strictObject({
  title: line(120, { required: 'Title is required' }).pipe(
    z.string().min(2, 'Title must be at least 2 characters long'),
  ),
})
export type VolumeForm = z.output<typeof VolumeForm>

export const volumes = {
  list: endpoint('GET /volumes', {
    access: 'signed in',
    summary: 'All volumes, the highest number first',
    output: z.object({ data: z.array(Volume) }),
  }),
  withCounts: endpoint('GET /volumes/with-counts', {
    access: 'anyone',
    summary: 'All volumes with their years and number of published articles, the highest number first',
    output: z.array(VolumeWithCount),
  }),
  create: endpoint('POST /volumes', {
    access: 'administrators',
    created: true,
    summary: 'Creates a volume',
    input: VolumeForm,
    output: Volume,
  }),
  update: endpoint('PUT /volumes/{id}', {
    also: ['PATCH'],
    access: 'administrators',
    summary: "Changes a volume's title",
    input: VolumeForm.extend({ id: IdInPath }),
    output: Volume,
  }),
  remove: endpoint('DELETE /volumes/{id}', {
    access: 'administrators',
    summary: 'Deletes a volume that no article is in',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ message: z.string() }),
  }),
}
