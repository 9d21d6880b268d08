import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { moveConfirmation } from '../../../contract/rules/peer-review/authorship.ts'
import type { Contributor } from '../../../contract/rules/people/people.ts'
import { DAY_MS } from '../../../contract/rules/text/dates.ts'
import type { Database, Db, Tx } from '../../../platform/database/connect.ts'
import { lockForUpdate } from '../../../platform/database/lock-for-update.ts'
import type { ConfirmationRow, ProposalRow } from '../../../platform/database/review-tables.ts'
import { now } from '../../../platform/ids.ts'
import { contributorIn, inParts, loadAuthors } from '../../publication/articles/contributor-rows.ts'
import { findCase } from '../cases/case-rows.ts'
import { send, timeAfter } from '../cases/notify.ts'

/** Someone of a list of authors; `id` is that of the contributor. */
export type ListedAuthor = Contributor & { id: string }

/** What one of the authors has answered. */
export interface ConfirmationOfAuthor extends Omit<ConfirmationRow, 'person' | 'is_reason_shared'> {
  person: Contributor
  isReasonShared: boolean
}

/** A list of authors that they were asked about, in its order. */
export interface AskedList {
  digest: string
  askedAt: string
  /** Of those named; of a proposal also of those whom it removes, behind them. */
  answers: ConfirmationOfAuthor[]
  /** Of those whom the list before it named, and who are asked whether that is right. */
  removed: ConfirmationOfAuthor[]
  /** True if the case waits for the answers. */
  isBinding: boolean
}

/** Stands for what an author confirms: the names as printed, their order, and who is the corresponding author. */
export const digestOf = (list: readonly Pick<Contributor, 'fullName' | 'role'>[]): string =>
  createHash('sha256')
    .update(JSON.stringify(list.map(({ fullName, role }) => [fullName, role])))
    .digest('hex')

/** The ids of all lists that were proposed for an article, which do not count. */
const proposals = (articleId: string) => sql<string>`(select id from author_proposals where article_id = ${articleId})`

/** The list of authors that waits until everybody agrees. */
export const openProposal = (db: Db, articleId: string): Promise<ProposalRow | undefined> =>
  db
    .selectFrom('author_proposals')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('state', '=', 'open')
    .executeTakeFirst()

/** The list that the authors of an article were asked about last, or another; undefined if they were never asked. */
export async function answersOf(db: Db, articleId: string, digest?: string): Promise<AskedList | undefined> {
  const rows = await db
    .selectFrom('author_confirmations')
    .selectAll()
    .where('article_id', '=', articleId)
    .where((where) =>
      digest === undefined
        ? where('asked_at', '=', (select) =>
            select
              .selectFrom('author_confirmations')
              .select(({ fn }) => fn.max('asked_at').as('last'))
              .where('article_id', '=', articleId)
              .where('list_digest', 'not in', proposals(articleId)),
          )
        : where('list_digest', '=', digest),
    )
    .orderBy('position')
    .execute()
  const [first] = rows
  if (!first) return undefined
  const answers = rows.map(({ person, is_reason_shared, ...row }) => ({
    ...row,
    person: JSON.parse(person) as Contributor,
    isReasonShared: is_reason_shared === 1,
  }))
  return {
    ...{ digest: first.list_digest, askedAt: first.asked_at, isBinding: first.is_binding === 1 },
    answers: answers.filter(({ is_removed }) => is_removed === 0),
    removed: answers.filter(({ is_removed }) => is_removed === 1),
  }
}

/**
 * Asks everybody of a list of authors whether it is right, which from now on is the list that counts, and whom it no longer
 * names. Who has answered this very list before is not asked again, unless another address is named for them. `by` has made
 * the list: if that is the submitter, their own place in it needs no further answer. The article is locked.
 */
