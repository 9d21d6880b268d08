/** A row of the staged copy: each column as the dump had it. A column that a version does not have is missing. */
export type Row = Readonly<Record<string, string | null>>

/** The staged copy of a database, as the model reads it. A table that was not in the dump has no rows. */
export interface Source {
  rows(table: string): Iterable<Row>
  /** The rows of a table with this value in a column, found without reading the others. */
  where(table: string, column: string, value: string): Iterable<Row>
}

/** The value of a column; null if it is NULL or the version does not have the column. */
export const valueOf = (row: Row, column: string): string | null => row[column] ?? null

/** A value that is not NULL, empty or blank. */
export const filledIn = (row: Row, column: string): string | null => {
  const value = valueOf(row, column)
  return value === null || value.trim() === '' ? null : value
}

/** The id in a column; null for NULL, 0 and what is no number: all three stand for 'none'. */
export function idIn(row: Row, column: string): string | null {
  const value = valueOf(row, column)
  return value !== null && /^[1-9]\d{0,18}$/.test(value) ? value : null
}

/** A number in a column, such as a position written '1.00'; `otherwise` for NULL and what is no number. */
export function numberIn(row: Row, column: string, otherwise = 0): number {
  const value = filledIn(row, column)
  const number = value === null ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : otherwise
}

/** Whether a flag is set: '1' in MySQL's dumps, 't' in PostgreSQL's. NULL is 'no'. */
export const isSet = (row: Row, column: string): boolean => ['1', 't', 'true'].includes(valueOf(row, column) ?? '')

/** What a table of codes has for a code from the dump; nothing that every object has is one. */
export const codedIn = <Meaning>(codes: Readonly<Record<string, Meaning>>, code: string | null): Meaning | undefined =>
  code !== null && Object.hasOwn(codes, code) ? codes[code] : undefined

/** The first row with this value in a column. */
export function firstWhere(source: Source, table: string, column: string, value: string | null): Row | undefined {
  if (value === null) return undefined
  for (const row of source.where(table, column, value)) return row
  return undefined
}

/** Rows by their position, then by the id that each was given. */
export const inOrder = (rows: Iterable<Row>, id: string, position = 'seq'): Row[] =>
  [...rows].sort(
    (one, other) => numberIn(one, position) - numberIn(other, position) || numberIn(one, id) - numberIn(other, id),
  )
