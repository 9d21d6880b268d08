import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely'
import { conflictWaits } from '../../../contract/rules/peer-review/assignment-moves.ts'
import type { AssignmentFacts, CaseFacts, GrievanceFacts } from '../../../contract/rules/peer-review/case-facts.ts'
import { addDays, dayOf } from '../../../contract/rules/peer-review/days.ts'
import { CLOSED_SHOWN_DAYS } from '../../../contract/rules/peer-review/time-limits.ts'
import { involvedIn } from '../cases/grievances.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { recusedArticles } from '../recusal.ts'

/** So many cases are listed, those with the earliest promised decision. */
export const CASES_MAX = 1_000

/** A case with what its next step depends on. */
export interface LoadedCase {
  articleId: string
  number: string
  title: string
  author: string
  editor: { id: string; fullName: string } | null
  facts: CaseFacts
  /** Of the last round that has any. */
  assignments: AssignmentFacts[]
}

type OfCase = (eb: ExpressionBuilder<Tables, 'review_cases'>) => Expression<SqlBool>

/** The cases that a user edits as a guest. */
export const editedAsGuest =
  (userId: string): OfCase =>
  (eb) =>
    eb(
      'review_cases.article_id',
      'in',
      sql<string>`(select article_id from case_editors
        where user_id = ${userId} and is_guest = 1 and recused_at is null)`,
    )

/**
 * The open cases, those closed in the last days, and those with an open appeal or complaint: of all on which this
 * user is not recused, or only some. Five queries, whatever their number.
 */
export async function loadCases(
  db: Db,
  userId: string,
  now: Date,
  only?: OfCase,
): Promise<{ cases: LoadedCase[]; limited: boolean }> {
  const rows = await casesOf(db, userId, now, only)
  const limited = rows.length > CASES_MAX
  const listed = rows.slice(0, CASES_MAX)
  const ids = listed.map(({ article_id }) => article_id)
  if (!ids.length) return { cases: [], limited }
  const rounds = Map.groupBy(await roundsWithAssignments(db, ids), ({ article_id }) => article_id)
  const decisions = Map.groupBy(await decisionsIn(db, ids), ({ article_id }) => article_id)
  const proofs = new Map((await proofsIn(db, ids)).map((proof) => [proof.article_id, proof]))
  const grievances = Map.groupBy(await grievancesIn(db, ids), ({ article_id }) => article_id)
  const cases = listed.map((row): LoadedCase => {
    const ofCase = rounds.get(row.article_id) ?? []
    const open = ofCase.filter(({ closed_at }) => closed_at === null)
    const last = Math.max(0, ...ofCase.flatMap(({ id, round }) => (id === null ? [] : round)))
    const proof = proofs.get(row.article_id)
    return {
      articleId: row.article_id,
      number: row.number,
      title: row.title,
      author: row.author ?? '',
      editor: row.editor_id === null ? null : { id: row.editor_id, fullName: row.editor_name ?? '' },
      assignments: assignmentsIn(ofCase.filter(({ round }) => round === last)),
      facts: {
        stage: row.stage,
        receivedOn: row.received_on,
        promisedOn: row.promised_on,
        screenedAt: row.screened_at,
        closedAt: row.closed_at,
        withdrawnByAuthor: row.withdrawn_by !== null && row.withdrawn_by === row.submitter_id,
        versionAt: row.version_at ?? row.created_at,
        round: open[0] ? { openedAt: open[0].opened_at, assignments: assignmentsIn(open) } : null,
        decisions: decisions.get(row.article_id) ?? [],
        proof: proof
          ? { sentAt: proof.sent_at, dueOn: proof.due_on, answer: proof.answer, answeredAt: proof.answered_at }
          : null,
        grievances: (grievances.get(row.article_id) ?? []).map((one): GrievanceFacts => ({
          ...{ kind: one.kind, dueOn: one.due_on, sentAt: one.sent_at, handlerId: one.handler_id },
          involved: involvedIn(one, row, decisions.get(row.article_id) ?? []),
        })),
        unansweredAt:
          row.author_wrote_at !== null && row.author_wrote_at > (row.editor_wrote_at ?? '')
            ? row.author_wrote_at
            : null,
        coReviewConflictAt: row.co_review_conflict_at,
        coReviewAskedAt: row.co_review_asked_at,
      },
    }
  })
  return { cases, limited }
}

