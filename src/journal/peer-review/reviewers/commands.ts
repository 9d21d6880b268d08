import { cleanAgain } from './outdated-copies.ts'
import {
  ADDRESSES_MAX,
  addressTaken,
  NEVER_AGAIN,
  orcidTaken,
  REVIEWER_CHANGED,
  type ReviewerForm,
} from '../../../contract/api/reviewers.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { newId, now } from '../../../platform/ids.ts'
import { noteRecusalsWith } from '../recusal.ts'
import { neverToBeAsked, type AddressHashes, rememberNeverToAsk } from './address-hashes.ts'
import { loadHolders, findReviewer } from './queries.ts'
import { saveReviewerWords } from './words.ts'

/** The indexes that decide between two who add the same person at once: retry, and the second is refused by name. */
export const REVIEWER_INDEXES = ['reviewer_addresses_email', 'reviewers_orcid', 'reviewers_user_id'] as const

export interface NewReviewer extends Omit<ReviewerForm, 'awayUntil'> {
  awayUntil?: string | null
  /** The article into whose review they are invited. */
  createdFor?: string
  /** Invented for a sample. */
  isSample?: boolean
}

/** Who adds or changes reviewers, and what they must not be. */
export interface Adding {
  /** The editor; null where an author's suggestion or the reviewer is the source. */
  vouchedBy: string | null
  actorId: string | null
  hashes: AddressHashes
}

