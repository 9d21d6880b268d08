import { z } from 'zod'
import { INVOICE_STATES } from '../rules/fees/invoice-state.ts'
import { MONEY_MAX } from '../rules/fees/money.ts'
import { FEE_STAGES, WAIVER_ANSWER_MAX, WAIVER_KINDS, WAIVER_OUTCOMES, type WaiverKind } from '../rules/fees/waivers.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, line, text } from './field-schemas.ts'
import { WaiverForm } from './waiver-form.ts'

const Day = z.iso.date()
const Timestamp = z.iso.datetime()
const Fee = z.object({ amount: z.string(), whom: z.string() })

/** What a manuscript was promised on the day on which it was sent, in words. */
export const PromisedFees = z.object({ submission: z.string(), local: Fee, international: Fee })
export type PromisedFees = z.infer<typeof PromisedFees>

export const Waiver = z.object({
  kind: z.enum(Object.keys(WAIVER_KINDS) as [WaiverKind, ...WaiverKind[]]),
  couldPay: z.string(),
  reason: z.string(),
  askedAt: Timestamp,
  outcome: z.enum(WAIVER_OUTCOMES).nullable().describe('Null: not answered yet.'),
  remains: z.string().nullable().describe('What remains to be paid if the fee was reduced.'),
  answer: z.string().nullable(),
  answeredAt: Timestamp.nullable(),
})
export type Waiver = z.infer<typeof Waiver>

/** What concerns the fee of a manuscript, as its submitter sees it. */
export const FeeOfManuscript = z.object({
  submittedOn: Day,
  fees: PromisedFees,
  waiver: Waiver.nullable(),
  mayAsk: z.boolean().describe('Whether a waiver can be asked for, or its request be changed.'),
  paymentFirst: z.boolean().describe('Whether the article is published only once the fee is paid or waived.'),
  invoices: z
    .array(
      z.object({
        number: z.string(),
        state: z.enum([...INVOICE_STATES, 'credit note']),
        total: z.string(),
        issuedOn: Day,
        dueOn: Day.nullable(),
        paid: z.string().nullable(),
        left: z.string().nullable().describe('With its currency; null: nothing is left.'),
      }),
    )
    .describe('Invoices and credit notes, the oldest first.'),
  hasOfficer: z.boolean().describe('Whether anybody looks after fees, who may answer before the decision.'),
})
export type FeeOfManuscript = z.infer<typeof FeeOfManuscript>

/** A request for a waiver, as those may see it who answer it. */
export const WaiverToAnswer = z.object({
  articleId: Id,
  stage: z.enum(FEE_STAGES).describe('As its authors know it, and no closer.'),
  title: z.string(),
  number: z.string(),
  submitter: z.string(),
  affiliation: z.string(),
  submittedOn: Day,
  fees: PromisedFees,
  waiver: Waiver,
})
export type WaiverToAnswer = z.infer<typeof WaiverToAnswer>

/** That there is a request: its words are sealed until it is opened, or the manuscript is accepted for good. */
export const SealedWaiver = z.object({
  articleId: Id,
  title: z.string(),
  number: z.string(),
  submitter: z.string(),
  submittedOn: Day,
  askedAt: Timestamp,
})
export type SealedWaiver = z.infer<typeof SealedWaiver>

export const WAIVERS_MAX = 100
const NUMBER_MAX = 40
export const NUMBER_REQUIRED = 'Please enter the number of a manuscript, such as 2026-052'
export const NO_WAIVER_ASKED =
  'There is no request to pay less of this manuscript. You have no part in its decision from now on.'
export const NOBODY_ELSE_DECIDES =
  'You are the only editor of this manuscript, so you cannot look for a request: nobody else could decide. Please invite a guest editor first.'
export const NOTHING_IS_SEALED = 'This manuscript has been decided, so nothing of it is sealed any more.'
export const FEES_OFFICERS_ONLY = 'Only fees officers can open a request before the decision.'
export const WAIVER_ANSWER_REQUIRED = 'Please write to the author why'
export const REMAINS_REQUIRED = 'Please enter what remains to be paid, with its currency, such as USD 20'
export const REMAINS_TOO_MUCH = 'Please enter less than the promised fee, or decline the request'
export const WAIVER_CHANGED = 'The author has changed this request since you opened it. Please read it again.'
export const WAIVER_ANSWERED = 'This request has been answered already.'
export const WAIVER_TOO_LATE = 'A waiver can no longer be asked for here. Please write to the editors.'

