/** The kinds of work in the background, with what an administrator reads about them. */
export const BACKGROUND_WORK = {
  emails: 'sending emails',
  deposits: 'depositing with Crossref',
  pictures: 'making smaller pictures',
  texts: 'rendering full texts',
  index: 'indexing for the search',
  pdfTexts: 'reading PDFs for the search',
  cleaning: 'removing names from reviewers’ files',
  typesetting: 'making PDFs of imported articles',
  citations: 'formatting citations',
  reminders: 'reminding reviewers and editors',
  usage: 'counting the use of articles',
} as const
export type WorkKind = keyof typeof BACKGROUND_WORK

/** Work that waits in a table of the database. */
export type QueueName = Exclude<WorkKind, 'reminders' | 'usage'>
