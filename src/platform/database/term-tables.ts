/** What articles have in common (`platform/search-engine/article-terms.ts`). */
export interface TermTables {
  article_terms: TermRow
}

export interface TermRow {
  article_id: string
  kind: 'keyword' | 'reference' | 'author'
  /** The slug of a keyword, the DOI of a cited work in small letters, who an author is. */
  key: string
  /** As the article spells it; empty for an author. */
  label: string
}
