import { sql, type RawBuilder } from 'kysely'
import { type Actor, isAdministrator } from '../../contract/rules/accounts/access.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { RecusalCause } from '../../platform/database/review-tables.ts'
import { now } from '../../platform/ids.ts'
import { isUndecided } from './cases/accepted.ts'

/**
 * Recusal: an administrator who is an author of a manuscript in peer review (by account, email address or ORCID iD,
 * confirmed or not), who has been asked to review it or helps a reviewer, or who has declared a conflict of interest,
 * gets on every call what an author gets. So does everybody who has opened a sealed request to pay less, and until the decision
 * who could read in the list of them whether there is one.
 *
 * What makes someone recused can change or be changed by them: an address, an iD, the list of authors, a reviewer who
 * is erased. So it is computed as it is now, and what was once found is written down (`case_recusals`) and stays.
 */

/** The causes that rest on what someone else has said. */
export const AS_NAMED = ['address', 'orcid'] as const satisfies RecusalCause[]
/** The causes that would tell who reviews. */
export const AS_REVIEWER = ['reviewer', 'invited', 'co-reviewer'] as const satisfies RecusalCause[]

interface Only {
  userId?: string
  articleId?: string
}

/** The condition on the columns of a user and an article. */
const within = (user: string, article: string, { userId, articleId }: Only): RawBuilder<boolean> => {
  const ofUser = userId === undefined ? sql`` : sql` and ${sql.ref(user)} = ${userId}`
  const ofArticle = articleId === undefined ? sql`` : sql` and ${sql.ref(article)} = ${articleId}`
  return sql<boolean>`true${ofUser}${ofArticle}`
}

const BY_ADDRESS = {
  same: sql<boolean>`contributors.email <> '' and lower(contributors.email) = lower(users.email)`,
  foundAs: sql<string>`lower(users.email)`,
}
const BY_ORCID = {
  same: sql<boolean>`contributors.orcid is not null and contributors.orcid = users.orcid`,
  foundAs: sql<string>`users.orcid`,
}

/** An author of a case, found in their account by one of two columns. */
const authors = (
  cause: 'address' | 'orcid',
  { same, foundAs }: { same: RawBuilder<boolean>; foundAs: RawBuilder<string> },
  only: Only,
) => sql`
  select users.id as user_id, review_cases.article_id, ${sql.lit(cause)} as cause, '' as round_id,
      ${foundAs} as found_as
    from users
    join contributors on ${same}
    join article_contributors on article_contributors.contributor_id = contributors.id
    join review_cases on review_cases.article_id = article_contributors.article_id
    where ${within('users.id', 'review_cases.article_id', only)}`

/**
 * A reviewer who has been invited. Who has agreed knows the manuscript for good; who has not is free again when the
 * round ends, because until then they can agree after all.
 */
const reviewers = (same: RawBuilder<unknown>, only: Only) => sql`
  select users.id as user_id, assignment.article_id,
      case when assignment.conflict_answer is null and assignment.submitted_at is null
        then 'invited' else 'reviewer' end as cause,
      case when assignment.conflict_answer is null and assignment.submitted_at is null
        then assignment.round_id else '' end as round_id,
      '' as found_as
    from users ${same}
    where assignment.invited_at is not null
      and (assignment.conflict_answer is not null or assignment.submitted_at is not null
        or exists (select 1 from review_rounds where review_rounds.id = assignment.round_id and closed_at is null))
      and ${within('users.id', 'assignment.article_id', only)}`

/** A colleague of a reviewer, from when an editor has allowed it: being named by a reviewer alone recuses nobody. */
const helpers = (same: RawBuilder<boolean>, only: Only) => sql`
  select users.id as user_id, assignment.article_id, 'co-reviewer' as cause, '' as round_id, '' as found_as from users
    join co_reviewers on ${same} and (co_reviewers.state in ('invited', 'confirmed') or co_reviewers.confirmed_at is not null)
    join review_assignments as assignment on assignment.id = co_reviewers.assignment_id
    where ${within('users.id', 'assignment.article_id', only)}`

