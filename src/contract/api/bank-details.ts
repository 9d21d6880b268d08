import { z } from 'zod'
import { BANK_DETAILS_MAX, BANK_DETAILS_STATES } from '../rules/fees/bank-details.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, text } from './field-schemas.ts'
import { CurrentPassword } from './passwords.ts'

const Timestamp = z.iso.datetime()

export const BANK_DETAILS_REQUIRED = 'Please enter the bank details'
export const SAME_BANK_DETAILS = 'These bank details are in force already'
export const BANK_DETAILS_CHANGED =
  'The bank details have been changed since you opened this. Please look at them again before you propose others.'

export const BankDetails = z.object({
  id: Id,
  words: z.string(),
  state: z.enum(BANK_DETAILS_STATES),
  proposedBy: z.string(),
  proposedAt: Timestamp,
  confirmedBy: z.string().nullable().describe('Null: nobody has confirmed them, or nobody could.'),
  inForceFrom: Timestamp.nullable(),
  endedBy: z.string().nullable(),
  endedAt: Timestamp.nullable(),
})
export type BankDetails = z.infer<typeof BankDetails>

const Waiting = BankDetails.extend({
  takesEffectAt: Timestamp.nullable().describe('At the earliest, where nobody else could confirm them.'),
  proposerStays: z.boolean().describe('Whether its proposer has been a managing editor ever since.'),
  isYours: z.boolean(),
  wasEditorBefore: z.boolean().describe('Whether the caller was a managing editor two days before, and ever since.'),
  isSamePerson: z.boolean().describe('Whether the caller’s account is its proposer’s, as far as can be told.'),
  mayConfirm: z.array(z.string()).describe('The names of those who can confirm them.'),
})
export type WaitingBankDetails = z.infer<typeof Waiting>

export const AllBankDetails = z.object({
  current: BankDetails.nullable().describe('What invoices of today have.'),
  waiting: Waiting.nullable(),
  earlier: z.array(BankDetails).describe('Those that are not in force, the newest first.'),
  canConfirm: z.boolean().describe('Whether anybody else could confirm what the caller proposes now.'),
})
export type AllBankDetails = z.infer<typeof AllBankDetails>

export const BankDetailsForm = z.strictObject({
  words: text(BANK_DETAILS_MAX)
    .transform((words) => words.trim())
    .pipe(z.string().min(1, BANK_DETAILS_REQUIRED)),
  seen: Id.nullable().describe('The details in force that the caller has seen; null for none.'),
  currentPassword: CurrentPassword,
})

const Confirmation = z.strictObject({ id: IdInPath, currentPassword: CurrentPassword })

const ONE = '/bank-details/{id}'

/** The bank details of invoices: proposed by one managing editor, confirmed by another. */
export const bankDetails = {
  read: endpoint('GET /bank-details', {
    access: 'administrators',
    summary: 'The bank details of invoices: those in force, those that wait, and all earlier ones',
    output: AllBankDetails,
  }),
  propose: endpoint('POST /bank-details', {
    access: 'administrators',
    created: true,
    hourly: 'bank details',
    summary:
      'Proposes other bank details: in force once another managing editor has confirmed them, or after 48 hours if nobody else can',
    input: BankDetailsForm,
    output: AllBankDetails,
  }),
  confirm: endpoint(`POST ${ONE}/confirmation`, {
    access: 'administrators',
    hourly: 'bank details',
    summary: 'Confirms what another managing editor has proposed: in force at once',
    input: Confirmation,
    output: AllBankDetails,
  }),
  withdraw: endpoint(`POST ${ONE}/withdrawal`, {
    access: 'administrators',
    hourly: 'bank details',
    summary: 'Withdraws a proposal that is not in force yet',
    input: z.strictObject({ id: IdInPath }),
    output: AllBankDetails,
  }),
}
