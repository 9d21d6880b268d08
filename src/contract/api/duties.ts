import { z } from 'zod'
import { DUTIES, STORED_DUTIES, TERMS_MAX } from '../rules/accounts/duties.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath } from './field-schemas.ts'
import { Email } from './users.ts'

export const DUTIES_CHANGED =
  'The duties of this person have been changed since you opened this. Please look at them again.'
export const NO_SUCH_CATEGORY = 'Please choose another category. One that you chose no longer exists.'
export const CATEGORIES_NEEDED = 'Please choose at least one category'
export const ENDS_BEFORE_IT_BEGINS = 'The last day is before the first one'
export const HAS_DUTY = 'This person already has this duty. Change it in the list below.'
export const ALREADY_INVITED = 'This address has been invited to this already. Send the invitation again instead.'
export const INVITATION_OVER = 'This invitation has expired or was withdrawn. Please ask the journal to send it again.'
export const INVITATION_NOT_YOURS =
  'There is no such invitation to the address of your account. Sign in with the account of the address that it was sent to.'
export const SENT_AGAIN_TOO_SOON = 'This invitation was sent less than a day ago. Please wait a little.'

/** An empty date field of a form is no date. */
const Day = z
  .union([z.literal('').transform(() => null), z.iso.date('Please enter a date')], 'Please enter a date')
  .nullish()
  .transform((day) => day ?? null)

const days = {
  from: Day.describe('The first day; null: at once.'),
  until: Day.describe('The last day; null: for ever.'),
}
const inOrder = ({ from, until }: { from: string | null; until: string | null }) =>
  from === null || until === null || from <= until
const OUT_OF_ORDER = { message: ENDS_BEFORE_IT_BEGINS, path: ['until'] }

const Categories = z
  .array(Id)
  .max(TERMS_MAX, `Please choose at most ${TERMS_MAX}`)
  .default([])
  .describe('Of a section editor.')

export const DutyInvitationForm = z
  .strictObject({
    email: Email('Please enter a valid email address'),
    duty: z.enum(DUTIES, 'Please choose a duty'),
    categoryIds: Categories,
    ...days,
  })
  .refine(inOrder, OUT_OF_ORDER)
  .refine(({ duty, categoryIds }) => (duty === 'section') === categoryIds.length > 0, {
    message: CATEGORIES_NEEDED,
    path: ['categoryIds'],
  })

/** A term that stays has the id that it had; a new one has none. */
const TermForm = z
  .strictObject({ id: Id.nullable(), duty: z.enum(STORED_DUTIES), categoryId: Id.nullable(), ...days })
  .refine(inOrder, OUT_OF_ORDER)
  .refine(({ duty, categoryId }) => (duty === 'section') === (categoryId !== null), {
    message: CATEGORIES_NEEDED,
    path: ['categoryId'],
  })

export const DutiesForm = z.strictObject({
  seen: z.string().max(100).describe('What the caller has read of these duties: refused if they have changed since.'),
  managing: z.boolean(),
  terms: z.array(TermForm).max(TERMS_MAX, `At most ${TERMS_MAX}`),
})

const Term = z.object({
  id: Id,
  duty: z.enum(STORED_DUTIES),
  categoryId: Id.nullable(),
  category: z.string().nullable(),
  from: z.iso.date().nullable(),
  until: z.iso.date().nullable(),
  state: z.enum(['planned', 'held', 'ended']),
})
export type DutyTerm = z.infer<typeof Term>

export const DutyHolder = z.object({
  userId: Id,
  fullName: z.string(),
  email: z.string(),
  isYou: z.boolean(),
  managing: z.boolean(),
  terms: z.array(Term),
  openCases: z.int().describe('Of their categories, without those from which the caller is recused.'),
  assigned: z.int().describe('Open cases that they handle, of any category.'),
  seen: z.string(),
})
export type DutyHolder = z.infer<typeof DutyHolder>

const invited = {
  id: Id,
  duty: z.enum(DUTIES),
  categories: z.array(z.object({ id: Id, name: z.string() })),
  from: z.iso.date().nullable(),
  until: z.iso.date().nullable(),
  expiresAt: z.iso.datetime(),
}
const Invitation = z.object({
  ...invited,
  email: z.string(),
  sentAt: z.iso.datetime(),
  isExpired: z.boolean(),
})
export type DutyInvitation = z.infer<typeof Invitation>

/** As the invited person sees it. */
export const OwnInvitation = z.object({
  ...invited,
  isConfirmed: z.boolean().describe('False while the address of their account is to be confirmed first.'),
  isOver: z.boolean(),
  isAccepted: z.boolean(),
})
export type OwnInvitation = z.infer<typeof OwnInvitation>

const Done = z.object({ message: z.string() })
const INVITATION = '/duties/invitations/{id}'

/** Who does what for the journal. What someone may do holds from their next call on, and ends the same way. */
export const duties = {
  list: endpoint('GET /duties', {
    access: 'administrators',
    summary: 'Everybody with a duty, and the invitations that wait',
    output: z.object({ people: z.array(DutyHolder), invitations: z.array(Invitation) }),
  }),
  change: endpoint('PUT /duties/{userId}', {
    access: 'administrators',
    hourly: 'duties',
    summary: 'Changes what someone does for the journal; the last administrator stays one',
    input: DutiesForm.extend({ userId: IdInPath }),
    output: Done,
  }),
  invite: endpoint('POST /duties/invitations', {
    access: 'administrators',
    created: true,
    hourly: 'duties',
    summary: 'Invites the owner of an address to a duty, which is theirs once they have accepted',
    input: DutyInvitationForm,
    output: Done,
  }),
  resend: endpoint(`POST ${INVITATION}/sending`, {
    access: 'administrators',
    hourly: 'duties',
    summary: 'Sends an invitation again, at most once a day; it can be accepted for as long again',
    input: z.strictObject({ id: IdInPath }),
    output: Done,
  }),
  withdraw: endpoint(`DELETE ${INVITATION}`, {
    access: 'administrators',
    summary: 'Withdraws an invitation that was not accepted',
    input: z.strictObject({ id: IdInPath }),
    output: Done,
  }),
  own: endpoint('GET /duties/own', {
    access: 'signed in',
    summary: 'What the caller does for the journal, and invitations to the confirmed address of their account',
    output: z.object({ duties: z.array(z.enum(DUTIES)), terms: z.array(Term), invitations: z.array(OwnInvitation) }),
  }),
  invitation: endpoint(`GET ${INVITATION}`, {
    access: 'signed in',
    summary: 'An invitation to the address of the caller’s account',
    input: z.strictObject({ id: IdInPath }),
    output: OwnInvitation,
  }),
  accept: endpoint(`POST ${INVITATION}/acceptance`, {
    access: 'signed in',
    hourly: 'answers',
    summary: 'Accepts an invitation to the confirmed address of the caller’s account',
    input: z.strictObject({ id: IdInPath }),
    output: Done,
  }),
}
