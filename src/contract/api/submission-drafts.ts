import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, seenRevision } from './field-schemas.ts'

/** The longest draft, in characters of JSON: more than the longest abstract with a hundred authors. */
export const SUBMISSION_DRAFT_MAX = 1_000_000
/** So many drafts can wait besides the one that is written on. */
export const OTHER_DRAFTS_MAX = 5

export const DRAFT_TOO_LONG = 'This draft is too long to be kept. It stays on this device.'
export const DRAFT_UNREADABLE = 'A draft is an object in JSON'
export const DRAFT_CHANGED = 'This draft was changed on another device.'
export const TOO_MANY_DRAFTS = `The journal keeps ${OTHER_DRAFTS_MAX} other drafts for you. Please discard one of them first.`

const FILES_MAX = 100
const Uploaded = z.looseObject({ url: z.string().max(1000) })
/** What the journal reads of a draft; the rest belongs to the form. */
const Known = z.looseObject({
  title: z.string().catch(''),
  files: z.array(Uploaded).max(FILES_MAX).catch([]),
  supplements: z.array(Uploaded).max(FILES_MAX).catch([]),
  image: Uploaded.nullable().catch(null),
})

const TITLE_MAX = 300

/** A draft as it was typed, with what the journal needs to know of it: its title, and the uploads that belong to it. */
const DraftText = z
  .string()
  .max(SUBMISSION_DRAFT_MAX, { error: DRAFT_TOO_LONG, abort: true })
  .transform((content, context) => {
    try {
      const { title, files, supplements, image } = Known.parse(JSON.parse(content))
      const urls = [...files, ...supplements, ...(image ? [image] : [])].map(({ url }) => url)
      return {
        content,
        title: title.slice(0, TITLE_MAX).toWellFormed().replaceAll('\0', ''),
        files: [...new Set(urls)],
      }
    } catch {
      context.addIssue({ code: 'custom', message: DRAFT_UNREADABLE })
      return z.NEVER
    }
  })
export type DraftText = z.output<typeof DraftText>

const Revision = seenRevision()

/** The draft that is written on. `revision` is incremented by every save, and by its end. */
export const SubmissionDraft = z.object({
  content: z.string().describe('JSON, as the form has sent it.'),
  revision: z.int(),
  savedAt: z.iso.datetime(),
})
export type SubmissionDraft = z.infer<typeof SubmissionDraft>

/** A draft that waits. */
const OtherDraft = z.object({ id: Id, title: z.string(), savedAt: z.iso.datetime() })
export type OtherDraft = z.infer<typeof OtherDraft>

export const OwnDrafts = z.object({
  draft: SubmissionDraft.nullable().describe('Null if nothing has been begun.'),
  revision: z.int().describe('From which the next save is made, also if there is no draft.'),
  others: z.array(OtherDraft).describe('Drafts that were set aside for another one, the newest first.'),
})
export type OwnDrafts = z.infer<typeof OwnDrafts>

/** What someone has begun to submit: kept for the account, so that it is found on every device. */
export const submissionDrafts = {
  own: endpoint('GET /submission-drafts', {
    access: 'signed in',
    summary: 'What the caller has begun to submit',
    output: OwnDrafts,
  }),
  save: endpoint('POST /submission-drafts', {
    access: 'signed in',
    rate: 'saving',
    text: 'rich',
    hourly: 'submission drafts',
    summary: 'Keeps the draft; 409 if another device has saved since `revision`',
    input: z.strictObject({ content: DraftText, revision: Revision }),
    output: z.object({ revision: z.int(), savedAt: z.iso.datetime() }),
  }),
  setAside: endpoint('POST /submission-drafts/others', {
    access: 'signed in',
    text: 'rich',
    hourly: 'submission drafts',
    summary: 'Keeps a draft besides the one that is written on; the same one is kept once',
    input: z.strictObject({ content: DraftText }),
    output: OwnDrafts,
  }),
  resume: endpoint('POST /submission-drafts/others/{id}/resume', {
    access: 'signed in',
    hourly: 'submission drafts',
    summary: 'Goes on with a draft that was set aside; the present one takes its place',
    input: z.strictObject({ id: IdInPath, revision: Revision }),
    output: OwnDrafts,
  }),
  discard: endpoint('POST /submission-drafts/discard', {
    access: 'signed in',
    hourly: 'submission drafts',
    summary: 'Deletes the draft that is written on; 409 if another device has saved since `revision`',
    input: z.strictObject({ revision: Revision }),
    output: OwnDrafts,
  }),
  discardOther: endpoint('DELETE /submission-drafts/others/{id}', {
    access: 'signed in',
    hourly: 'submission drafts',
    summary: 'Deletes a draft that was set aside',
    input: z.strictObject({ id: IdInPath }),
    output: OwnDrafts,
  }),
}
