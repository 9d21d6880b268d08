import { z } from 'zod'
import { NOTICE_ANSWERS, NOTICE_KINDS, NOTICE_STATES, STANDINGS } from '../rules/articles/notices.ts'
import {
  AFFECTS,
  BLAMED,
  PASSAGE_MAX,
  PASSAGES_MAX,
  REPORT_KINDS,
  REQUEST_FILES_MAX,
  REQUEST_KINDS,
  REQUEST_OUTCOMES,
  REQUEST_STATES,
  REQUEST_TEXT_MAX,
  REQUESTED_BY,
} from '../rules/articles/requests.ts'
import { NAME_CHANGE_STATES, PDF_FATES } from '../rules/articles/name-changes.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, line, nameOfPerson, Reason, seenVersion, text } from './field-schemas.ts'
import { Email } from './users.ts'

const Day = z.iso.date()
const NEEDS_TEXT = 'Please say what is wrong'

/** Text that has at least one word. */
const someText = (max: number, required: string) =>
  text(max)
    .transform((value) => value.trim())
    .refine((value) => value !== '', required)

/** A passage of an article and what it should say. */
export const Passage = z.strictObject({
  passage: someText(PASSAGE_MAX, 'Please copy the passage from the article'),
  wording: text(PASSAGE_MAX).transform((value) => value.trim()),
})
export type Passage = z.output<typeof Passage>

/** What a reader has found, sent without an account. */
export const ReportForm = z.strictObject({
  kind: z.enum(REPORT_KINDS, 'Please choose what it is about'),
  text: someText(REQUEST_TEXT_MAX, NEEDS_TEXT),
  passage: text(PASSAGE_MAX)
    .nullish()
    .transform((passage) => passage?.trim() || null),
  name: nameOfPerson(200, { required: 'Please enter your name' }),
  email: Email(),
})

/** What an author asks for. */
export const RequestForm = z
  .strictObject({
    kind: z.enum(REQUEST_KINDS, 'Please choose what it is about'),
    passages: z.array(Passage).max(PASSAGES_MAX, `Please use at most ${PASSAGES_MAX} passages`).default([]),
    text: text(REQUEST_TEXT_MAX)
      .default('')
      .transform((value) => value.trim()),
    whoseError: z.enum(BLAMED).nullable().default(null),
    affects: z.enum(AFFECTS).nullable().default(null),
    files: z
      .array(z.string().max(1000))
      .max(REQUEST_FILES_MAX, `Please attach at most ${REQUEST_FILES_MAX} files`)
      .default([])
      .describe('Addresses from `files/upload`.'),
  })
  .refine(({ passages, text }) => passages.length > 0 || text !== '', { path: ['text'], error: NEEDS_TEXT })

const asked = {
  id: Id,
  kind: z.enum(REQUEST_KINDS),
  state: z.enum(REQUEST_STATES),
  text: z.string(),
  passages: z.array(z.object({ passage: z.string(), wording: z.string() })),
  whoseError: z.enum(BLAMED).nullable(),
  affects: z.enum(AFFECTS).nullable(),
  receivedOn: Day,
  dueOn: Day.describe('By when the journal answers.'),
  outcome: z.enum(REQUEST_OUTCOMES).nullable(),
  answer: z.string().nullable().describe('What the journal wrote to the requester.'),
  answeredOn: Day.nullable(),
}

/** A request as editors work on it. */
export const Request = z.object({
  ...asked,
  article: z.object({
    id: Id,
    title: z.string().describe('With inline markup, as in articles.'),
    doi: z.string().nullable(),
    standing: z.enum(STANDINGS),
    authors: z.string(),
  }),
  from: z.enum(REQUESTED_BY),
  name: z.string(),
  email: z.string().nullable(),
  isEntered: z
    .boolean()
    .describe('An editor has entered it; otherwise the person has sent it, and the address is confirmed.'),
  files: z.array(z.object({ name: z.string(), bytes: z.int(), url: z.string() })),
  handler: z.object({ id: Id, name: z.string() }).nullable(),
  isLate: z.boolean(),
  notice: z
    .object({ id: Id, kind: z.enum(NOTICE_KINDS), state: z.enum(NOTICE_STATES), path: z.string().nullable() })
    .nullable()
    .describe('The notice that was begun from it; `path` once it is published.'),
  version: z.int(),
})
export type Request = z.infer<typeof Request>

/** The change of a name as the person reads it before agreeing. */
export const OwnNameChange = z.object({
  state: z.enum(NAME_CHANGE_STATES),
  newName: z.string(),
  formerNames: z.array(z.string()),
  words: z.array(z.object({ from: z.string(), to: z.string() })),
  articles: z.array(
    z.object({ title: z.string(), path: z.string(), pdfs: z.array(z.enum(PDF_FATES)).describe('Each kind once.') }),
  ),
})
export type OwnNameChange = z.infer<typeof OwnNameChange>

