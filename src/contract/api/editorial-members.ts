import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, richText, seenVersion } from './field-schemas.ts'

export const EditorialMembers = z.object({
  id: Id,
  members: z.string(),
  updatedAt: z.iso.datetime(),
  /** Incremented by every change; an update names the version that it is based on. */
  version: z.int().positive(),
  /** Made from the people of the board; any change of the text itself makes it a free text. */
  fromPeople: z.boolean(),
})

export type EditorialMembers = z.infer<typeof EditorialMembers>

export const MEMBERS_REQUIRED = 'Please enter members content'
export const MEMBERS_EXIST = 'There is already an editorial-members record'
export const MEMBERS_CHANGED =
  'Someone else has changed the editorial members since you opened them. Please look at their version first.'

/** How many earlier versions of the record are kept. */
export const MEMBERS_VERSIONS = 20

/** The editorial members form. */
export const EditorialMembersForm = z.strictObject({
  members: richText(MEMBERS_REQUIRED),
})

/** An earlier version of the record. */
export const EditorialMembersVersion = z.object({
  id: Id,
  members: z.string(),
  updatedAt: z.iso.datetime(),
  /** Who replaced it; null if not a person. */
  replacedBy: z.string().nullable(),
  replacedAt: z.iso.datetime(),
})
export type EditorialMembersVersion = z.infer<typeof EditorialMembersVersion>

/** The version that the caller has seen; the update is refused if a newer one has been saved since. */
const Seen = { version: seenVersion('version must be a whole number').optional() }

export const editorialMembers = {
  list: endpoint('GET /editorial-members', {
    access: 'anyone',
    summary: 'The editorial-members record, alone in a list, or an empty list',
    output: z.array(EditorialMembers),
  }),
  create: endpoint('POST /editorial-members', {
    access: 'administrators',
    created: true,
    text: 'rich',
    summary: 'Creates the editorial-members record; there is only one',
    input: EditorialMembersForm,
    output: EditorialMembers,
  }),
  update: endpoint('PUT /editorial-members/{id}', {
    also: ['PATCH'],
    access: 'administrators',
    text: 'rich',
    summary: 'Changes the editorial-members record and keeps the earlier one',
    input: EditorialMembersForm.extend({ id: IdInPath, ...Seen }),
    output: EditorialMembers,
  }),
  versions: endpoint('GET /editorial-members/{id}/versions', {
    access: 'administrators',
    summary: `Up to ${MEMBERS_VERSIONS} earlier states of the record, newest first`,
    input: z.strictObject({ id: IdInPath }),
    output: z.array(EditorialMembersVersion),
  }),
  restore: endpoint('POST /editorial-members/{id}/versions/{versionId}/restore', {
    access: 'administrators',
    summary: 'Makes an earlier state the present one; the present one becomes an earlier one',
    input: z.strictObject({ id: IdInPath, versionId: IdInPath, ...Seen }),
    output: EditorialMembers,
  }),
}
