/** Incremented when the same file gives another text: what is stored is made again. */
export const NORMALISER = 1

/** What an export takes from an article's file, as XML that is valid in its place. */
export interface JatsText {
  /** As the file says: 'research-article', 'en'. */
  type: string | null
  language: string | null
  /** Notes on the authors that are neither their addresses nor a statement that the journal keeps. */
  notes: string
  /** Links to articles that this one corrects, retracts or comments on. */
  related: string
  /** Text, back matter, floats and articles within the article. */
  rest: string
}
