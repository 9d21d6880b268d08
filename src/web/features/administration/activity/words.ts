import type { ActionNoun } from '../../../../contract/rules/accounts/actions.ts'
import type { EmailState } from '../../../../contract/rules/site/email-kinds.ts'

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

export const STATE_WORDS: Record<EmailState, string> = { waiting: 'Waiting', sent: 'Sent' }

/** Shown as the actor of actions by the system. */
export const THE_JOURNAL = 'The journal'