function casesOf(db: Db, userId: string, now: Date, only?: OfCase) {
  const closedSince = addDays(dayOf(now), -CLOSED_SHOWN_DAYS)
  const wrote = (side: string) => sql<string | null>`(select max(at) from case_messages
    where case_messages.article_id = review_cases.article_id and from_side = ${side})`
  const oldestCoReview = (where: RawBuilder<unknown>) => sql<string | null>`(select min(co_reviewers.created_at)
    from review_assignments join co_reviewers on co_reviewers.assignment_id = review_assignments.id
    where review_assignments.article_id = review_cases.article_id and review_assignments.state = 'agreed'
      and ${where})`
  let query = db
    .selectFrom('review_cases')
    // A case outlives its article; of those that were deleted nothing is next.
    .innerJoin('articles', 'articles.id', 'review_cases.article_id')
    .leftJoin('users', 'users.id', 'review_cases.editor_id')
    .select([
      ...(['review_cases.article_id', 'review_cases.number', 'review_cases.stage', 'review_cases.editor_id'] as const),
      ...(['review_cases.received_on', 'review_cases.promised_on', 'review_cases.screened_at'] as const),
      ...(['review_cases.closed_at', 'review_cases.withdrawn_by', 'review_cases.created_at'] as const),
      'articles.title',
      'articles.submitter_id',
      'users.full_name as editor_name',
      sql<string | null>`(select coalesce(contributors.family_name, contributors.full_name)
        from article_contributors join contributors on contributors.id = article_contributors.contributor_id
        where article_contributors.article_id = review_cases.article_id and article_contributors.role <> 'Reviewer'
        order by article_contributors.position limit 1)`.as('author'),
      sql<string | null>`(select max(submitted_at) from manuscript_versions
        where manuscript_versions.article_id = review_cases.article_id)`.as('version_at'),
      wrote('author').as('author_wrote_at'),
      wrote('editor').as('editor_wrote_at'),
      oldestCoReview(sql`co_reviewers.state = 'asked'`).as('co_review_asked_at'),
      oldestCoReview(sql`co_reviewers.state = 'invited' and co_reviewers.conflict_text is not null`).as(
        'co_review_conflict_at',
      ),
    ])
    .where((eb) =>
      eb.or([
        eb('review_cases.closed_at', 'is', null),
        eb('review_cases.closed_at', '>=', closedSince),
        eb('review_cases.article_id', 'in', sql<string>`(select article_id from grievances where answered_at is null)`),
      ]),
    )
    .where('review_cases.article_id', 'not in', recusedArticles(userId))
  if (only) query = query.where(only)
  return query
    .orderBy('review_cases.promised_on')
    .orderBy('review_cases.number')
    .limit(CASES_MAX + 1)
    .execute()
}

/** All rounds; one without assignments is a single row without one. */
const roundsWithAssignments = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('review_rounds as round')
    .leftJoin('review_assignments as assignment', 'assignment.round_id', 'round.id')
    .select([
      ...(['round.article_id', 'round.number as round', 'round.opened_at', 'round.closed_at'] as const),
      ...(['assignment.id', 'assignment.state', 'assignment.invited_at', 'assignment.reply_due_on'] as const),
      ...(['assignment.replied_at', 'assignment.due_on', 'assignment.submitted_at'] as const),
      ...(['assignment.closed_at as ended_at', 'assignment.clarify_text', 'assignment.conflict_answer'] as const),
      sql<AssignmentFacts['recommendation']>`(select recommendation from review_reports
        where review_reports.assignment_id = assignment.id order by version desc limit 1)`.as('recommendation'),
      sql<number>`case when exists (select 1 from outbox where outbox.assignment_id = assignment.id
        and lower(outbox.recipient) = lower(assignment.email)
        and outbox.refused_at is not null and outbox.sent_at is null) then 1 else 0 end`.as('is_undeliverable'),
    ])
    .where('round.article_id', 'in', ids)
    .orderBy('assignment.rank')
    .orderBy('assignment.id')
    .execute()

type RoundRow = Awaited<ReturnType<typeof roundsWithAssignments>>[number]

const assignmentsIn = (rows: readonly RoundRow[]): AssignmentFacts[] =>
  rows.flatMap((row) =>
    row.state === null
      ? []
      : {
          state: row.state,
          invitedAt: row.invited_at,
          replyDueOn: row.reply_due_on,
          repliedAt: row.replied_at,
          conflictWaits: conflictWaits(row.state, row.conflict_answer),
          dueOn: row.due_on,
          submittedAt: row.submitted_at,
          closedAt: row.ended_at,
          isUndeliverable: row.is_undeliverable === 1,
          clarifying: row.clarify_text !== null,
          recommendation: row.state === 'submitted' ? row.recommendation : null,
        },
  )

const decisionsIn = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('decisions')
    .select(['id', 'article_id', 'kind', 'from_stage', 'decided_at', 'reverses_id', 'revision_due_on', 'decided_by'])
    .where('article_id', 'in', ids)
    .orderBy('decided_at')
    .orderBy('id')
    .execute()

/** The last one of an article comes last. */
const proofsIn = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('proofs')
    .select(['article_id', 'sent_at', 'due_on', 'answer', 'answered_at'])
    .where('article_id', 'in', ids)
    .orderBy('sent_at')
    .orderBy('id')
    .execute()

const grievancesIn = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('grievances')
    .select(['article_id', 'kind', 'due_on', 'sent_at', 'handler_id', 'decision_id', 'involved'])
    .where('article_id', 'in', ids)
    .where('answered_at', 'is', null)
    .execute()
