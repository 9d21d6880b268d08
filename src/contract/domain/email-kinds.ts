/** The mails of the journal; each has a template of this name. No zod here: pages read this too. */
export const EMAIL_KINDS = [
  'submission-received',
  'submission-to-review',
  'submission-deleted',
  'article-published',
  'article-archived',
  'article-corrected',
  'article-deleted',
  'password-reset',
  'email-confirmation',
  'email-change-asked',
  'email-changed',
] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

/** A mail waits until the mail server has taken it. */
export const EMAIL_STATES = ['waiting', 'sent'] as const
export type EmailState = (typeof EMAIL_STATES)[number]
