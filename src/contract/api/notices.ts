import { z } from 'zod'
import {
  ERRORS_OF,
  NOTICE_ANSWERS,
  NOTICE_KINDS,
  NOTICE_STATES,
  NOTICE_TEXT_MAX,
  REMARK_WORDS_MAX,
  STANDINGS,
  WHAT_MAX,
} from '../rules/articles/notices.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, line, Reason, seenVersion, text } from './field-schemas.ts'
import { PublishedNotice } from './published-notice.ts'

export { PublishedNotice }
import { Correction } from './submission.ts'

const Timestamp = z.iso.datetime()
const Day = z.iso.date()
const Kind = z.enum(NOTICE_KINDS)

/** A notice in full, as its own page tells it. */
export const NoticeInFull = PublishedNotice.extend({
  whoseError: z.enum(ERRORS_OF).nullable(),
  details: z.string(),
  why: z.string(),
  foundBy: z.string(),
  effect: z.string(),
  action: z.string(),
  agreement: z.string(),
  remarks: z.array(z.object({ name: z.string(), answer: z.enum(NOTICE_ANSWERS), remark: z.string() })),
  answers: z.array(z.object({ name: z.string(), answer: z.enum(NOTICE_ANSWERS).nullable() })),
  signedBy: z.array(z.object({ name: z.string(), on: Day, as: z.enum(['drafted', 'signed']) })),
  urgentReason: z.string().nullable().describe('Why one editor alone has acted.'),
  steps: z.array(z.object({ on: Day, what: z.string() })),
})
export type NoticeInFull = z.infer<typeof NoticeInFull>

/** The fields of a draft; absent ones stay as they are. */
export const NoticeFields = z.strictObject({
  kind: Kind.optional(),
  whoseError: z.enum(ERRORS_OF).nullable().optional(),
  what: line(WHAT_MAX).optional(),
  details: text(NOTICE_TEXT_MAX).optional(),
  why: text(NOTICE_TEXT_MAX).optional(),
  foundBy: line(500).optional(),
  effect: text(NOTICE_TEXT_MAX).optional(),
  action: text(NOTICE_TEXT_MAX).optional(),
  closesId: Id.nullable().optional(),
  replacedBy: Id.nullable().optional(),
  reviewOn: Day.nullable().optional(),
  urgentReason: text(1000).nullable().optional(),
})

/** A notice as editors work on it. */
export const Notice = z.object({
  id: Id,
  articleId: Id.nullable().describe('The article that it has become.'),
  followers: z.int().describe('How many follow the articles by email; nobody learns who.'),
  kind: Kind,
  state: z.enum(NOTICE_STATES),
  requestId: Id.nullish().describe('The request from which it was begun; of one notice alone.'),
  about: z.array(
    z.object({
      id: Id,
      title: z.string(),
      doi: z.string().nullable(),
      standing: z.enum(STANDINGS),
      authors: z.string(),
    }),
  ),
  whoseError: z.enum(ERRORS_OF).nullable(),
  what: z.string(),
  details: z.string(),
  why: z.string(),
  foundBy: z.string(),
  effect: z.string(),
  action: z.string(),
  closesId: Id.nullable(),
  openConcerns: z.array(z.object({ id: Id, on: Day, what: z.string() })).describe('Those that this notice can end.'),
  replacedBy: Id.nullable(),
  reviewOn: Day.nullable(),
  unaskedReason: z.string().nullable(),
  urgentReason: z.string().nullable(),
  changes: z.array(z.string()).describe('The fields that a waiting correction will change.'),
  answers: z.array(
    z.object({
      name: z.string(),
      hasAddress: z.boolean(),
      answer: z.enum(NOTICE_ANSWERS).nullable(),
      remark: z.string().nullable(),
      mayPrint: z.boolean(),
      answeredOn: Day.nullable(),
    }),
  ),
  agreement: z.string().describe('As it would be printed now.'),
  draftedBy: z.object({ id: Id, name: z.string() }),
  draftedAt: Timestamp,
  askedAt: Timestamp.nullable(),
  answersDueOn: Day.nullable(),
  confirmedBy: z.object({ id: Id, name: z.string() }).nullable(),
  releaseAt: Timestamp.nullable().describe('When it is published unless it is taken back.'),
  missing: z.array(z.string()).describe('What has still to be filled in, in words.'),
  maySign: z.string().nullable().describe('Why the caller cannot sign it; null if they can.'),
  version: z.int(),
})
export type Notice = z.infer<typeof Notice>

const Seen = z.strictObject({ id: IdInPath, version: seenVersion().describe('The version that was on the screen.') })

/** A draft of a notice as the authors of the article see it, by the link of an email. */
export const NoticeForAuthor = z.object({
  id: Id,
  kind: Kind,
  articleTitle: z.string(),
  dueOn: Day,
  isOpen: z.boolean().describe('False once answers are not taken any more.'),
  articlePath: z.string(),
  what: z.string(),
  details: z.string(),
  why: z.string(),
  foundBy: z.string(),
  effect: z.string(),
  action: z.string(),
  authors: z.int(),
  you: z.object({
    name: z.string(),
    answer: z.enum(NOTICE_ANSWERS).nullable(),
    remark: z.string().nullable(),
    mayPrint: z.boolean(),
  }),
})
export type NoticeForAuthor = z.infer<typeof NoticeForAuthor>

export const REMARK_TOO_LONG = `Please use at most ${REMARK_WORDS_MAX} words`
const words = (remark: string): number => remark.split(/\s+/).filter(Boolean).length

