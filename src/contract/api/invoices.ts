import { z } from 'zod'
import { SEARCH_MAX } from '../rules/articles/article-policy.ts'
import { INVOICE_STATES } from '../rules/fees/invoice-state.ts'
import {
  DUE_DAYS,
  DUE_DAYS_MAX,
  FEE_TABS,
  PAYER_ADDRESS_MAX,
  PAYER_MAX,
  PAYMENT_REFERENCE_MAX,
  SIDE_REASON_MAX,
} from '../rules/fees/invoices.ts'
import { MONEY_MAX } from '../rules/fees/money.ts'
import { FEE_SIDES } from '../rules/fees/sides.ts'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { endpoint } from './endpoint.ts'
import { PromisedFees } from './fees.ts'
import { Id, IdInPath, INTEGER_MAX, line, text } from './field-schemas.ts'
import { paged, paging } from './paging.ts'

const Day = z.iso.date()
const Timestamp = z.iso.datetime()
const Side = z.enum(FEE_SIDES)
const minor = z.int('It must be a whole number').min(0).max(INTEGER_MAX)

export const Payment = z.object({
  id: Id,
  receivedOn: Day,
  amount: z.string().describe('With its currency, such as PKR 5,000.'),
  reference: z.string(),
})

export const Invoice = z.object({
  number: z.string(),
  state: z.enum(INVOICE_STATES),
  payer: z.string(),
  currency: z.string(),
  total: z.string().describe('With its currency, such as EUR 80.'),
  issuedOn: Day,
  dueOn: Day,
  daysLate: z.int().describe('0 unless it is overdue.'),
  remindedAt: Timestamp.nullable(),
  paid: z.string().nullable().describe('Null: nothing has been paid.'),
  paidMinor: z.int().describe('The same in the smallest unit of the currency.'),
  left: z.string().nullable().describe('Without its currency; null: nothing is left.'),
  paidOn: Day.nullable().describe('The day of the last payment.'),
  payments: z.array(Payment),
  creditedBy: z.string().nullable().describe('The number of the credit note.'),
})
export type Invoice = z.infer<typeof Invoice>

/** An accepted manuscript with its fee: not invoiced yet, or with an invoice. */
export const FeeRow = z.object({
  id: z.string().describe('Of the row: the number of the invoice, or the id of the article.'),
  articleId: Id,
  title: z.string(),
  manuscript: z.string().describe('The number of the manuscript, or empty.'),
  author: z.string(),
  acceptedOn: Day.nullable(),
  invoice: Invoice.nullable(),
  waiver: z
    .object({
      outcome: z.enum(['whole', 'part', 'declined']).nullable(),
      remains: z.string().nullable(),
      answer: z.string().nullable(),
      answeredAt: Timestamp.nullable(),
    })
    .nullable()
    .describe('The request to pay less; one that waits has no outcome, and nothing is invoiced before.'),
})
export type FeeRow = z.infer<typeof FeeRow>

export const CREDIT_REASONS = ['reopened', 'withdrawn', 'deleted', 'waived'] as const

/** An invoice whose manuscript is no longer accepted, or whose fee was waived since. It tells nothing of payments. */
export const InvoiceToCredit = z.object({
  number: z.string(),
  title: z.string(),
  total: z.string(),
  because: z.enum(CREDIT_REASONS),
})
export type InvoiceToCredit = z.infer<typeof InvoiceToCredit>

const amounts = z.array(z.string()).describe('One of each currency, such as PKR 405,000.')

export const FeesOverview = paged(FeeRow).extend({
  counts: z.object({
    'to-invoice': z.int(),
    'to-be-paid': z.int(),
    paid: z.int(),
    waived: z.int(),
    credited: z.int(),
  }),
  figures: z.object({
    paidThisYear: amounts,
    toBePaid: amounts,
    overdue: z.int(),
    accepted: z.int().describe('All accepted manuscripts, of which some were waived or reduced.'),
  }),
  toCredit: z.array(InvoiceToCredit),
  totalToCredit: z.int(),
})
export type FeesOverview = z.infer<typeof FeesOverview>
/** So many are listed; the others follow when these are credited. */
export const TO_CREDIT_MAX = 50

export const InvoiceProposal = z.object({
  articleId: Id,
  title: z.string(),
  fees: PromisedFees,
  submittedOn: Day,
  sides: z.array(Side).describe('Of the authors whose country is known.'),
  countries: z.array(z.string()),
  side: Side.describe('What is proposed: of two sides the lower.'),
  reason: z.string().describe('Why another editor has chosen it before.'),
  remains: z.string().nullable().describe('What remains to be paid after a waiver.'),
  payer: z.string(),
  address: z.string(),
  replaces: z.string().nullable().describe('The number of the invoice that was credited last.'),
})
export type InvoiceProposal = z.infer<typeof InvoiceProposal>

