/** The tables of full texts. */
export interface TextTables {
  full_texts: {
    article_id: string
    /** The version of the renderer that has made it. */
    renderer: number
    /** JSON of `FullTextOutline`; null: there is no text. */
    outline: string | null
    /** JSON of `Passage[]`. */
    passages: string | null
  }
  full_text_parts: { article_id: string; part: number; html: string }
}
