import type { Db, Tx } from './database/connect.ts'
import type { FileRow, UserRow } from './database/tables.ts'

/** Whose data are given or erased. */
export interface Person {
  readonly id: string
  readonly account: UserRow
  /**
   * In lower case: the address of the account, and one that waits to be confirmed, as they were typed. Only for what the
   * person has written: anybody can sign up with anybody's address.
   */
  readonly typedEmails: readonly string[]
  /**
   * The address that the person has shown to be theirs, as long as it is the account's; or none. Nothing that the journal
   * holds of an address is given, counted or erased by any other.
   */
  readonly confirmedEmails: readonly string[]
}

export function personOf(account: UserRow): Person {
  const email = account.email.toLowerCase()
  const pending = account.pending_email?.toLowerCase()
  return {
    id: account.id,
    account,
    typedEmails: pending === undefined ? [email] : [email, pending],
    confirmedEmails: account.email_confirmed_at === null ? [] : [email],
  }
}

/** A file that belongs to what is given, by its path within the download. */
export interface GivenFile {
  path: string
  file: Pick<FileRow, 'id' | 'bytes' | 'sha256'>
}

/**
 * What a module holds of people with an account: how it is given to them, and how it is erased with the account. All
 * parts are listed in `app/personal-data-parts.ts`. A test walks all tables: a column that refers to an account or holds an
 * address has to be in the `columns` of a part.
 */
export interface PersonalDataPart {
  /** The name of its file in the download, without extension. */
  readonly name: string
  /** What the file is, in a sentence for its reader. */
  readonly about: string
  /** As plain data, some at a time. Never the secrets of others: what the person may see, or has written. */
  readonly give?: (db: Db, person: Person) => AsyncIterable<unknown> | Iterable<unknown>
  /** Files as they were uploaded. */
  readonly files?: (db: Db, person: Person) => Promise<GivenFile[]>
  /** In the transaction that deletes the account, while its row is still as it was. */
  readonly erase?: (tx: Tx, person: Person, by: Erasure) => Promise<void>
  /** Each column, as `table.column`, that refers to an account or identifies a person, and what becomes of it. */
  readonly columns: Readonly<Record<string, string>>
}

/** Who deletes the account, when, and how texts lose the person. */
export interface Erasure {
  readonly actorId: string
  readonly at: string
  /** A text that the person has written, without their name and addresses. */
  readonly without: (text: string) => string
  /**
   * A text that someone else wrote at a time, without the name that the account had at that time and what the person
   * has proven to be theirs. A name can be changed to any words, and so take them out of what others have written.
   */
  readonly withoutThen: (text: string, writtenAt: string) => string
  /** True if this was the full name of the account at that time. */
  readonly wasNamed: (fullName: string, at: string) => boolean
}

/** What becomes of most columns. */
export const COLUMN = {
  gone: 'given, and erased with the account',
  reference: 'an id, which then leads to a former account',
} as const

const AT_ONCE = 200

/** Reads rows by growing ids, some at a time: a person may have written a hundred thousand. */
export async function* inTurns<Row>(
  read: (after: string, limit: number) => Promise<Row[]>,
  idOf: (row: Row) => string,
): AsyncGenerator<Row> {
  for (let after = ''; ;) {
    const rows = await read(after, AT_ONCE)
    yield* rows
    if (rows.length < AT_ONCE) return
    after = idOf(rows.at(-1)!)
  }
}
