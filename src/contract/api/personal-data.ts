import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInPath, line } from './field-schemas.ts'
import { CurrentPassword } from './passwords.ts'

/** What becomes of an account that is deleted, before anybody presses the button. */
export const PersonalDataSummary = z.object({
  /** What has to be typed to confirm: the address of the account. */
  email: z.string(),
  /** Its submissions that have been published, and those that were declined or withdrawn. */
  published: z.number().int(),
  unpublished: z.number().int(),
  /** Manuscripts of others that name the person, by a confirmed address. */
  named: z.number().int(),
  /** Messages, decisions and appeals in peer review. */
  written: z.number().int(),
  /** Reviews, by a confirmed address; null where someone else looks: who has reviewed is confidential. */
  reviews: z.number().int().nullable(),
  /** Why the account cannot be deleted now, in sentences; empty if it can. */
  obstacles: z.array(z.string()),
})
export type PersonalDataSummary = z.infer<typeof PersonalDataSummary>

export const CONFIRMATION_WRONG = 'Please type the email address of the account'

/** The form that asks for one's own data. */
export const PersonalDataRequest = z.strictObject({ currentPassword: CurrentPassword })

/** The form that deletes an account. */
export const AccountDeletion = z.strictObject({
  currentPassword: CurrentPassword.describe('The password of the caller.'),
  confirmation: line(254, { required: CONFIRMATION_WRONG }).describe('The email address of the account.'),
})

export const ACCOUNT_DELETED = 'The account has been deleted.'

const Done = z.object({ message: z.string() })

export const ownData = {
  summary: endpoint('GET /own-data', {
    access: 'signed in',
    summary: 'What is held of the caller, in numbers, and what becomes of it if the account is deleted',
    output: PersonalDataSummary,
  }),
  download: endpoint('POST /own-data/download', {
    access: 'signed in',
    rate: 'signing in',
    summary: 'The address of a ZIP with all that is held of the caller; it works for five minutes',
    input: PersonalDataRequest,
    output: z.object({ url: z.string() }),
  }),
  deleteAccount: endpoint('POST /own-data/delete-account', {
    access: 'signed in',
    rate: 'signing in',
    summary: "Deletes the caller's account, at once and for good",
    input: AccountDeletion,
    output: Done,
  }),
  summaryOf: endpoint('GET /users/{id}/own-data', {
    access: 'administrators',
    summary: 'What becomes of an account if it is deleted',
    input: z.strictObject({ id: IdInPath }),
    output: PersonalDataSummary,
  }),
  deleteAccountOf: endpoint('POST /users/{id}/delete-account', {
    access: 'administrators',
    rate: 'signing in',
    summary: 'Deletes an account at the request of its owner, at once and for good',
    input: AccountDeletion.extend({ id: IdInPath }),
    output: Done,
  }),
}