/** Everybody who is recused from a case by what the tables say now, with the cause. */
const found = (only: Only) => sql`
  select articles.submitter_id as user_id, review_cases.article_id, 'submitter' as cause, '' as round_id, '' as found_as
    from review_cases join articles on articles.id = review_cases.article_id
    where articles.submitter_id is not null and ${within('articles.submitter_id', 'review_cases.article_id', only)}
  union all ${authors('address', BY_ADDRESS, only)}
  union all ${authors('orcid', BY_ORCID, only)}
  union all ${reviewers(
    sql`join review_assignments as assignment on lower(assignment.email) = lower(users.email)`,
    only,
  )}
  union all ${reviewers(
    sql`join reviewer_addresses as address on lower(address.email) = lower(users.email)
      join review_assignments as assignment on assignment.reviewer_id = address.reviewer_id`,
    only,
  )}
  union all ${reviewers(
    sql`join reviewers as person on person.user_id = users.id
      join review_assignments as assignment on assignment.reviewer_id = person.id`,
    only,
  )}
  union all ${reviewers(
    sql`join reviewers as person on person.orcid = users.orcid
      join review_assignments as assignment on assignment.reviewer_id = person.id`,
    only,
  )}
  union all ${helpers(sql`lower(co_reviewers.email) = lower(users.email)`, only)}
  union all ${helpers(sql`co_reviewers.orcid is not null and co_reviewers.orcid = users.orcid`, only)}`

/** Whom an author has named by mistake, which an editor has put right, is not found by the same address or iD again. */
const conflicted = (only: Only) => sql`
  select found.user_id, found.article_id from (${found(only)}) as found
    where not exists (select 1 from case_recusals as lifted
      where lifted.article_id = found.article_id and lifted.user_id = found.user_id
        and lifted.cause = found.cause and lifted.found_as = found.found_as and lifted.lifted_at is not null)
  union
  select user_id, article_id from case_recusals
    where lifted_at is null
      and (round_id = '' or exists (select 1 from review_rounds
        where review_rounds.id = case_recusals.round_id and closed_at is null))
      and ${within('user_id', 'article_id', only)}`

/** Nothing but these rows names those who have opened a request: a list of them would tell that there was one. */
const recusedForGood = (only: Only) => sql`
  ${conflicted(only)}
  union
  select user_id, article_id from case_editors
    where recused_at is not null and ${within('user_id', 'article_id', only)}
  union
  select user_id, article_id from waiver_openings where ${within('user_id', 'article_id', only)}`

/**
 * Who looked after fees and did not edit a manuscript knows whether there is a request for it, and must not decide on it as an
 * editor later. The rows are written with and without a request (`fees/list-readers.ts`), so that nobody learns of one by them.
 */
const listReaders = (only: Only) => sql`
  select reader.user_id, reader.article_id from waiver_list_readers as reader
    join review_cases on review_cases.article_id = reader.article_id
    where ${isUndecided(new Date())} and ${within('reader.user_id', 'reader.article_id', only)}`

const recused = (only: Only) => sql`${recusedForGood(only)} union ${listReaders(only)}`

/** The ids of the articles whose cases this user must not see as an editor. A subquery, found by indexes. */
export const recusedArticles = (userId: string): RawBuilder<string> =>
  sql<string>`(select article_id from (${recused({ userId })}) as recused)`

/** The same of someone as a fees officer: what they read in the list keeps them from the decision, not from the fee. A subquery. */
export const withheldFromOfficer = (userId: string): RawBuilder<string> =>
  sql<string>`(select article_id from (${recusedForGood({ userId })}) as withheld)`

/** The same of authors and reviewers alone, who must not learn of a fee either. A subquery. */
export const conflictedArticles = (userId: string): RawBuilder<string> =>
  sql<string>`(select article_id from (${conflicted({ userId })}) as conflicted)`

/** The ids of the users who are recused from a case: the same rule from the other side. */
export const recusedUsers = (articleId: string): RawBuilder<string> =>
  sql<string>`(select user_id from (${recused({ articleId })}) as recused)`

/** The ids of those among them who looked after fees. It is the same with and without a request. */
export const listReadersOf = (articleId: string): RawBuilder<string> =>
  sql<string>`(select user_id from (${listReaders({ articleId })}) as list_readers)`

/** The same as a list, which is short: a few manuscripts of a person's own. */
export async function recusedIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('review_cases')
    .select('article_id')
    .where('article_id', 'in', recusedArticles(userId))
    .execute()
  return rows.map((row) => row.article_id)
}

/** The ids of articles without a case that name this user as an author, by account, address or ORCID iD. A subquery. */
export const ownWithoutCase = (userId: string): RawBuilder<string> => sql<string>`(
  select own.id from (
    select id from articles where submitter_id = ${userId}
    union select article_contributors.article_id from users
      join contributors on (${BY_ADDRESS.same}) or (${BY_ORCID.same})
      join article_contributors on article_contributors.contributor_id = contributors.id
      where users.id = ${userId}
  ) as own where not exists (select 1 from review_cases where review_cases.article_id = own.id))`