/** A request as its sender sees it. */
export const OwnRequest = z.object({
  ...asked,
  articleTitle: z.string().describe('With inline markup, as in articles.'),
  articlePath: z.string(),
  isConfirmed: z.boolean().describe('False until the sender has confirmed the address: only then do editors see it.'),
  files: z.array(z.object({ name: z.string(), bytes: z.int() })),
  nameChange: OwnNameChange.nullable().describe('While a new name is proposed; gone once it is carried out.'),
  steps: z.array(z.object({ title: z.string(), on: Day.nullable(), state: z.enum(['done', 'now', 'ahead']) })),
  notice: z
    .object({
      kind: z.enum(NOTICE_KINDS),
      path: z.string(),
      publishedOn: Day,
      version: z.int().nullable().describe('The version that came with it.'),
      comparePath: z.string().nullable(),
      answers: z.array(z.object({ name: z.string(), answer: z.enum(NOTICE_ANSWERS).nullable() })),
    })
    .nullable()
    .describe('Once it is published.'),
})
export type OwnRequest = z.infer<typeof OwnRequest>

export const REPORT_RECEIVED =
  'Thank you. We have sent you an email: please open its link, so that we know that the address is yours. Only then do the editors read your report.'

const Seen = z.strictObject({ id: IdInPath, version: seenVersion().describe('The version that was on the screen.') })

/** What an editor enters of a request that came otherwise. */
export const EnteredRequest = z.strictObject({
  kind: z.enum(REQUEST_KINDS, 'Please choose what it is about'),
  from: z.enum(REQUESTED_BY, 'Please choose who has asked'),
  name: line(200).default(''),
  email: Email()
    .nullish()
    .transform((email) => email ?? null),
  text: someText(REQUEST_TEXT_MAX, NEEDS_TEXT),
})

/** What the requester is answered. */
export const RequestAnswer = z.strictObject({
  outcome: z.enum(REQUEST_OUTCOMES, 'Please choose what came of it'),
  answer: someText(REQUEST_TEXT_MAX, 'Please write to the person who has asked'),
})

/** Requests about published articles: to the editors, from readers, authors and institutions. */
export const requests = {
  report: endpoint('POST /posts/{id}/report', {
    access: 'anyone',
    created: true,
    text: 'long',
    rate: 'signing up',
    summary: 'Reports a problem with a published article; the editors read it once the address is confirmed',
    input: ReportForm.extend({ id: IdInPath }),
    output: z.object({ message: z.string() }),
  }),
  ask: endpoint('POST /posts/{id}/requests', {
    access: 'signed in',
    created: true,
    text: 'report',
    hourly: 'appeals',
    summary: 'Asks the editors to correct an article of one’s own',
    input: RequestForm.safeExtend({ id: IdInPath }),
    output: OwnRequest,
  }),
  ofArticle: endpoint('GET /posts/{id}/requests', {
    access: 'signed in',
    summary: 'What one has asked for about an article of one’s own, newest first',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({
      article: z.object({ id: Id, title: z.string(), path: z.string() }),
      requests: z.array(OwnRequest),
    }),
  }),
  own: endpoint('GET /requests/{id}/own', {
    access: 'signed in',
    summary: 'A request of one’s own, and its answer',
    input: z.strictObject({ id: IdInPath }),
    output: OwnRequest,
  }),
  waiting: endpoint('GET /requests', {
    access: 'administrators',
    summary: 'Requests that wait for an answer, those due first',
    output: z.object({ requests: z.array(Request) }),
  }),
  read: endpoint('GET /requests/{id}', {
    access: 'administrators',
    summary: 'A request as editors work on it',
    input: z.strictObject({ id: IdInPath }),
    output: Request,
  }),
  enter: endpoint('POST /requests', {
    access: 'administrators',
    created: true,
    text: 'long',
    hourly: 'publishing',
    summary: 'Enters a request that came by letter, by email or in the editor’s own reading',
    input: EnteredRequest.extend({ articleId: Id }),
    output: Request,
  }),
  take: endpoint('POST /requests/{id}/take', {
    access: 'administrators',
    summary: 'Makes the caller the one who looks after it',
    input: Seen,
    output: Request,
  }),
  decide: endpoint('POST /requests/{id}/decide', {
    access: 'administrators',
    text: 'long',
    hourly: 'publishing',
    summary: 'Answers the requester, and says what came of it',
    input: RequestAnswer.extend(Seen.shape),
    output: Request,
  }),
  decline: endpoint('POST /requests/{id}/decline', {
    access: 'administrators',
    hourly: 'publishing',
    summary: 'Declines a request; the requester gets the reason',
    input: Seen.extend({ reason: Reason('Please say why') }),
    output: Request,
  }),
}

/** What a reader does with the link of an email about their own report. Every call is a POST: opening a link changes nothing. */
export const reports = {
  open: endpoint('POST /report/open', {
    access: 'requesters',
    rate: 'reading',
    writes: false,
    summary: 'One’s own report, and its answer',
    output: OwnRequest,
  }),
  answerName: endpoint('POST /report/name', {
    access: 'requesters',
    hourly: 'answers',
    summary: 'Agrees to the change of one’s name as it is proposed, or does not',
    input: z.strictObject({ agrees: z.boolean() }),
    output: OwnRequest,
  }),
  confirm: endpoint('POST /report/confirm', {
    access: 'requesters',
    hourly: 'answers',
    summary: 'Confirms the address of a report: from now on the editors read it',
    output: OwnRequest,
  }),
}
