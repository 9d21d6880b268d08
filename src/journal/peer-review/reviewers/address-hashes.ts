import { createHmac } from 'node:crypto'
import { mailboxOf } from '../../../contract/rules/people/same-person.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { now } from '../../../platform/ids.ts'

/**
 * Keyed hashes of email addresses: what is left of a reviewer whose data was erased. Without the server's secret
 * nobody can try addresses against a copy of the database.
 */
export class AddressHashes {
  readonly #key: Uint8Array
  constructor(secret: Uint8Array) {
    this.#key = secret
  }

  hashOf(email: string): string {
    return createHmac('sha256', this.#key).update(email.toLowerCase()).digest('hex')
  }
}

/** An address as it is written, and the mailbox behind it: what follows a plus makes nobody another person. */
const waysOf = (email: string): string[] => [email, mailboxOf(email)]

/** Those of the addresses (in lower case) whose owners were erased, and are never to be asked again. One query. */
export async function neverToBeAsked(
  db: Db,
  hashes: AddressHashes,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const byHash = new Map(
    emails.flatMap((email) => waysOf(email).map((way) => [hashes.hashOf(way), email.toLowerCase()] as const)),
  )
  if (!byHash.size) return new Set()
  const rows = await db
    .selectFrom('erased_reviewers')
    .select('address_hash')
    .where('address_hash', 'in', [...byHash.keys()])
    .execute()
  return new Set(rows.map((row) => byHash.get(row.address_hash)!))
}

/** Remembers addresses as never to be asked again, by their hashes alone. */
export async function rememberNeverToAsk(tx: Tx, hashes: AddressHashes, emails: readonly string[]): Promise<void> {
  const rows = [...new Set(emails.flatMap(waysOf).map((email) => hashes.hashOf(email)))].map((address_hash) => ({
    address_hash,
    at: now(),
  }))
  if (!rows.length) return
  await tx
    .insertInto('erased_reviewers')
    .values(rows)
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .execute()
}
