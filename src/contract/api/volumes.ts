import { z } from 'zod'
import { counted } from '../rules/text/plain-text.ts'
import { VOLUME_KINDS, VOLUME_PAGE_MAX, type VolumeKind } from '../rules/articles/volume-pages.ts'
import { isOrcid, ORCID_INVALID } from '../rules/people/identifiers.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, line, nameOfPerson, seenVersion, text } from './field-schemas.ts'

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

const Kind = z.enum(Object.keys(VOLUME_KINDS) as [VolumeKind, ...VolumeKind[]], 'Please choose what it is')
const Release = z.enum(['continuous', 'issue'], 'Please choose how its articles appear')
const GuestEditor = z.object({ name: z.string(), affiliation: z.string(), orcid: z.string().nullable() })
const Size = z.object({ width: z.int(), height: z.int() })

/** The page of a volume, without its articles. */
export const VolumePage = z.object({
  id: Id,
  title: z.string(),
  kind: Kind,
  coverUrl: z.string().nullable(),
  coverSize: Size.nullable(),
  html: z.string().describe('The front matter.'),
  guestEditors: z.array(GuestEditor),
  isOrdered: z.boolean().describe('Editors have placed its articles; those of others follow their pages.'),
  headings: z
    .array(z.object({ heading: z.string(), from: z.int() }))
    .describe('Each heading with the article that comes after it, counted from 0 in the order of the volume.'),
})
export type VolumePage = z.infer<typeof VolumePage>

const PlacedArticle = z.object({
  id: Id,
  title: z.string(),
  authors: z.string(),
  pageNum: z.string().nullable(),
  publishedAt: z.iso.datetime().nullable().describe('Null for one that is held for the issue.'),
})
export type PlacedArticle = z.infer<typeof PlacedArticle>

/** The page of a volume for those who edit it. */
export const EditedVolume = z.object({
  id: Id,
  title: z.string(),
  kind: Kind,
  release: Release,
  state: z.enum(['planned', 'open', 'published']),
  version: z.int(),
  coverUrl: z.string().nullable(),
  coverSize: Size.nullable(),
  frontMatter: z.string().describe('Markdown.'),
  guestEditors: z.array(GuestEditor),
  sections: z
    .array(z.object({ heading: z.string(), articles: z.array(PlacedArticle) }))
    .describe('Its articles in their order; none if there are too many to be placed.'),
  articles: z.int().describe('How many there are.'),
  undoUntil: z.iso.datetime().nullable().describe('Until when the last change can be undone.'),
})
export type EditedVolume = z.infer<typeof EditedVolume>

export const VOLUME_PAGE_CHANGED = 'Someone else has changed this volume since you began. Your changes are still here.'
export const RELEASE_LATE = 'Articles of this volume are public already. Please add a new volume for the issue.'
export const RELEASE_PUBLISHED = 'This issue was published already.'
export const RELEASE_HELD = 'Articles are held for this issue. Publish it, or take them out of it first.'
export const RELEASE_HIDDEN = 'This issue cannot be changed like this now. Please ask another editor.'
export const HEADING_REQUIRED = 'Please name the heading'
export const GUEST_REQUIRED = 'Please enter the name'

const GuestEditorForm = z.strictObject({
  name: nameOfPerson(200, { required: GUEST_REQUIRED }),
  affiliation: line(300),
  orcid: z
    .string()
    .max(100, { error: ORCID_INVALID, abort: true })
    .nullable()
    .transform((orcid) => orcid?.trim().toUpperCase() || null)
    .refine((orcid) => orcid === null || isOrcid(orcid), ORCID_INVALID),
})

const { articles: ARTICLES, headings: HEADINGS, guestEditors: GUESTS } = VOLUME_PAGE_MAX
const TOO_MANY = `At most ${ARTICLES} articles can be placed`

const pageFields = {
  /** The version of the volume that it is based on. */
  version: seenVersion(),
  kind: Kind,
  /** Whether its articles appear one by one, or together; absent: as before. */
  release: Release.optional(),
  /** An own upload, or the cover that the volume has. */
  coverUrl: z.string().max(300).nullable(),
  frontMatter: text(VOLUME_PAGE_MAX.frontMatter).transform((matter) => matter.trim()),
  guestEditors: z.array(GuestEditorForm).max(GUESTS, `Please name at most ${GUESTS} guest editors`),
  sections: z
    .array(z.strictObject({ heading: line(VOLUME_PAGE_MAX.heading), articleIds: z.array(Id).max(ARTICLES, TOO_MANY) }))
    .max(HEADINGS, `Please make at most ${HEADINGS} headings`)
    .refine((sections) => sections.reduce((sum, { articleIds }) => sum + articleIds.length, 0) <= ARTICLES, TOO_MANY),
}
export const VolumePageForm = z.strictObject(pageFields)
export type VolumePageForm = z.output<typeof VolumePageForm>

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
  read: endpoint('GET /volumes/{id}', {
    access: 'anyone',
    summary: 'The page of a volume: cover, front matter, guest editors, and the headings of its articles',
    input: z.strictObject({ id: IdInPath }),
    output: VolumePage,
  }),
  edit: endpoint('GET /volumes/{id}/page', {
    access: 'production',
    summary: 'The page of a volume with all its articles in order, to be edited',
    input: z.strictObject({ id: IdInPath }),
    output: EditedVolume,
  }),
  publishPage: endpoint('PUT /volumes/{id}/page', {
    access: 'production',
    hourly: 'volumes',
    text: 'report',
    summary: 'Publishes the page of a volume: order, headings, cover, front matter and guest editors',
    input: z.strictObject({ ...pageFields, id: IdInPath }),
    output: EditedVolume,
  }),
  undoPage: endpoint('POST /volumes/{id}/page/undo', {
    access: 'production',
    hourly: 'volumes',
    summary: 'Undoes the last change of the page of a volume, for ten minutes, unless the volume was changed since',
    input: z.strictObject({ id: IdInPath }),
    output: EditedVolume,
  }),
  previewMatter: endpoint('POST /volumes/preview', {
    access: 'production',
    rate: 'saving',
    text: 'long',
    writes: false,
    summary: 'Front matter as readers would see it',
    input: z.strictObject({ frontMatter: text(VOLUME_PAGE_MAX.frontMatter) }),
    output: z.object({ html: z.string() }),
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
