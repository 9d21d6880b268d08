type Timestamp = string

/** What harvesters and archives are given. */
export interface HarvestTables {
  /** The text of a stored JATS file as the export has it. */
  jats_texts: {
    file_id: string
    /** The version of the normaliser that has made it. */
    normaliser: number
    /** A `JatsText` as JSON, compressed with gzip. */
    content: Buffer
  }
  /**
   * One row for each article that is or has been public, kept by triggers. It outlives the article: harvesters
   * learn that a record has been deleted.
   */
  harvest_records: {
    article_id: string
    /** By the database's clock: when anything of the record last changed. */
    changed_at: Timestamp
    /** 1: the article is no longer public. */
    deleted: number
    category_id: string | null
    volume_id: string | null
  }
}