export async function askAuthors(
  tx: Tx,
  articleId: string,
  list: readonly ListedAuthor[],
  { by }: { by: string | null },
): Promise<void> {
  const digest = digestOf(list)
  const addresses = ownAddresses(list)
  const last = await answersOf(tx, articleId)
  const asked = await answersOf(tx, articleId, digest)
  const before = new Map(asked?.answers.map((one) => [one.position, one]))
  const askedAt = timeAfter(last?.askedAt)
  const removed = removedFrom(last, list, addresses)
  const people = [
    ...list.map((author, position) => ({
      ...{ id: author.id, person: contributorIn(author), email: addresses[position]!, earlier: before.get(position) },
    })),
    ...removed.map(({ contributor_id, person, email }) => ({
      ...{ id: contributor_id, person, email, earlier: asked?.removed.find((one) => one.email === email) },
    })),
  ]
  const rows = people.map(({ id, person, email, earlier }, position): ConfirmationRow => {
    const isSame = earlier?.email === email
    return {
      ...{ article_id: articleId, list_digest: digest, contributor_id: id, position, email },
      ...{ person: JSON.stringify(person), is_removed: position < list.length ? 0 : 1, is_binding: 1 },
      state: isSame ? earlier.state : (moveConfirmation(earlier?.state ?? 'asked', 'change') ?? 'asked'),
      asked_at: askedAt,
      asked_by: by,
      // Of a list that counts again, those who have not answered get another email.
      told_at: isSame && (earlier.state !== 'asked' || last?.digest === digest) ? earlier.told_at : null,
      answered_at: isSame ? earlier.answered_at : null,
      reason: isSame ? earlier.reason : null,
      is_reason_shared: isSame && earlier.isReasonShared ? 1 : 0,
      waived_by: isSame ? earlier.waived_by : null,
      waive_reason: isSame ? earlier.waive_reason : null,
    }
  })
  await tx
    .deleteFrom('author_confirmations')
    .where('article_id', '=', articleId)
    .where('list_digest', '=', digest)
    .execute()
  for (const some of inParts(rows)) await tx.insertInto('author_confirmations').values(some).execute()
  await tellAuthors(tx, articleId)
}

/** Those of the list before who are no longer named, and those of an earlier one who have not answered yet. */
function removedFrom(last: AskedList | undefined, list: readonly ListedAuthor[], addresses: readonly string[]) {
  const ids = new Set(list.map(({ id }) => id))
  const waiting = last?.removed.filter(({ state }) => state === 'asked' || state === 'declined') ?? []
  return [...(last?.answers ?? []), ...waiting].filter(
    ({ contributor_id, email }) => email !== '' && !ids.has(contributor_id) && !addresses.includes(email),
  )
}

/**
 * The addresses at which authors are asked, in small letters: two with the same one cannot both answer at it, so it is
 * the first one's alone.
 */
function ownAddresses(list: readonly ListedAuthor[]): string[] {
  const taken = new Set([''])
  return list.map(({ email }) => {
    const address = email.toLowerCase()
    if (taken.has(address)) return ''
    taken.add(address)
    return address
  })
}

/** Asks people of a list that is proposed: those on it, with their places, and those who are no longer. */
export async function askAboutProposal(
  tx: Tx,
  { id, article_id, proposed_by, proposed_at }: ProposalRow,
  people: readonly { author: ListedAuthor; position: number }[],
): Promise<void> {
  const rows = people.map(({ author, position }): ConfirmationRow => ({
    ...{ article_id, list_digest: id, contributor_id: author.id, position, email: author.email.toLowerCase() },
    ...{ person: JSON.stringify(contributorIn(author)), state: 'asked', asked_at: proposed_at, asked_by: proposed_by },
    ...{ told_at: null, answered_at: null, reason: null, is_reason_shared: 0, waived_by: null, waive_reason: null },
    ...{ is_removed: 0, is_binding: 1 },
  }))
  for (const some of inParts(rows)) await tx.insertInto('author_confirmations').values(some).execute()
  await tellAuthors(tx, article_id)
}

/** Ends a proposal; what people have answered is kept, and nobody is asked any more. */
export async function settleProposal(
  tx: Tx,
  { id }: ProposalRow,
  state: Exclude<ProposalRow['state'], 'open'>,
  { by, reason = null }: { by: string | null; reason?: string | null },
): Promise<void> {
  await tx
    .updateTable('author_proposals')
    .set({ state, people: '[]', settled_at: now(), settled_by: by, reason })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('author_confirmations').where('list_digest', '=', id).where('state', '=', 'asked').execute()
}

/**
 * Asks the authors about the list as it is now, if it belongs to a manuscript that someone has submitted. Another list
 * that was proposed instead of the one before is withdrawn.
 */
export async function askAgain(tx: Tx, articleId: string, by: string | null): Promise<void> {
  const proposal = await openProposal(tx, articleId)
  if (proposal) await settleProposal(tx, proposal, 'withdrawn', { by })
  const theCase = await findCase(tx, articleId)
  if (!theCase || theCase.closed_at !== null || !(await submitterOf(tx, articleId))) return
  await askAuthors(tx, articleId, await loadAuthors(tx, [articleId]), { by })
}

