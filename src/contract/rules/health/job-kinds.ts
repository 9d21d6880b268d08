/** The kinds of jobs, with what an administrator reads about one that failed. */
export const JOB_KINDS = {
  pictures: 'Smaller copies of a picture could not be made',
  texts: 'The full text of an article could not be rendered',
  pdfTexts: 'The PDF of an article could not be read for the search',
  cleaning: 'Names could not be removed from a reviewer’s file',
  index: 'An article could not be indexed for the search',
  citations: 'The references to an article could not be formatted',
  typesetting: 'The PDF of an imported article could not be made',
} as const
export type JobKind = keyof typeof JOB_KINDS
