/** An author of a cited work; of a group and of a single name there are no given names. */
export interface ReferenceAuthor {
  family: string
  /** Given names or initials, as the list gives them; may be empty. */
  given: string
  suffix: string
}

export const REFERENCE_KINDS = ['journal', 'book', 'conference', 'data', 'web', 'other'] as const

/** An entry of an article's reference list. Null: the list does not say, or not in parts. */
export interface Reference {
  kind: (typeof REFERENCE_KINDS)[number]
  /** Without the resolver's address, in lower case: `10.1002/ptr.1839`. */
  doi: string | null
  pmid: string | null
  /** The title of the article, chapter or data set as plain text; null where only `source` is named. */
  title: string | null
  /** Empty if the list names them in `text` alone. */
  authors: ReferenceAuthor[]
  year: string | null
  /** The journal, book or proceedings. */
  source: string | null
  volume: string | null
  issue: string | null
  firstPage: string | null
  /** Also absent for a single page and for an article number, which is the first page. */
  lastPage: string | null
  publisher: string | null
  /** The whole entry as printed, as plain text. */
  text: string
}