/** Who has submitted an article; undefined for an imported one. */
const submitterOf = (db: Db, articleId: string) =>
  db
    .selectFrom('articles')
    .innerJoin('users', 'users.id', 'articles.submitter_id')
    .select(['users.id', 'users.email', 'users.email_confirmed_at'])
    .where('articles.id', '=', articleId)
    .executeTakeFirst()

/**
 * How many are written to within a day for the manuscripts of one submitter, and how often at one address: nobody has
 * confirmed the addresses and the titles that a submitter types. The others are written to later.
 */
const OF_SUBMITTER_A_DAY = 300
const TO_ADDRESS_A_DAY = 10

/**
 * Writes to those of the list that counts who have not been asked yet. Nothing is sent for a submitter who has not
 * confirmed their own address: `tellWaitingAuthors` does it afterwards.
 */
async function tellAuthors(tx: Tx, articleId: string): Promise<void> {
  const submitter = await submitterOf(tx, articleId)
  if (!submitter?.email_confirmed_at) return
  const proposal = await openProposal(tx, articleId)
  const lists = [await answersOf(tx, articleId), ...(proposal ? [await answersOf(tx, articleId, proposal.id)] : [])]
  const waiting = lists
    .flatMap((list) => (list ? [...list.answers, ...list.removed] : []))
    .filter(({ state, told_at, email }) => state === 'asked' && told_at === null && email !== '')
  if (!waiting.length) return
  const at = now()
  const isOwn = ({ email, asked_by }: ConfirmationOfAuthor) =>
    email === submitter.email.toLowerCase() && asked_by === submitter.id
  for (const own of waiting.filter(isOwn)) await change(tx, own, { state: 'confirmed', answered_at: own.asked_at })
  let room = OF_SUBMITTER_A_DAY - (await toldWithinADay(tx, at, { submitterId: submitter.id }))
  for (const one of waiting) {
    if (room <= 0) break
    if (isOwn(one) || (await toldWithinADay(tx, at, { email: one.email })) >= TO_ADDRESS_A_DAY) continue
    room--
    await change(tx, one, { told_at: at })
    const about = { articleId, contributorId: one.contributor_id }
    if (one.is_removed === 1) await send(tx, 'co-author-removed', one.email, about)
    else if (one.list_digest !== proposal?.id) await send(tx, 'co-author-named', one.email, about)
    else await send(tx, 'co-author-change', one.email, { ...about, proposalId: proposal.id })
  }
}

async function toldWithinADay(
  db: Db,
  at: string,
  { submitterId, email }: { submitterId?: string; email?: string },
): Promise<number> {
  let told = db
    .selectFrom('author_confirmations as told')
    .innerJoin('articles', 'articles.id', 'told.article_id')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('told.told_at', '>', new Date(Date.parse(at) - DAY_MS).toISOString())
  if (submitterId !== undefined) told = told.where('articles.submitter_id', '=', submitterId)
  if (email !== undefined) told = told.where('told.email', '=', email)
  return Number((await told.executeTakeFirstOrThrow()).count)
}

/** Changes one answer; its article is locked. */
export const change = (
  tx: Tx,
  { article_id, list_digest, contributor_id }: ConfirmationOfAuthor,
  changes: Partial<ConfirmationRow>,
): Promise<unknown> =>
  tx
    .updateTable('author_confirmations')
    .set(changes)
    .where('article_id', '=', article_id)
    .where('list_digest', '=', list_digest)
    .where('contributor_id', '=', contributor_id)
    .execute()

/**
 * Writes to the authors whom nobody has written to yet: their submitter has confirmed the address of their account since,
 * or what is too much within an hour or a day was left for later. Returns of how many articles.
 */
export async function tellWaitingAuthors(database: Database): Promise<number> {
  const rows = await database.db
    .selectFrom('author_confirmations as one')
    .innerJoin('articles', 'articles.id', 'one.article_id')
    .innerJoin('users', 'users.id', 'articles.submitter_id')
    .innerJoin('review_cases', 'review_cases.article_id', 'articles.id')
    .select('articles.id')
    .distinct()
    .where('one.told_at', 'is', null)
    .where('one.state', '=', 'asked')
    .where('one.email', '<>', '')
    .where('users.email_confirmed_at', 'is not', null)
    .where('review_cases.closed_at', 'is', null)
    .orderBy('articles.id')
    .execute()
  for (const { id } of rows) {
    await database.transaction(async (tx) => {
      if (await lockForUpdate(tx, 'articles', id)) await tellAuthors(tx, id)
    })
  }
  return rows.length
}
