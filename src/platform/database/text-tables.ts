import type { Generated } from 'kysely'
import type { Reference } from '../../contract/rules/articles/reference.ts'

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
  /** The text of a stored JATS file as the export has it. */
  jats_texts: {
    file_id: string
    /** The version of the normaliser that has made it. */
    normaliser: number
    /** A `JatsText` as JSON, compressed with gzip. */
    content: Buffer
  }
}

/** The pictures of figures, and the PDFs that the journal typesets itself. */
export interface FigureTables {
  article_figures: ArticleFigureRow
  /** PDFs made of articles before they are published, as uploads of the editors who had them made. */
  made_pdfs: {
    file_id: string
    purpose: 'proof' | 'publication'
    source_file_id: string | null
    /** See `printedDigest`. */
    printed: Generated<string | null>
  }
  typeset_pdfs: {
    article_id: string
    /** Null until it is made. */
    file_id: string | null
    /** The file with the text that it was, or could not be, made from. */
    source_file_id: string
  }
}

interface ArticleFigureRow {
  article_id: string
  /** As in the address: see `figureName`. */
  name: string
  file_id: string
  position: number
}

export interface ReferenceTables {
  article_references: ReferenceRow
  /** `article_id` is no foreign key: the bytes of a deleted article's card are removed with its row. */
  article_cards: { article_id: string; made_from: string; file_id: string; bytes: number; sha256: string }
  marked_pdfs: {
    article_id: string
    made_from: string
    notice: string
    file_id: string
    bytes: number
    sha256: string
  }
  article_citations: {
    article_id: string
    made_from: string
    /** As JSON. */
    formatted: string
  }
}

interface ReferenceRow extends Pick<
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