/** The articles of whose emails and log entries this user sees nothing: what readers report about them is not for authors. */
export async function articlesWithheld(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select article_id as id from review_cases
      where article_id in ${recusedArticles(userId)}
    union all select id from ${ownWithoutCase(userId)} as own`.execute(db)
  return rows.map(({ id }) => id)
}

/** True if the article has a case that this user must not see as an editor. */
export const isRecused = (db: Db, userId: string, articleId: string): Promise<boolean> =>
  isIn(db, { userId, articleId }, recused)

/** The same of someone as a fees officer. */
export const isWithheldFromOfficer = (db: Db, userId: string, articleId: string): Promise<boolean> =>
  isIn(db, { userId, articleId }, recusedForGood)

async function isIn(db: Db, only: Required<Only>, rows: (only: Only) => RawBuilder<unknown>): Promise<boolean> {
  // Most articles never had a case, and planning the whole rule takes PostgreSQL 10 ms.
  const theCase = await db
    .selectFrom('review_cases')
    .select('article_id')
    .where('article_id', '=', only.articleId)
    .executeTakeFirst()
  if (!theCase) return false
  const { rows: found } = await sql`select 1 from (${rows(only)}) as recused limit 1`.execute(db)
  return found.length > 0
}

/** True if peer review of something from which this user is recused has not ended. */
export async function isRecusedFromOpenCase(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('review_cases')
    .select('article_id')
    .where('closed_at', 'is', null)
    .where('article_id', 'in', recusedArticles(userId))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The open cases from which a user is recused. */
export async function recusedFromOpenCases(db: Db, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('review_cases')
    .select('article_id')
    .where('closed_at', 'is', null)
    .where('article_id', 'in', recusedArticles(userId))
    .execute()
  return new Set(rows.map((row) => row.article_id))
}

/** Those of some users who are recused from this article's case. */
export async function recusedAmong(db: Db, userIds: readonly string[], articleId: string): Promise<Set<string>> {
  const recused = new Set<string>()
  for (const id of userIds) if (await isRecused(db, id, articleId)) recused.add(id)
  return recused
}

/** The actor as this article's rules see them: a recused administrator acts as an author. */
export async function actingOn<A extends Actor>(db: Db, actor: A, articleId: string): Promise<A> {
  if (!isAdministrator(actor) || !(await isRecused(db, actor.userId, articleId))) return actor
  return { ...actor, role: 'author' }
}

/**
 * Writes down who is recused now: of a user, of an article, or all. To be called before anything by which they are
 * found is changed, and after it.
 */
export const noteRecusals = async (tx: Tx, only: Only = {}): Promise<void> => {
  await sql`insert into case_recusals (article_id, user_id, cause, round_id, found_as, at)
    select article_id, user_id, cause, round_id, found_as, ${now()} from (${found(only)}) as found where true
    on conflict do nothing`.execute(tx)
}

/** The same of people who are named as authors on a list that does not count yet, by addresses and ORCID iDs. */
export async function notePeople(
  tx: Tx,
  articleId: string,
  people: readonly { readonly email: string; readonly orcidId: string | null }[],
): Promise<void> {
  for (const { email, orcidId } of people) {
    const named = { address: email.toLowerCase(), orcid: orcidId ?? '' }
    for (const cause of AS_NAMED) {
      const column = cause === 'address' ? sql`lower(email)` : sql`orcid`
      if (named[cause] === '') continue
      await sql`insert into case_recusals (article_id, user_id, cause, round_id, found_as, at)
        select ${articleId}, id, ${sql.lit(cause)}, '', ${named[cause]}, ${now()} from users
          where ${column} = ${named[cause]}
        on conflict do nothing`.execute(tx)
    }
  }
}

/** The same for the cases in which a reviewer has been asked. */
export async function noteRecusalsWith(tx: Tx, reviewerId: string): Promise<void> {
  const rows = await tx
    .selectFrom('review_assignments')
    .select('article_id')
    .distinct()
    .where('reviewer_id', '=', reviewerId)
    .where('invited_at', 'is not', null)
    .execute()
  for (const { article_id } of rows) await noteRecusals(tx, { articleId: article_id })
}

/** The articles of which someone's recusal has not been written down, from before this was done or by other means. */
export async function articlesToNote(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct found.article_id as id from (${found({})}) as found
    where not exists (select 1 from case_recusals as noted where noted.article_id = found.article_id
      and noted.user_id = found.user_id and noted.cause = found.cause and noted.round_id = found.round_id
      and noted.found_as = found.found_as)`.execute(db)
  return rows.map(({ id }) => id)
}
