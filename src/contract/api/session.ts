import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrentPassword, NewPassword, Password } from './passwords.ts'
import { IdInPath, line, nameOfPerson } from './field-schemas.ts'
import { Challenge, PasskeyAnswer, PasskeyRequest, SecondFactorAnswer, SecondFactorNeeded } from './second-factors.ts'
import { Email, OwnSession, User, Username } from './users.ts'

/** The sign-in form. */
export const SignIn = z.strictObject({ email: Email(), password: Password })

/** The input of the sign-up form. */
export const SignUp = z.strictObject({
  fullName: nameOfPerson(100, { required: 'Full name is required', max: 'Full name cannot exceed 100 characters' }),
  username: Username,
  email: Email(),
  password: NewPassword,
  phoneNumber: line(1000, { required: 'Phone number is required' }).pipe(
    z.string().regex(/^\+?[\d\s()-]{7,20}$/, 'Invalid phone number format'),
  ),
  location: line(200, { required: 'Location is required' }),
  /** Not validated at sign-up; stored only if it is a valid iD, as unauthenticated. */
  orc_id: z.string().max(200).optional(),
  /** A honeypot: hidden from people, filled in by bots. */
  website: z.string().max(0, 'Please leave this field empty').optional(),
})

export const TERMS_REQUIRED = 'Please accept the Terms of Service and Privacy Policy'

/** The sign-up form: the input, and the terms that must be accepted. */
export const SignUpForm = SignUp.extend({ terms: z.literal(true, TERMS_REQUIRED) })

/** The result of signing in. */
export const AuthAnswer = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  user: User,
  message: z.string(),
})

export const PasswordChange = z.strictObject({
  currentPassword: CurrentPassword,
  newPassword: NewPassword,
})

export const LINK_INCOMPLETE = 'This link is incomplete'

const LinkToken = z.string(LINK_INCOMPLETE).min(1, LINK_INCOMPLETE).max(200)

/** The form behind the link of a password-reset email. */
export const PasswordReset = z.strictObject({ token: LinkToken, newPassword: NewPassword })

/** How long links in emails are valid. */
export const LINK_HOURS = { passwordReset: 1, emailConfirmation: 72 } as const

/** The same answer whether or not the account exists. */
export const RESET_ASKED = 'If this address has an account, we have sent it a link.'
export const RESET_DONE = 'Your new password is set. Please sign in with it.'
export const CONFIRMATION_ASKED = 'An email with a link is on its way.'
/** Shown if no mail server is configured. */
export const CONFIRMATION_KEPT = 'The journal cannot send email at the moment. Yours will be sent as soon as possible.'
export const CONFIRMED = 'Your email address is confirmed.'
export const MAILS_ENOUGH = 'We have already sent you several emails. Please check your inbox, or try again in an hour.'
export const OTHER_ACCOUNT =
  'This link belongs to another account. Please sign in to the account whose address you want to confirm.'
export const LINK_SPENT = 'This link no longer works. Please request a new one.'

export const session = {
  register: endpoint('POST /auth/register', {
    access: 'anyone',
    rate: 'signing up',
    created: true,
    summary: 'Creates an account and opens a session',
    input: SignUp,
    output: AuthAnswer,
  }),
  login: endpoint('POST /auth/login', {
    access: 'anyone',
    rate: 'signing in',
    summary: 'Opens a session, or asks for the second factor of an account that has one',
    input: SignIn,
    output: z.union([AuthAnswer, SecondFactorNeeded]),
  }),
  secondFactor: endpoint('POST /auth/login/second-factor', {
    access: 'anyone',
    rate: 'signing in',
    summary: 'Opens a session by the second factor, after the password',
    input: SecondFactorAnswer,
    output: AuthAnswer,
  }),
  beginPasskey: endpoint('POST /auth/login/passkey/begin', {
    access: 'anyone',
    rate: 'signing in',
    summary: 'Begins to sign in with a passkey, without a password',
    output: z.object({ challenge: z.string(), options: PasskeyRequest }),
  }),
  passkey: endpoint('POST /auth/login/passkey', {
    access: 'anyone',
    rate: 'signing in',
    summary: 'Opens a session by a passkey, without a password',
    input: z.strictObject({ challenge: Challenge, passkey: PasskeyAnswer }),
    output: AuthAnswer,
  }),
  refresh: endpoint('POST /auth/refresh', {
    access: 'anyone',
    summary: 'A new access token for a refresh token; with rotate, a new refresh token as well',
    input: z.strictObject({ refreshToken: z.string().max(200), rotate: z.boolean().default(false) }),
    output: z.object({ accessToken: z.string(), refreshToken: z.string().optional() }),
  }),
  password: endpoint('POST /auth/password', {
    access: 'own access',
    rate: 'signing in',
    summary: 'Changes the password and ends all other sessions',
    input: PasswordChange,
    output: z.object({ message: z.string(), endedSessions: z.number().int() }),
  }),
  list: endpoint('GET /auth/sessions', {
    access: 'own access',
    summary: "The caller's open sessions, last used first",
    output: z.array(OwnSession),
  }),
  endOthers: endpoint('DELETE /auth/sessions', {
    access: 'own access',
    summary: 'Ends all sessions but the one that calls',
    output: z.object({ message: z.string(), endedSessions: z.number().int() }),
  }),
  end: endpoint('DELETE /auth/sessions/{id}', {
    access: 'own access',
    summary: "Ends one of the caller's sessions",
    input: z.strictObject({ id: IdInPath }),
    output: z.object({ message: z.string() }),
  }),
  logout: endpoint('POST /auth/logout', {
    access: 'anyone',
    summary: 'Ends the session of a refresh token, on the server too',
    input: z.strictObject({ refreshToken: z.string().max(200) }),
    output: z.object({ message: z.string() }),
  }),
  forgotPassword: endpoint('POST /auth/forgot-password', {
    access: 'anyone',
    rate: 'signing in',
    summary: 'Sends an email with a link to set a new password, if there is such an account',
    input: z.strictObject({ email: Email() }),
    output: z.object({ message: z.string() }),
  }),
  resetPassword: endpoint('POST /auth/reset-password', {
    access: 'anyone',
    rate: 'signing in',
    summary: 'Sets a new password by the link in an email and ends all sessions of the account',
    input: PasswordReset,
    output: z.object({ message: z.string() }),
  }),
  sendConfirmation: endpoint('POST /auth/confirm-email/send', {
    access: 'signed in',
    rate: 'signing in',
    summary: "Sends an email with a link that confirms the caller's address",
    output: z.object({ message: z.string() }),
  }),
  confirmEmail: endpoint('POST /auth/confirm-email', {
    access: 'own access',
    rate: 'signing in',
    summary: 'Confirms the caller’s email address by the link in an email',
    input: z.strictObject({ token: LinkToken }),
    output: z.object({ message: z.string() }),
  }),
}
