/** The kinds of jobs, with what an administrator reads about one that failed. */
export const JOB_KINDS = {
  pictures: 'Smaller copies of an image could not be made',
  texts: 'The full text of an article could not be rendered',
  pdfTexts: 'The PDF of an article could not be read for the search',
  cleaning: 'Names could not be removed from a reviewer’s file',
  index: 'An article could not be indexed for the search',
  citations: 'The references to an article could not be formatted',
  typesetting: 'The PDF of an imported article could not be made',
  issuePdfs: 'The PDF of an article could not be made again for its issue',
  noticePdfs: 'The PDF of a notice could not be made',
  notices: 'A notice about an article could not be published, or its emails could not be written',
  digest: 'The emails about new articles could not be written',
  titles: 'The corrected title of the journal could not be sent to Crossref for its articles',
} as const
export type JobKind = keyof typeof JOB_KINDS

/** The kinds of work in the background, with what an administrator reads about them. */
export const BACKGROUND_WORK = {
  emails: 'sending emails',
  deposits: 'depositing with Crossref',
  pictures: 'making smaller images',
  texts: 'rendering full texts',
  index: 'indexing for the search',
  pdfTexts: 'reading PDFs for the search',
  cleaning: 'removing names from reviewers’ files',
  typesetting: 'making PDFs of imported articles',
  citations: 'formatting citations',
  notices: 'publishing notices',
  digest: 'writing to followers about new articles',
  titles: 'renewing records after a corrected title',
  issuePdfs: 'making PDFs for issues',
  noticePdfs: 'making PDFs of notices',
  reminders: 'reminding reviewers and editors',
  usage: 'counting the use of articles',
  missed: 'counting addresses without a page',
  report: 'telling the operator what is wrong',
  moving: 'removing what was read of another system',
} as const
export type WorkKind = keyof typeof BACKGROUND_WORK

/** Work that waits in a table of the database. */
export type QueueName = Exclude<WorkKind, 'reminders' | 'usage' | 'missed' | 'report' | 'moving'>
