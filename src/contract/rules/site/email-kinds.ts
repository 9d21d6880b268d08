import { REVIEW_EMAILS } from '../peer-review/email-kinds.ts'

/** What editors read about a kind of email: its name, who receives it, and when it is sent. */
interface EmailDescription {
  readonly name: string
  readonly to: string
  readonly when: string
}

/** The kinds of email; each has a template of the same name. */
export const EMAILS = {
  'submission-received': {
    name: 'Manuscript received',
    to: 'The author who submitted the manuscript',
    when: 'As soon as a manuscript arrives.',
  },
  'submission-to-review': {
    name: 'New manuscript',
    to: 'Every administrator',
    when: 'As soon as a manuscript arrives.',
  },
  'submission-deleted': {
    name: 'Manuscript deleted',
    to: 'Every administrator except the one who deleted it',
    when: 'When a submitter deletes a manuscript.',
  },
  ...REVIEW_EMAILS,
  'article-published': {
    name: 'Article published',
    to: 'The author who submitted the article',
    when: 'When an editor publishes an article.',
  },
  'article-archived': {
    name: 'Article archived',
    to: 'The author who submitted the article',
    when: 'When an editor archives a published article.',
  },
  'article-corrected': {
    name: 'Article corrected',
    to: 'The author who submitted the article, unless they corrected it themselves',
    when: 'When an editor corrects a published article.',
  },
  'article-deleted': {
    name: 'Article deleted',
    to: 'The author who submitted the article',
    when: 'When an editor deletes an article, published or not.',
  },
  'deposit-failed': {
    name: 'Deposit failed',
    to: 'Every administrator',
    when: 'When Crossref refuses the metadata of an article, or they cannot be sent; at most once a day.',
  },
  'disk-low': {
    name: 'Disk nearly full',
    to: 'Every administrator',
    when: 'When the server’s disk is nearly full; not again until space has been freed.',
  },
  'state-report': {
    name: 'System status',
    to: 'The address in the setting OPERATOR_EMAIL',
    when: 'While something is wrong with the server, such as backups that fail; at most once a day.',
  },
  'password-reset': {
    name: 'New password',
    to: 'The owner of the account',
    when: 'When someone asks for a new password.',
  },
  'email-confirmation': {
    name: 'Email confirmation',
    to: 'The address to be confirmed',
    when: 'When someone signs up, asks for another email address, or asks for this email again.',
  },
  'email-change-asked': {
    name: 'Email change requested',
    to: 'The current address of the account',
    when: 'When someone asks to change the email address of an account.',
  },
  'email-changed': {
    name: 'Email address changed',
    to: 'The former address of the account',
    when: 'When a new email address has been confirmed.',
  },
  'sign-in-changed': {
    name: 'Sign-in method changed',
    to: 'The owner of the account',
    when: 'When the password, a passkey, one-time codes or recovery codes of an account are changed.',
  },
  'recovery-code-used': {
    name: 'Recovery code used',
    to: 'The owner of the account',
    when: 'When someone signs in with a recovery code.',
  },
  'wrong-codes': {
    name: 'Wrong codes',
    to: 'The owner of the account',
    when: 'When someone enters the right password and then several wrong one-time codes.',
  },
  'account-deleted': {
    name: 'Account deleted',
    to: 'The former owner of the account; the address is forgotten once it is sent',
    when: 'When an account has been deleted.',
  },
} as const satisfies Record<string, EmailDescription>

export type EmailKind = keyof typeof EMAILS
export const EMAIL_KINDS = Object.keys(EMAILS) as [EmailKind, ...EmailKind[]]

/** An email waits until the mail server has accepted it. */
export const EMAIL_STATES = ['waiting', 'sent'] as const
export type EmailState = (typeof EMAIL_STATES)[number]
