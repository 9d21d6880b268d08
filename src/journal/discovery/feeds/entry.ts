import type { PublicArticle } from '../../../contract/api/articles.ts'
import type { CitationRecord } from '../../../contract/rules/articles/citation/record.ts'

/** The newest articles of the journal or of a category. */
export interface Feed {
  title: string
  description: string
  /** The page that lists them. */
  page: string
  /** The feed's own address, which is its id as well. */
  self: string
  siteUrl: string
  /** Of the newest change, ISO 8601. */
  updatedAt: string
  entries: Entry[]
}

export interface Entry {
  article: PublicArticle
  /** Its `url` is the entry's id, which never changes. */
  record: CitationRecord
  /** As safe HTML. */
  titleHtml: string
  summaryHtml: string
}

/** The sentence about rights. */
export function rightsOf({ copyright, licenceName, licenceUrl }: CitationRecord): string {
  const licence = `Licensed under ${licenceName}${licenceName === licenceUrl ? '' : ` (${licenceUrl})`}`
  return copyright ? `${copyright.replace(/\.?$/, '.')} ${licence}` : licence
}
