import { z } from 'zod'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { NEWS_BODY_MAX, NEWS_KINDS, NEWS_SLUG_MAX, NEWS_TITLE_MAX, type NewsKind } from '../rules/site/news.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, line, seenRevision, seenVersion, Slug, text } from './field-schemas.ts'
import { paged, paging } from './paging.ts'

const Kind = z.enum(Object.keys(NEWS_KINDS) as [NewsKind, ...NewsKind[]], 'Please choose what it is')
const Timestamp = z.iso.datetime()

/** Of a list of news. */
export const NewsInBrief = z.object({
  slug: z.string(),
  kind: Kind,
  title: z.string(),
  summary: z.string().describe('Its first paragraph, as plain text.'),
  from: z.iso.date(),
  deadline: z.iso.date().nullable().describe('Of a call: the last day for manuscripts.'),
  isOpen: z.boolean().describe('Whether a call still takes manuscripts.'),
})
export type NewsInBrief = z.infer<typeof NewsInBrief>

export const NewsItem = NewsInBrief.extend({
  html: z.string(),
  until: z.iso.date().nullable().describe('The last day on which it is listed.'),
  isListed: z.boolean().describe('False once its last day has passed: then its own address alone has it.'),
  publishedAt: Timestamp,
  updatedAt: Timestamp,
})
export type NewsItem = z.infer<typeof NewsItem>

/** As editors work on it. */
export const Announcement = z.object({
  id: Id,
  kind: Kind,
  slug: z.string(),
  title: z.string(),
  body: z.string().describe('Markdown.'),
  from: z.iso.date(),
  until: z.iso.date().nullable(),
  deadline: z.iso.date().nullable(),
  state: z.enum(['planned', 'shown', 'ended']),
  updatedAt: Timestamp,
  version: z.int(),
})
export type Announcement = z.infer<typeof Announcement>

export const NEWS_SLUG_TAKEN = 'Another item of the news has, or had, this address'
export const NEWS_CHANGED = 'Someone else has changed this item of the news since you opened it.'
export const NEWS_DRAFT_MAX = 60_000

const isEarlier = (one: string | null | undefined, other: string | null | undefined) => !!one && !!other && one < other
/** An empty date field of a form is no date. */
const Day = z
  .union([z.literal('').transform(() => null), z.iso.date('Please enter a date')], 'Please enter a date')
  .nullish()
  .transform((day) => day ?? null)

const fields = {
  kind: Kind,
  title: line(NEWS_TITLE_MAX, { required: 'Title is required' }),
  slug: Slug.max(NEWS_SLUG_MAX, `Please use at most ${NEWS_SLUG_MAX} characters`).regex(/[a-z0-9]/, 'Slug is required'),
  body: text(NEWS_BODY_MAX).refine((body) => body.trim() !== '', 'Text is required'),
  from: Day.describe('Its first day; without one, today.'),
  until: Day.describe('Of an announcement: the last day on which it is listed.'),
  deadline: Day.describe('Of a call: the last day for manuscripts.'),
}

type Checked = z.RefinementCtx<{
  kind: NewsKind
  from: string | null
  until: string | null
  deadline: string | null
}>
/** The dates belong to the kind, and end after they begin. */
function checkDates({ value, issues }: { value: Checked['value']; issues: Checked['issues'] }): void {
  const refuse = (field: string, message: string) =>
    issues.push({ code: 'custom', path: [field], message, input: value })
  const { kind, from, until, deadline } = value
  if (kind === 'call' && deadline === null) refuse('deadline', 'Please enter the last day for manuscripts')
  if (kind === 'call' && isEarlier(deadline, from)) refuse('deadline', 'It ends before it begins')
  if (kind === 'news' && isEarlier(until, from)) refuse('until', 'It ends before it begins')
}

/** The form of an item of the news, as it is published. */
export const AnnouncementForm = z.strictObject(fields).check(checkDates)
export type AnnouncementForm = z.output<typeof AnnouncementForm>

