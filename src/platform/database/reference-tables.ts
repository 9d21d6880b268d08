import type { Reference } from '../../contract/rules/articles/reference.ts'

export interface ReferenceTables {
  article_references: ReferenceRow
  /** `article_id` is no foreign key: the bytes of a deleted article's card are removed with its row. */
  article_cards: { article_id: string; made_from: string; file_id: string; bytes: number; sha256: string }
  article_citations: {
    article_id: string
    made_from: string
    /** As JSON. */
    formatted: string
  }
}

export interface ReferenceRow extends Pick<
  Reference,
  'kind' | 'doi' | 'pmid' | 'title' | 'year' | 'source' | 'volume' | 'issue' | 'publisher' | 'text'
> {
  article_id: string
  /** In the list, from 1. */
  position: number
  /** As JSON. */
  authors: string
  first_page: string | null
  last_page: string | null
}
