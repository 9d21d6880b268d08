/** The kinds of email; each has a template of the same name. */
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

/** An email waits until the mail server has accepted it. */
export const EMAIL_STATES = ['waiting', 'sent'] as const
export type EmailState = (typeof EMAIL_STATES)[number]
