import { z } from 'zod'
import { DEPOSIT_FILTERS, DEPOSIT_REASON_WORDS, DEPOSIT_STATE_WORDS } from '../rules/articles/deposits.ts'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { endpoint } from './endpoint.ts'
import { choice, Id, IdInPath } from './field-schemas.ts'
import { paged, paging } from './paging.ts'

/** What Crossref said of one record. */
export const DepositMessage = z.object({
  status: z.enum(['Success', 'Warning', 'Failure']),
  message: z.string().describe('In Crossref’s own words.'),
})
export type DepositMessage = z.infer<typeof DepositMessage>

/** A deposit of an article's metadata with Crossref. */
export const Deposit = z.object({
  id: Id,
  articleId: Id,
  kind: z.enum(['article', 'review']).describe('What is deposited: the article, or a published review of it.'),
  /** With inline markup; null if the article has been deleted. */
  title: z.string().nullable(),
  doi: z.string().describe('Of the article, or of the review.'),
  state: z.enum(DEPOSIT_STATE_WORDS),
  reason: z.enum(DEPOSIT_REASON_WORDS),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  /** When it is sent, or Crossref is asked about it; null once it has come to its end. */
  nextTryAt: z.iso.datetime().nullable(),
  attempts: z.int(),
  lastError: z.string().nullable(),
  submissionId: z.string().nullable().describe('Crossref’s number of the submission.'),
  messages: z.array(DepositMessage),
  /** False for deposits of articles that are not public at present. */
  canSend: z.boolean(),
})
export type Deposit = z.infer<typeof Deposit>

export const RECORDED_MAX = 100

export const deposits = {
  list: endpoint('GET /deposits', {
    access: 'administrators',
    summary: 'The deposits of metadata with Crossref, newest first',
    input: z.strictObject({
      ...paging(PAGE_SIZE.deposits),
      /** A state, or `attention`: those that were refused or have failed. */
      state: choice(DEPOSIT_FILTERS),
    }),
    output: paged(Deposit).extend({
      /** The journal's DOI prefix; null: no DOI is minted. */
      prefix: z.string().nullable(),
      /** Where deposits are sent; null: they are offered as files. */
      host: z.string().nullable(),
      /** How many deposits are not registered: waiting, refused or failed. */
      unregistered: z.int(),
    }),
  }),
  deposit: endpoint('POST /deposits/articles/{id}', {
    access: 'administrators',
    created: true,
    summary: 'Deposits a public article once more; one without a DOI gets it first',
    input: z.strictObject({ id: IdInPath }),
    output: Deposit,
  }),
  ofNotice: endpoint('POST /notices/{id}/deposit', {
    access: 'administrators',
    rate: 'reading',
    writes: false,
    summary:
      'What Crossref would be sent if a notice were published now: of itself and of its articles; nothing is changed',
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ xml: z.string().nullable().describe('Null where nothing is registered.') }),
  }),
  depositFailed: endpoint('POST /deposits/failed', {
    access: 'administrators',
    created: true,
    summary: 'Deposits again what was refused or has failed',
    output: z.object({ deposits: z.int() }),
  }),
  file: endpoint('GET /deposits/file', {
    access: 'administrators',
    summary: 'The file for Crossref of one article, or of the longest waiting deposits that are not registered',
    input: z.strictObject({ articleId: Id.optional() }),
    output: z.object({
      name: z.string(),
      xml: z.string(),
      /** The deposits that the file holds, to be recorded once Crossref has them. */
      deposits: z.array(Id),
      articles: z.int(),
      /** How many more are waiting for the next file. */
      left: z.int(),
    }),
  }),
  record: endpoint('POST /deposits/record', {
    access: 'administrators',
    summary: 'Records that deposits were taken to Crossref by hand, and registered',
    input: z.strictObject({ ids: z.array(Id).min(1).max(RECORDED_MAX) }),
    output: z.object({ recorded: z.int() }),
  }),
}
