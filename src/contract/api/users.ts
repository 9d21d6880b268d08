import { z } from 'zod'
import { ROLES } from '../rules/accounts/access.ts'
import { isOrcid, ORCID_INVALID } from '../rules/people/identifiers.ts'
import { SEARCH_MAX } from '../rules/articles/article-policy.ts'
import { PAGE_SIZE } from '../rules/site/page-numbers.ts'
import { endpoint } from './endpoint.ts'
import { paged, paging } from './paging.ts'
import { CurrentPassword } from './passwords.ts'
import { absentWhenBlank, choice, Id, IdInPath, line, nameOfPerson, text } from './field-schemas.ts'

const OpenSession = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** True for the caller's own session. */
  current: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

/** A session as its owner sees it. */
export const OwnSession = OpenSession.extend({
  /** Such as 'Firefox on Windows'; null if the program did not say, or for sessions from before it was noted. */
  device: z.string().nullable(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** A user as that user and administrators see it. */
export const User = z.object({
  id: Id,
  fullName: z.string(),
  email: z.string(),
  /** True once a link sent to this address has been opened. */
  emailConfirmed: z.boolean(),
  /** The new address, until a link sent to it has been opened. */
  pendingEmail: z.string().nullable(),
  username: z.string(),
  role: z.enum(ROLES),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  orc_id: z.string().nullable(),
  /** True if the iD was authenticated with ORCID. */
  orcidProven: z.boolean(),
  createdAt: z.iso.datetime(),
  lastLogin: z.iso.datetime().nullable(),
})
export type User = z.infer<typeof User>

// Field rules that several forms share.
export const Email = (invalid = 'Invalid email address') =>
  line(254, { required: 'Email is required' })
    .pipe(z.email(invalid))
    .transform((email) => email.toLowerCase())

export const Username = line(30, {
  required: 'Username is required',
  max: 'Username cannot exceed 30 characters',
}).pipe(
  z
    .string()
    .min(3, 'Username must be at least 3 characters')
    .regex(/^[A-Za-z0-9_]+$/, 'Username can only contain letters, numbers, and underscores'),
)

const phoneDigits = (phone: string) => phone.replace(/[\s()-]/g, '')

/** The profile form. Empty optional fields are stored as null. */
export const ProfileForm = z.strictObject({
  fullName: nameOfPerson(100, { required: 'Full name is required', max: 'Full name cannot exceed 100 characters' }),
  email: Email('Please enter a valid email address'),
  username: Username,
  phoneNumber: line(40)
    .nullish()
    .transform((phone) => phone || null)
    .refine(
      (phone) => phone === null || /^\+?[1-9]\d{0,15}$/.test(phoneDigits(phone)),
      'Please enter a valid phone number',
    ),
  location: line(200)
    .nullish()
    .transform((location) => location || null),
  bio: text(5000)
    .nullish()
    .transform((bio) => bio?.trim() || null),
})

/** Changing the email address requires the caller's own password; no other field does. */
export const ProfileUpdate = ProfileForm.extend({ currentPassword: CurrentPassword.optional() })

export const EMAIL_NEEDS_PASSWORD = 'Enter your current password to change your email address'

/** A user in the list of users. */
export const ListedUser = User.extend({ openSessions: z.number().int(), articles: z.number().int() })
export type ListedUser = z.infer<typeof ListedUser>

/** Anybody can sign up with anybody's address. */
export const UNCONFIRMED_ADDRESS =
  'The address of this account has not been confirmed, so it may be someone else’s. Please ask its owner to confirm it first.'
export const LAST_ADMINISTRATOR = 'The journal needs at least one administrator'

export const users = {
  list: endpoint('GET /users', {
    access: 'administrators',
    summary: 'Accounts, newest first',
    input: z.strictObject({
      ...paging(PAGE_SIZE.users),
      /** Words in the name, the email address or the username. */
      q: absentWhenBlank(line(SEARCH_MAX).optional()),
      role: choice(ROLES),
    }),
    output: paged(ListedUser),
  }),
  sessions: endpoint('GET /users/{id}/sessions', {
    access: 'administrators',
    summary: "An account's open sessions, last used first",
    input: z.strictObject({ id: IdInPath }),
    output: z.array(OpenSession),
  }),
  endSessions: endpoint('DELETE /users/{id}/sessions', {
    access: 'administrators',
    summary: 'Ends all sessions of an account, or the one that is named',
    input: z.strictObject({ id: IdInPath, sessionId: absentWhenBlank(Id.optional()) }),
    output: z.object({ message: z.string(), endedSessions: z.number().int() }),
  }),
  changeRole: endpoint('PUT /users/{id}/role', {
    access: 'administrators',
    summary: 'Makes or unmakes an administrator, never the last one; ends the sessions of the account',
    input: z.strictObject({ id: IdInPath, role: z.enum(ROLES, 'Role is required') }),
    output: User,
  }),
  read: endpoint('GET /users/{id}', {
    access: 'signed in',
    summary: "One's own account; any account for administrators",
    input: z.strictObject({ id: IdInPath }),
    output: User,
  }),
  update: endpoint('PUT /users/{id}', {
    access: 'signed in',
    summary: "Changes one's own profile; any profile for administrators",
    text: 'long',
    input: ProfileUpdate.extend({ id: IdInPath }),
    output: User,
  }),
  cancelEmailChange: endpoint('DELETE /users/{id}/email-change', {
    access: 'signed in',
    summary: "Takes back a change of one's own email address that is not confirmed; anybody's for administrators",
    input: z.strictObject({ id: IdInPath }),
    output: User,
  }),
  orcidSetUp: endpoint('GET /users/orcid/set-up', {
    access: 'signed in',
    summary: 'Whether the connection to ORCID is set up in this journal',
    output: z.object({ setUp: z.boolean() }),
  }),
  orcidAddress: endpoint('POST /users/orcid/authorize', {
    access: 'signed in',
    hourly: 'orcid',
    summary: 'The address at ORCID that proves whose iD it is; null when the connection is not set up',
    output: z.object({ url: z.string().nullable() }),
  }),
  connectOrcid: endpoint('PUT /users/orcid/{id}', {
    also: ['PATCH'],
    access: 'signed in',
    summary: "Connects an iD that ORCID has just proven to be the caller's",
    input: z.strictObject({
      id: IdInPath,
      orcid: z.string().max(100, { error: ORCID_INVALID, abort: true }).trim().refine(isOrcid, ORCID_INVALID),
    }),
    output: User,
  }),
  me: endpoint('GET /users/me', {
    access: 'own access',
    summary: 'The signed-in person',
    output: User.extend({ isMailing: z.boolean().describe('False as long as the journal cannot send email.') }),
  }),
}