export const NoticeAnswerForm = z.strictObject({
  answer: z.enum(NOTICE_ANSWERS, 'Please say whether you agree'),
  remark: text(2000)
    .nullish()
    .transform((remark) => remark?.trim() || null)
    .refine((remark) => remark === null || words(remark) <= REMARK_WORDS_MAX, REMARK_TOO_LONG),
  mayPrint: z.boolean().default(false),
})

/** One copy of an article or a notice outside its row, and whether it contains what it should. */
export const Copy = z.object({
  group: z.enum(['Pages', 'Files', 'Citations', 'Feeds and harvesters', 'Inside the page', 'Archives', 'Deposits']),
  name: z.string(),
  address: z.string().nullable(),
  state: z.enum(['right', 'unchanged on purpose', 'wrong', 'on its way']),
  says: z.string(),
})

/** Notices about published articles. */
export const notices = {
  published: endpoint('GET /notices', {
    access: 'anyone',
    summary: 'Every published notice, newest first, with figures',
    output: z.object({
      notices: z.array(PublishedNotice),
      figures: z.object({
        thisYear: z.int(),
        articles: z.int().describe('Published articles, notices not among them.'),
        medianDays: z.int().nullable().describe('From the first report to the notice.'),
        openConcerns: z.int(),
        late: z.int().describe('Open concerns past their date.'),
      }),
    }),
  }),
  about: endpoint('GET /posts/{id}/notices', {
    access: 'anyone',
    gone: true,
    summary: 'The published notices about an article, newest first; and of a notice its own text',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ notices: z.array(PublishedNotice), own: NoticeInFull.nullable() }),
  }),
  open: endpoint('GET /notices/open', {
    access: 'administrators',
    summary: 'Notices under way, and concerns that wait for their end',
    output: z.object({
      notices: z.array(Notice),
      concerns: z.array(PublishedNotice),
      medianDays: z.int().nullable().describe('From the first report to the notice, of all that began with one.'),
    }),
  }),
  draft: endpoint('POST /notices', {
    access: 'administrators',
    created: true,
    text: 'rich',
    hourly: 'publishing',
    summary: 'Begins a notice about published articles; of a correction with what it will change',
    input: NoticeFields.extend({
      kind: Kind,
      about: z.array(Id).min(1, 'Please name the article').max(50),
      correction: Correction.omit({ reason: true }).optional(),
      requestId: Id.optional().describe('The request from which it is begun.'),
    }),
    output: Notice,
  }),
  read: endpoint('GET /notices/{id}', {
    access: 'administrators',
    summary: 'A notice as editors work on it',
    input: z.strictObject({ id: IdInPath }),
    output: Notice,
  }),
  edit: endpoint('PUT /notices/{id}', {
    also: ['PATCH'],
    access: 'administrators',
    text: 'long',
    rate: 'saving',
    summary: 'Saves fields of a draft',
    input: NoticeFields.extend(Seen.shape),
    output: Notice,
  }),
  ask: endpoint('POST /notices/{id}/ask', {
    access: 'administrators',
    hourly: 'publishing',
    summary: 'Asks the authors of the articles whether they agree',
    input: Seen,
    output: Notice,
  }),
  goUnasked: endpoint('POST /notices/{id}/unasked', {
    access: 'administrators',
    summary: 'Makes a draft ready without asking: for the journal’s own error, or in urgency; the reason is printed',
    input: Seen.extend({ reason: Reason('Please say why the authors are not asked') }),
    output: Notice,
  }),
  sendBack: endpoint('POST /notices/{id}/send-back', {
    access: 'administrators',
    summary: 'Makes it a draft again; answers to its former words are dropped, and those who answered are asked again',
    input: Seen,
    output: Notice,
  }),
  confirm: endpoint('POST /notices/{id}/confirm', {
    access: 'administrators',
    hourly: 'publishing',
    summary: 'Signs a notice: it is published after ten minutes',
    input: Seen,
    output: Notice,
  }),
  undo: endpoint('POST /notices/{id}/undo', {
    access: 'administrators',
    summary: 'Takes a signed notice back before it is published',
    input: z.strictObject({ id: IdInPath }),
    output: Notice,
  }),
  drop: endpoint('POST /notices/{id}/drop', {
    access: 'administrators',
    summary: 'Ends a notice that has not been published',
    input: Seen.extend({ reason: Reason('Please say why the notice is dropped') }),
    output: Notice,
  }),
  reach: endpoint('GET /notices/{id}/reach', {
    access: 'administrators',
    rate: 'searching',
    summary: 'Every copy of a published notice and of its articles, fetched now, and whether it says what it should',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ copies: z.array(Copy), told: z.array(z.object({ who: z.string(), emails: z.int() })) }),
  }),
}

/** What authors do with the link of an email about a draft. Every call is a POST: opening a link changes nothing. */
export const noticeAnswers = {
  open: endpoint('POST /notice-answer/open', {
    access: 'authors asked',
    rate: 'reading',
    writes: false,
    summary: 'The draft of a notice about one’s own article',
    output: NoticeForAuthor,
  }),
  answer: endpoint('POST /notice-answer', {
    access: 'authors asked',
    text: 'long',
    hourly: 'answers',
    summary: 'Says whether one agrees; it can be changed as long as answers are taken',
    input: NoticeAnswerForm,
    output: NoticeForAuthor,
  }),
}