export const WaiverAnswer = z
  .strictObject({
    askedAt: z.iso.datetime('The request that you have seen is missing').describe('Of the request that was seen.'),
    outcome: z.enum(WAIVER_OUTCOMES),
    remains: line(MONEY_MAX)
      .nullish()
      .transform((remains) => remains ?? ''),
    answer: text(WAIVER_ANSWER_MAX)
      .nullish()
      .transform((answer) => answer?.trim() || null),
  })
  .refine(({ outcome, answer }) => outcome !== 'declined' || answer !== null, {
    path: ['answer'],
    error: WAIVER_ANSWER_REQUIRED,
  })
  .refine(({ outcome, remains }) => outcome !== 'part' || remains !== '', {
    path: ['remains'],
    error: REMAINS_REQUIRED,
  })
export type WaiverAnswer = z.output<typeof WaiverAnswer>

/** A manuscript is named by its number: who edits it does not learn from a list that there is a request. */
export const WaiverOpening = z.strictObject({
  number: line(NUMBER_MAX)
    .transform((number) => number.trim())
    .pipe(z.string().min(1, NUMBER_REQUIRED)),
})

/** Fees of manuscripts, each as it was on the day on which the manuscript was sent. */
export const fees = {
  own: endpoint('GET /manuscripts/{id}/fee', {
    access: 'signed in',
    summary: 'What the submitter of a manuscript was promised to pay, and their request to pay less',
    input: z.strictObject({ id: IdInPath }),
    output: FeeOfManuscript,
  }),
  ask: endpoint('POST /manuscripts/{id}/waiver', {
    access: 'signed in',
    hourly: 'answers',
    text: 'long',
    summary: 'Tells the journal that the full fee cannot be paid: sealed to those who decide until the decision',
    input: WaiverForm.safeExtend({ id: IdInPath }),
    output: FeeOfManuscript,
  }),
  waivers: endpoint('GET /fees/waivers', {
    access: 'fees officers',
    summary:
      'The requests for waivers of accepted manuscripts and those that the caller has opened, those to answer first',
    output: z.object({
      toAnswer: z.array(WaiverToAnswer),
      totalToAnswer: z.int().describe('Of all that wait, also of those that are not listed.'),
      answered: z.array(WaiverToAnswer),
    }),
  }),
  sealed: endpoint('GET /fees/sealed', {
    access: 'fees officers',
    summary: 'The requests for waivers that are sealed, of manuscripts that the caller does not edit',
    output: z.object({
      isOfficer: z.boolean().describe('Whether the caller may open requests.'),
      edits: z
        .boolean()
        .describe('Whether the caller edits manuscripts: the list has none of these, with or without a request.'),
      sealed: z.array(SealedWaiver),
      total: z.int().describe('Of all that are sealed, also of those that are not listed.'),
    }),
  }),
  open: endpoint('POST /fees/opening', {
    access: 'fees officers',
    hourly: 'publishing',
    summary:
      'Opens a sealed request: the caller has no part in the decision from then on, with or without a request there',
    input: WaiverOpening,
    output: z.object({ message: z.string(), waiver: WaiverToAnswer.nullable() }),
  }),
  readers: endpoint('GET /fees/readers', {
    access: 'signed in',
    summary: 'Whether anybody looks after fees, who may open a request to pay less before the decision',
    output: z.object({ hasOfficer: z.boolean() }),
  }),
  answer: endpoint('POST /fees/{id}/waiver', {
    access: 'fees officers',
    hourly: 'publishing',
    text: 'long',
    summary: 'Answers a request for a waiver: the whole fee, a part of it, or none; the author gets an email',
    input: WaiverAnswer.safeExtend({ id: IdInPath }),
    output: WaiverToAnswer,
  }),
}
