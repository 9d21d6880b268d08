type Timestamp = string

/**
 * The tables of the search of public articles. The indexes of words are `search_heads` and `search_bodies` (FTS5) on
 * SQLite, `search_vectors` on PostgreSQL.
 */
export interface SearchTables {
  /** The articles that are indexed. */
  search_articles: {
    /** The number of its head. */
    no: number
    article_id: string
    /** Plain text. */
    title: string
    published_at: Timestamp
    /** Names, separated by newlines. */
    authors: string
    /** The version of the words that has indexed it. */
    analyser: number
  }
  /** Words of the texts in small letters, to correct typing errors by. */
  search_words: { word: string; articles: number }
  search_names: {
    /** In small letters: 'phaseolus vulgaris'. */
    name: string
    shown: string
    epithet: string
    articles: number
  }
  /** The text of the PDF of an article without another. */
  pdf_texts: {
    article_id: string
    file_id: string
    /** JSON of `Passage[]`; null until it has been read. */
    passages: string | null
  }
}

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
