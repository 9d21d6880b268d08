import { STATEMENT_COLUMNS } from '../../../platform/database/statement-columns.ts'
import type { ArticleRow } from '../../../platform/database/tables.ts'

/** The columns of an article's scalar content fields, by API name. */
const COLUMNS = {
  title: 'title',
  keywords: 'keywords',
  excerpt: 'excerpt',
  abstract: 'abstract',
  categoryId: 'category_id',
  imageAlt: 'image_alt',
  volumeId: 'volume_id',
  issue: 'issue',
  pageNum: 'page_num',
  elocationId: 'elocation_id',
  doi: 'doi',
  receivedAt: 'received_on',
  revisedAt: 'revised_on',
  acceptedAt: 'accepted_on',
  licenceUrl: 'licence_url',
  copyright: 'copyright',
  ...STATEMENT_COLUMNS,
} as const satisfies Record<string, keyof ArticleRow>

type Field = keyof typeof COLUMNS
type ColumnOf<F extends Field> = (typeof COLUMNS)[F]

export type StoredContent = { [F in Field]: ArticleRow[ColumnOf<F>] }
type ContentColumns = { [F in Field as ColumnOf<F>]: ArticleRow[ColumnOf<F>] }

const entries = Object.entries(COLUMNS) as [Field, ColumnOf<Field>][]

/** Converts content to columns and back. */
export const columnsOf = <C extends Partial<StoredContent>>(
  content: C,
): Pick<ContentColumns, ColumnOf<keyof C & Field>> =>
  Object.fromEntries(
    entries.flatMap(([field, column]) => (field in content ? [[column, content[field]]] : [])),
  ) as Pick<ContentColumns, ColumnOf<keyof C & Field>>

export const contentOf = (row: Pick<ArticleRow, ColumnOf<Field>>): StoredContent =>
  Object.fromEntries(entries.map(([field, column]) => [field, row[column]])) as StoredContent

/** All of them except the abstract, which may be a megabyte long. */
export const SHORT_COLUMNS = Object.values(COLUMNS).filter((column) => column !== 'abstract')
