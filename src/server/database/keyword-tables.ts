/** The keywords that have pages (`search/article-keywords.ts`). */
export interface KeywordTables {
  article_keywords: {
    article_id: string
    slug: string
    /** As the article spells it. */
    name: string
  }
}