export const PAYER_REQUIRED = 'Please enter who pays'
export const SIDE_REQUIRED = 'Please choose which fee applies'
export const SIDE_REASON_REQUIRED = 'Please write why this fee applies; it is kept with the invoice'
export const AMOUNT_REQUIRED = 'Please enter the amount with its currency, such as EUR 80'
export const PAID_AMOUNT_REQUIRED = 'Please enter the amount that was received, such as 15,000'
export const RECEIVED_ON_REQUIRED = 'Please enter the day on which it was received'
export const RECEIVED_TOO_LATE = 'This day has not come yet'
export const DUE_DAYS_REQUIRED = `Please enter a number of days, up to ${DUE_DAYS_MAX}`
export const NOT_PRINTABLE =
  'An invoice can show names in Latin, Greek and Cyrillic letters. Please write this in Latin letters.'
export const HAS_INVOICE = 'This manuscript has an invoice already. Credit it first to issue another one.'
export const WAIVER_WAITS = 'Please answer the request to pay less first.'
export const NOTHING_TO_PAY = 'There is nothing to pay for this manuscript, so it has no invoice.'
export const PAID_MEANWHILE = 'A payment was noted or taken back since you opened this page. Please look again.'
export const IS_CREDITED = 'This invoice was credited. Note the payment on the new invoice.'
export const TOO_MUCH_PAID = 'This is more than can be noted on one invoice.'

export const InvoiceForm = z.strictObject({
  side: z.enum(FEE_SIDES, SIDE_REQUIRED),
  reason: line(SIDE_REASON_MAX)
    .nullish()
    .transform((reason) => reason ?? ''),
  payer: line(PAYER_MAX, { required: PAYER_REQUIRED }),
  address: text(PAYER_ADDRESS_MAX)
    .nullish()
    .transform((address) => address?.trim() ?? ''),
  amount: line(MONEY_MAX)
    .nullish()
    .transform((amount) => amount ?? '')
    .describe('Only where the promised fee is no amount.'),
  dueDays: z.int(DUE_DAYS_REQUIRED).min(0, DUE_DAYS_REQUIRED).max(DUE_DAYS_MAX, DUE_DAYS_REQUIRED).default(DUE_DAYS),
})
export type InvoiceForm = z.output<typeof InvoiceForm>

export const PaymentForm = z.strictObject({
  receivedOn: z.iso.date(RECEIVED_ON_REQUIRED),
  amount: line(MONEY_MAX, { required: PAID_AMOUNT_REQUIRED }).describe('In the currency of the invoice.'),
  reference: line(PAYMENT_REFERENCE_MAX)
    .nullish()
    .transform((reference) => reference ?? ''),
  seenPaid: minor.describe('What had been paid when the invoice was read, in the smallest unit.'),
})
export type PaymentForm = z.output<typeof PaymentForm>

const ofInvoice = z.strictObject({ id: IdInPath })
const filters = {
  tab: z.enum(FEE_TABS).default('to-be-paid'),
  q: line(SEARCH_MAX).optional(),
}

/** Invoices of accepted manuscripts. They are never changed: one is credited, and issued again. */
export const invoices = {
  list: endpoint('GET /fees/invoices', {
    access: 'fees officers',
    rate: 'searching',
    summary: 'Accepted manuscripts by what has become of their fee, with figures',
    input: z.strictObject({ ...filters, ...paging(PAGE_SIZE.invoices) }),
    output: FeesOverview,
  }),
  table: endpoint('GET /fees/invoices/table', {
    access: 'fees officers',
    rate: 'searching',
    summary: 'The same list as a CSV file, without pages',
    input: z.strictObject(filters),
    output: z.object({ name: z.string(), text: z.string() }),
  }),
  proposal: endpoint('GET /fees/{id}/invoice', {
    access: 'fees officers',
    summary: 'What an invoice of a manuscript would say',
    input: ofInvoice,
    output: InvoiceProposal,
  }),
  issue: endpoint('POST /fees/{id}/invoice', {
    access: 'fees officers',
    hourly: 'publishing',
    summary: 'Issues the invoice of a manuscript; the author gets an email. Where the fee is nothing, none is issued',
    input: InvoiceForm.extend({ id: IdInPath }),
    output: z.object({ number: z.string().nullable() }),
  }),
  credit: endpoint('POST /fees/invoices/{id}/credit', {
    access: 'fees officers',
    hourly: 'publishing',
    summary: 'Takes back an invoice by a credit note; the author gets an email',
    input: ofInvoice,
    output: z.object({ number: z.string() }),
  }),
  pay: endpoint('POST /fees/invoices/{id}/payments', {
    access: 'fees officers',
    hourly: 'publishing',
    summary: 'Notes that an invoice was paid, or a part of it; the author gets a receipt',
    input: PaymentForm.extend({ id: IdInPath }),
    output: FeeRow,
  }),
  takeBack: endpoint('POST /fees/payments/{id}/withdrawal', {
    access: 'fees officers',
    hourly: 'publishing',
    summary: 'Takes back a payment that was noted by mistake',
    input: ofInvoice,
    output: FeeRow,
  }),
  file: endpoint('GET /fees/invoices/{id}/file', {
    access: 'signed in',
    summary: 'The address of an invoice or a credit note as a PDF, for its author and for those who look after fees',
    input: ofInvoice,
    output: z.object({ url: z.string() }),
  }),
}