/** Adds a reviewer; refuses an address or ORCID iD of another one, naming them. Returns the id. */
export async function createReviewer(
  tx: Tx,
  { vouchedBy, actorId, hashes }: Adding,
  reviewer: NewReviewer,
  action: 'reviewer.create' | 'reviewer.import' = 'reviewer.create',
): Promise<string> {
  const emails = [...new Set(reviewer.emails.map((email) => email.toLowerCase()))]
  await refuseTaken(tx, null, { emails, orcid: reviewer.orcid })
  if ((await neverToBeAsked(tx, hashes, emails)).size) throw conflict('emails', NEVER_AGAIN)
  const [id, at] = [newId(), now()]
  await tx
    .insertInto('reviewers')
    .values({
      id,
      full_name: reviewer.fullName,
      affiliation: reviewer.affiliation,
      orcid: reviewer.orcid,
      expertise: reviewer.expertise,
      user_id: await loadAccount(tx, emails),
      created_for: reviewer.createdFor ?? null,
      is_sample: reviewer.isSample ? 1 : 0,
      away_until: reviewer.awayUntil ?? null,
      do_not_ask_at: null,
      erased_at: null,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await insertAddresses(
    tx,
    id,
    emails.map((email) => ({ email, vouched_by: vouchedBy, created_at: at })),
  )
  await saveReviewerWords(tx, [id])
  await writeAuditEntry(tx, actorId, action, id)
  return id
}

/** Changes a reviewer; refuses if it has changed since `version` was read. */
export async function updateReviewer(
  tx: Tx,
  { vouchedBy, actorId, hashes }: Adding,
  { id, version, ...form }: ReviewerForm & { id: string; version: number },
): Promise<void> {
  const before = await findReviewer(tx, id)
  if (before.erasedAt !== null) throw notFound('Reviewer')
  if (before.version !== version) throw new DomainError('conflict', REVIEWER_CHANGED)
  await refuseTaken(tx, id, form)
  const known = before.emails.map(({ email }) => email.toLowerCase())
  const added = form.emails.filter((email) => !known.includes(email))
  if ((await neverToBeAsked(tx, hashes, added)).size) throw conflict('emails', NEVER_AGAIN)
  const changedFields = (['fullName', 'affiliation', 'orcid', 'expertise', 'awayUntil'] as const)
    .filter((field) => before[field] !== form[field])
    .map((field): string => field)
  if (known.join() !== form.emails.join()) changedFields.push('emails')
  if (!changedFields.length) return

  await noteRecusalsWith(tx, id)
  const at = now()
  const { numUpdatedRows } = await tx
    .updateTable('reviewers')
    .set({
      full_name: form.fullName,
      affiliation: form.affiliation,
      orcid: form.orcid,
      expertise: form.expertise,
      away_until: form.awayUntil,
      updated_at: at,
      version: version + 1,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new DomainError('conflict', REVIEWER_CHANGED)
  await cleanAgain(tx, { reviewerId: id })
  if (changedFields.includes('emails')) {
    const kept = await tx.selectFrom('reviewer_addresses').selectAll().where('reviewer_id', '=', id).execute()
    await tx.deleteFrom('reviewer_addresses').where('reviewer_id', '=', id).execute()
    await insertAddresses(
      tx,
      id,
      form.emails.map((email) => {
        const { vouched_by = vouchedBy, created_at = at } = kept.find((one) => one.email.toLowerCase() === email) ?? {}
        return { email, vouched_by, created_at }
      }),
    )
  }
  await noteRecusalsWith(tx, id)
  await saveReviewerWords(tx, [id])
  await writeAuditEntry(tx, actorId, 'reviewer.update', id, { after: { changedFields } })
}

/** Notes a further address of a reviewer; of too many the last one goes. */
export async function addAddress(tx: Tx, adding: Adding, id: string, email: string): Promise<void> {
  const reviewer = await findReviewer(tx, id)
  const known = reviewer.emails.map((one) => one.email.toLowerCase()).slice(0, ADDRESSES_MAX - 1)
  await updateReviewer(tx, adding, { ...reviewer, emails: [...known, email] })
}

/** Sets the last day of an absence, or ends it. */
export async function setAway(tx: Tx, actorId: string | null, id: string, awayUntil: string | null): Promise<void> {
  const before = await changeable(tx, id)
  if (before.awayUntil === awayUntil) return
  await change(tx, id, { away_until: awayUntil })
  await writeAuditEntry(tx, actorId, 'reviewer.set-away', id, {
    before: { awayUntil: before.awayUntil },
    after: { awayUntil },
  })
}

/** Marks a reviewer as never to be asked again, or takes that back. */
export async function setNeverAsk(tx: Tx, actorId: string | null, id: string, neverAsk: boolean): Promise<void> {
  const before = await changeable(tx, id)
  if ((before.doNotAskAt !== null) === neverAsk) return
  await change(tx, id, { do_not_ask_at: neverAsk ? now() : null })
  await writeAuditEntry(tx, actorId, neverAsk ? 'reviewer.never-ask' : 'reviewer.ask-again', id)
}

async function changeable(tx: Tx, id: string) {
  const reviewer = await findReviewer(tx, id)
  if (reviewer.erasedAt !== null) throw notFound('Reviewer')
  return reviewer
}

const change = (tx: Tx, id: string, values: { away_until: string | null } | { do_not_ask_at: string | null }) =>
  tx
    .updateTable('reviewers')
    .set(({ eb }) => ({ ...values, updated_at: now(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .execute()

async function insertAddresses(
  tx: Tx,
  reviewer_id: string,
  addresses: readonly { email: string; vouched_by: string | null; created_at: string }[],
): Promise<void> {
  const rows = addresses.map((address, position) => ({ reviewer_id, position, ...address }))
  await tx.insertInto('reviewer_addresses').values(rows).execute()
}

/** An address and an ORCID iD belong to one reviewer; nothing is merged by name. */
async function refuseTaken(
  tx: Tx,
  id: string | null,
  { emails, orcid }: Pick<ReviewerForm, 'emails' | 'orcid'>,
): Promise<void> {
  const holders = await loadHolders(
    tx,
    emails.map((email) => email.toLowerCase()),
  )
  const holder = [...holders.values()].find(({ reviewerId }) => reviewerId !== id)
  if (holder) throw conflict('emails', addressTaken(holder.email, holder.fullName))
  if (orcid === null) return
  const other = await tx
    .selectFrom('reviewers')
    .select(['id', 'full_name'])
    .where('orcid', '=', orcid)
    .executeTakeFirst()
  if (other && other.id !== id) throw conflict('orcid', orcidTaken(other.full_name))
}

/** The account that has confirmed one of these addresses, unless it is another reviewer's. */
async function loadAccount(tx: Tx, emails: readonly string[]): Promise<string | null> {
  const account = await tx
    .selectFrom('users')
    .leftJoin('reviewers', 'reviewers.user_id', 'users.id')
    .select('users.id')
    .where((where) => where(where.fn<string>('lower', ['users.email']), 'in', emails))
    .where('users.email_confirmed_at', 'is not', null)
    .where('reviewers.id', 'is', null)
    .orderBy('users.id')
    .executeTakeFirst()
  return account?.id ?? null
}

const conflict = (field: string, message: string) =>
  new DomainError('conflict', message, { errors: { [field]: message } })

/** The reviewer whose data are being erased, as they still are. */
interface Erasing {
  id: string
  fullName: string
  /** In lower case. */
  emails: readonly string[]
}

/** What another module stores about a reviewer, and erases in the same transaction; `app/` puts them together. */
export type ErasePart = (tx: Tx, reviewer: Erasing) => Promise<void>

/**
 * Erases what identifies a reviewer: name, affiliation, ORCID iD, expertise, addresses, and suggestions with one of
 * these. The row stays, so that what counts reviews stays true; keyed hashes of the addresses stay, so that nobody asks
 * them again. Doing it twice does nothing.
 */
export async function eraseReviewer(
  tx: Tx,
  { hashes, actorId, parts }: { hashes: AddressHashes; actorId: string | null; parts: readonly ErasePart[] },
  id: string,
): Promise<void> {
  const reviewer = await findReviewer(tx, id)
  if (reviewer.erasedAt !== null) return
  const emails = reviewer.emails.map(({ email }) => email.toLowerCase())
  await noteRecusalsWith(tx, id)
  const at = now()
  const { numUpdatedRows } = await tx
    .updateTable('reviewers')
    .set(({ eb }) => ({
      ...{ full_name: '', affiliation: '', orcid: null, expertise: '', user_id: null, away_until: null },
      ...{ name_order: '', words: '', do_not_ask_at: at, erased_at: at, updated_at: at },
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  // Someone else has done it meanwhile.
  if (numUpdatedRows === 0n) return
  await rememberNeverToAsk(tx, hashes, emails)
  if (emails.length) {
    await tx
      .updateTable('reviewer_suggestions')
      .set({ full_name: '', email: null, affiliation: '', reason: '' })
      .where((where) => where(where.fn<string>('lower', ['email']), 'in', emails))
      .execute()
  }
  for (const part of parts) await part(tx, { id, fullName: reviewer.fullName, emails })
  await tx.deleteFrom('reviewer_addresses').where('reviewer_id', '=', id).execute()
  await writeAuditEntry(tx, actorId, 'reviewer.erase', id)
}
