import type { ActionNoun } from '../../../contract/actions.ts'
import type { NoticeKind, NoticeState } from '../../../contract/notice-kinds.ts'

/** What the audit log is about, as its filter says it. */
export const NOUN_WORDS: Record<ActionNoun, string> = {
  article: 'Articles',
  category: 'Categories',
  volume: 'Volumes',
  'editorial-members': 'The editorial board',
  session: 'Signing in and out',
  user: 'Accounts',
  'sample-content': 'The sample content',
}

/** The mails of the journal, by what they tell. */
export const NOTICE_WORDS: Record<NoticeKind, string> = {
  'submission-received': 'Submission received',
  'submission-to-review': 'Submission to review',
  'article-published': 'Article published',
  'article-archived': 'Article archived',
  'password-reset': 'New password',
  'email-confirmation': 'E-mail confirmation',
  'email-change-asked': 'Email address to be changed',
  'email-changed': 'Email address changed',
}

export const STATE_WORDS: Record<NoticeState, string> = { waiting: 'Waiting', sent: 'Sent' }

/** Who did what the program did by itself. */
export const THE_JOURNAL = 'The journal'
