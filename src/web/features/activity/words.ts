import type { ActionNoun } from '../../../contract/domain/actions.ts'
import type { EmailKind, EmailState } from '../../../contract/domain/email-kinds.ts'

/** Labels of the subjects in the audit log's filter. */
export const NOUN_WORDS: Record<ActionNoun, string> = {
  article: 'Articles',
  category: 'Categories',
  volume: 'Volumes',
  'editorial-members': 'The editorial board',
  session: 'Sign-ins and sign-outs',
  user: 'Accounts',
  reviewer: 'Reviewers',
  'sample-content': 'The sample content',
}

/** Labels of the kinds of email. */
export const EMAIL_WORDS: Record<EmailKind, string> = {
  'submission-received': 'Submission received',
  'submission-to-review': 'Submission to review',
  'submission-deleted': 'Submission deleted',
  'article-published': 'Article published',
  'article-archived': 'Article archived',
  'article-corrected': 'Article corrected',
  'article-deleted': 'Article deleted',
  'password-reset': 'New password',
  'email-confirmation': 'Email confirmation',
  'email-change-asked': 'Email address to be changed',
  'email-changed': 'Email address changed',
}

export const STATE_WORDS: Record<EmailState, string> = { waiting: 'Waiting', sent: 'Sent' }

/** Shown as the actor of actions by the system. */
export const THE_JOURNAL = 'The journal'