/** What an editor is writing, in JSON, as the form has it; the journal reads its title alone. */
const DraftText = z
  .string()
  .max(NEWS_DRAFT_MAX, 'This text is too long to be kept')
  .transform((content, context) => {
    try {
      const { title } = z.looseObject({ title: z.string().catch('') }).parse(JSON.parse(content))
      return { content, title: title.slice(0, NEWS_TITLE_MAX).toWellFormed().replaceAll('\0', '') }
    } catch {
      context.addIssue({ code: 'custom', message: 'This is no text of the news' })
      return z.NEVER
    }
  })
export type DraftText = z.output<typeof DraftText>
const Revision = seenRevision()

export const OwnNewsDraft = z.object({
  draft: z
    .object({ content: z.string(), revision: z.int(), savedAt: Timestamp })
    .nullable()
    .describe('What the caller was writing; null for nothing.'),
  revision: z.int().describe('From which the next save is made, also without a text.'),
  published: Announcement.nullable().describe('What readers have; null for what is new.'),
})
export type OwnNewsDraft = z.infer<typeof OwnNewsDraft>

/** News and calls for papers. */
export const announcements = {
  list: endpoint('GET /announcements', {
    access: 'anyone',
    summary: 'What is announced, the newest first',
    input: z.strictObject(paging(PAGE_SIZE.news)),
    output: paged(NewsInBrief),
  }),
  current: endpoint('GET /announcements/current', {
    access: 'anyone',
    summary: 'What the home page names: open calls, and what was announced lately',
    output: z.array(NewsInBrief),
  }),
  all: endpoint('GET /announcements/all', {
    access: 'administrators',
    summary: 'Everything that was published or is planned, and what the caller is writing',
    output: z.object({
      items: z.array(Announcement),
      drafts: z.array(z.object({ item: z.string(), title: z.string(), savedAt: Timestamp })),
    }),
  }),
  read: endpoint('GET /announcements/{slug}', {
    access: 'anyone',
    summary: 'One item of the news, by its address or one that it has had',
    input: z.strictObject({ slug: IdInPath }),
    output: NewsItem,
  }),
  create: endpoint('POST /announcements', {
    access: 'administrators',
    created: true,
    text: 'long',
    summary: 'Publishes an item of the news: from its first day readers see it',
    input: AnnouncementForm,
    output: Announcement,
  }),
  update: endpoint('PUT /announcements/{id}', {
    also: ['PATCH'],
    access: 'administrators',
    text: 'long',
    summary: 'Publishes a change; an earlier address leads to the new one',
    input: z.strictObject({ ...fields, id: IdInPath, version: seenVersion() }).check(checkDates),
    output: Announcement,
  }),
  remove: endpoint('DELETE /announcements/{id}', {
    access: 'administrators',
    summary: 'Deletes an item of the news; its addresses are not given to another',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ message: z.string() }),
  }),
  preview: endpoint('POST /announcements/preview', {
    access: 'administrators',
    rate: 'saving',
    text: 'long',
    writes: false,
    summary: 'A text as readers would see it',
    input: z.strictObject({ body: text(NEWS_BODY_MAX) }),
    output: z.object({ html: z.string(), summary: z.string() }),
  }),
  draft: endpoint('GET /announcement-drafts/{item}', {
    access: 'administrators',
    summary: 'What the caller was writing about an item of the news, or for a new one',
    input: z.strictObject({ item: IdInPath }),
    output: OwnNewsDraft,
  }),
  saveDraft: endpoint('POST /announcement-drafts/{item}', {
    access: 'administrators',
    rate: 'saving',
    text: 'report',
    hourly: 'news drafts',
    summary: 'Keeps what the caller writes, for them alone; 409 if another device has saved since `revision`',
    input: z.strictObject({ item: IdInPath, content: DraftText, revision: Revision }),
    output: z.object({ revision: z.int(), savedAt: Timestamp }),
  }),
  discardDraft: endpoint('POST /announcement-drafts/{item}/discard', {
    access: 'administrators',
    hourly: 'news drafts',
    summary: 'Deletes what the caller was writing; 409 if another device has saved since `revision`',
    input: z.strictObject({ item: IdInPath, revision: Revision }),
    output: OwnNewsDraft,
  }),
}
