import { keyColumns } from './keys.ts'
import { readText } from './plain.ts'
import type { Row } from './rows.ts'

/** A row of the old database. */
export interface RowRef {
  table: string
  key: string
}

/** Why a row is no part of anything that is moved. */
export type Reason =
  | 'another journal'
  | 'belongs to nothing'
  | 'not used'
  | 'a draft that was never public'
  | 'was never sent'
  | 'no role and no act here'

/** What an editor should know of an object, each with the row and what was found. */
export type NoteKind =
  | 'characters removed'
  | 'encoding repaired'
  | 'encoding unsure'
  | 'words lost in cleaning'
  | 'abstract only in another language'
  | 'title only in another language'
  | 'ORCID not valid'
  | 'not an author'
  | 'no family name'
  | 'history out of order'
  | 'path refused'
  | 'file without row'
  | 'file of another galley too'
  | 'list not readable'
  | 'future issue'
  | 'issue missing'
  | 'section missing'
  | 'decision not known'
  | 'no valid email'

/** How the rows that an object is made of are reckoned. */
export interface Reckoning {
  rows: RowRef[]
  leftOut: (RowRef & { reason: Reason })[]
  notes: { kind: NoteKind; row: RowRef; detail: string }[]
}

/** The longest piece of a text that a note shows. */
const DETAIL_MAX = 200

/** Takes down what becomes of each row while an object is made. */
export class Ledger implements Reckoning {
  readonly rows: RowRef[] = []
  readonly leftOut: (RowRef & { reason: Reason })[] = []
  readonly notes: Reckoning['notes'] = []
  readonly #shared = new Set<string>()

  /** Rows that become part of the object, as they are read. */
  take(table: string, rows: Iterable<Row>): Row[] {
    const all = [...rows]
    for (const row of all) this.rows.push(rowRef(table, row))
    return all
  }

  /** Rows that several objects share, such as one DOI of two versions: reckoned once by the object. */
  takeShared(table: string, rows: Iterable<Row>): void {
    for (const row of rows) {
      const ref = rowRef(table, row)
      const name = `${table}/${ref.key}`
      if (this.#shared.has(name)) continue
      this.#shared.add(name)
      this.rows.push(ref)
    }
  }

  leave(table: string, rows: Iterable<Row>, reason: Reason): void {
    for (const row of rows) this.leftOut.push({ ...rowRef(table, row), reason })
  }

  /** For an object that is not moved after all. */
  leaveAll(reason: Reason): void {
    for (const row of this.rows.splice(0)) this.leftOut.push({ ...row, reason })
  }

  note(kind: NoteKind, table: string, row: Row, detail = ''): void {
    this.notes.push({ kind, row: rowRef(table, row), detail: detail.slice(0, DETAIL_MAX) })
  }

  /** A text as it is moved; what had to be done to it is noted. Null for NULL. */
  text(table: string, row: Row, column: string): string | null {
    const value = row[column] ?? null
    if (value === null) return null
    const { text, removed, layers, isUnsure } = readText(value)
    if (layers) this.note('encoding repaired', table, row, text)
    if (isUnsure) this.note('encoding unsure', table, row, text)
    if (removed) this.note('characters removed', table, row, String(removed))
    return text
  }

  /** The parts of an object that all of them have. */
  reckoning(): Reckoning {
    return { rows: this.rows, leftOut: this.leftOut, notes: this.notes }
  }
}

/** The same row has the same key in every dump of a journal. */
export function rowRef(table: string, row: Row): RowRef {
  return {
    table,
    key: keyColumns(table, row)
      .map((column) => row[column] ?? '')
      .join('/'),
  }
}
