/** The mails of the journal; each has a template of this name. No zod here: pages read this too. */
export const NOTICE_KINDS = [
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
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A mail waits until the mail server has taken it. */
export const NOTICE_STATES = ['waiting', 'sent'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]
