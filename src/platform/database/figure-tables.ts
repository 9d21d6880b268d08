/** The pictures of figures, and the PDFs that the journal typesets itself. */
export interface FigureTables {
  article_figures: ArticleFigureRow
  typeset_pdfs: {
    article_id: string
    /** Null until it is made. */
    file_id: string | null
    /** The file with the text that it was, or could not be, made from. */
    source_file_id: string
  }
}

export interface ArticleFigureRow {
  article_id: string
  /** As in the address: see `figureName`. */
  name: string
  file_id: string
  position: number
}
