import { REVISION_DUE_ON } from './case-rows.ts'
import { sql, type RawBuilder } from 'kysely'
import { conflictWaits } from '../../../contract/rules/peer-review/assignment-moves.ts'
import type { AssignmentFacts, AuthorFacts, CaseFacts } from '../../../contract/rules/peer-review/case-facts.ts'
import type { Contributor } from '../../../contract/rules/people/people.ts'
import { PROMISED_VERSION, type Promised, promisedBy } from '../../settings/promised.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type {
  AssignmentRow,
  CaseRow,
  DecisionRow,
  ReviewTables,
  RoundRow,
} from '../../../platform/database/review-tables.ts'

type GrievanceRow = ReviewTables['grievances']
type ProofRow = ReviewTables['proofs']

/**
 * A case as everybody reads it: the list of today, its page, its author's page, the timetable and the decision. What
 * is next and what is due follow from its facts. The long texts are read with one case only: see `loadCase`.
 */
export interface LoadedCase {
  theCase: CaseRow
  title: string
  submitterId: string | null
  /** What the journal is held to, as it was when the manuscript was sent. */
  promised: Promised
  /** The family name of its first author. */
  author: string
  editor: { id: string; fullName: string } | null
  rounds: RoundRow[]
  /** Of all rounds, in the order in which they are invited. */
  assignments: LoadedAssignment[]
  decisions: Omit<DecisionRow, DecisionText>[]
  proofs: Omit<ProofRow, 'corrections'>[]
  grievances: Omit<GrievanceRow, GrievanceText>[]
  facts: CaseFacts
}

/** A case with the texts that people have written. */
export interface WholeCase extends LoadedCase {
  assignments: (LoadedAssignment & Pick<AssignmentRow, AssignmentText>)[]
  decisions: DecisionRow[]
  proofs: ProofRow[]
  grievances: GrievanceRow[]
}

const DECISION_TEXTS = ['letter', 'exception_reason'] as const
const GRIEVANCE_TEXTS = ['text', 'about', 'answer'] as const
const ASSIGNMENT_TEXTS = ['message', 'decline_text', 'conflict_text'] as const
type DecisionText = (typeof DECISION_TEXTS)[number]
type GrievanceText = (typeof GRIEVANCE_TEXTS)[number]
type AssignmentText = (typeof ASSIGNMENT_TEXTS)[number]

const ASSIGNMENT_COLUMNS = [
  ...(['id', 'article_id', 'round_id', 'reviewer_id', 'state', 'label', 'rank', 'source', 'email'] as const),
  ...(['reply_days', 'report_days', 'invited_at', 'reply_due_on', 'replied_at', 'due_on', 'first_due_on'] as const),
  ...(['decline_reason', 'conflict_answer', 'submitted_at', 'closed_at', 'close_reason', 'clarify_text'] as const),
  'created_at',
] as const

export interface LoadedAssignment extends Pick<AssignmentRow, (typeof ASSIGNMENT_COLUMNS)[number]> {
  recommendation: AssignmentFacts['recommendation']
  isUndeliverable: boolean
}

/** The ids of articles, as a list or as a subquery. */
type Ids = readonly string[] | RawBuilder<string>

interface Limited {
  /** At most so many, those with the earliest promised decision. */
  limit?: number
}

/** Cases by the ids of their articles, without those whose article was deleted. Seven queries, whatever their number. */
export const loadCases = (db: Db, ids: Ids, limited: Limited = {}): Promise<LoadedCase[]> => readCases(db, ids, limited)

/** One case with its texts, in the same seven queries. */
export const loadCase = async (db: Db, articleId: string): Promise<WholeCase | undefined> =>
  (await readCases(db, [articleId], { texts: true }))[0]

/** What its author may be told of: nothing of a reviewer is read. Five queries. */
export type CaseWithoutReviewers = Omit<WholeCase, 'assignments' | 'facts'>
export const loadCaseWithoutReviewers = async (db: Db, articleId: string): Promise<CaseWithoutReviewers | undefined> =>
  (await readCases(db, [articleId], { texts: true, withoutReviewers: true }))[0]

/** Without `texts` these are missing, as the type of `loadCases` shows. */
async function readCases(
  db: Db,
  wanted: Ids,
  { limit, texts = false, withoutReviewers = false }: Limited & { texts?: boolean; withoutReviewers?: boolean },
): Promise<WholeCase[]> {
  if (Array.isArray(wanted) && !wanted.length) return []
  const rows = await casesIn(db, wanted, limit)
  const ids = rows.map(({ article_id }) => article_id)
  if (!ids.length) return []
  const parts = {
    rounds: withoutReviewers ? await roundsIn(db, ids) : await roundsWithAssignments(db, ids, texts),
    decisions: byArticle(await decisionsIn(db, ids, texts)),
    proofs: byArticle(await proofsIn(db, ids)),
    grievances: byArticle(await grievancesIn(db, ids, texts)),
    authors: byArticle(withoutReviewers ? [] : await authorsIn(db, ids)),
    promised: await promisedBy(
      db,
      rows.map(({ article_id: id, promised, promised_version: number }) => ({ id, promised, number })),
    ),
  }
  return rows.map((row): WholeCase => {
    const { title, submitter_id, author, editor_name, version_at, revised_at, ...more } = row
    const { author_wrote_at, editor_wrote_at, co_review_asked_at, co_review_conflict_at, ...others } = more
    const { held_for, held_at, promised: _promised, promised_version: _version, ...theCase } = others
    const id = theCase.article_id
    const ofCase = {
      ...{ theCase, title, submitterId: submitter_id, author: author ?? '', promised: parts.promised.get(id)! },
      editor: theCase.editor_id === null ? null : { id: theCase.editor_id, fullName: editor_name ?? '' },
      rounds: parts.rounds.rounds.get(id) ?? [],
      assignments: parts.rounds.assignments.get(id) ?? [],
      decisions: parts.decisions.get(id) ?? [],
      proofs: parts.proofs.get(id) ?? [],
      grievances: parts.grievances.get(id) ?? [],
    }
    const isUnanswered = author_wrote_at !== null && author_wrote_at > (editor_wrote_at ?? '')
    const facts = factsOf(ofCase, {
      promised: ofCase.promised.review,
      versionAt: version_at ?? theCase.created_at,
      revisedAt: revised_at,
      heldFor: held_for !== null && held_at !== null ? { issue: held_for, at: held_at } : null,
      unansweredAt: isUnanswered ? author_wrote_at : null,
      coReviewConflictAt: co_review_conflict_at,
      coReviewAskedAt: co_review_asked_at,
      authors: (parts.authors.get(id) ?? []).map(authorFacts),
    })
    return { ...ofCase, facts }
  })
}

type Times = Pick<
  CaseFacts,
  | 'promised'
  | 'versionAt'
  | 'revisedAt'
  | 'heldFor'
  | 'unansweredAt'
  | 'coReviewConflictAt'
  | 'coReviewAskedAt'
  | 'authors'
>

function factsOf(
  { theCase, submitterId, rounds, assignments, decisions, proofs, grievances }: Omit<LoadedCase, 'facts'>,
  times: Times,
): CaseFacts {
  const round = rounds.find(({ closed_at }) => closed_at === null)
  const proof = proofs.at(-1)
  return {
    ...times,
    articleId: theCase.article_id,
    stage: theCase.stage,
    receivedOn: theCase.received_on,
    promisedOn: theCase.promised_on,
    screenedAt: theCase.screened_at,
    closedAt: theCase.closed_at,
    withdrawnByAuthor: theCase.withdrawn_by !== null && theCase.withdrawn_by === submitterId,
    round: round
      ? {
          openedAt: round.opened_at,
          assignments: assignments.filter(({ round_id }) => round_id === round.id).map(assignmentFacts),
        }
      : null,
    decisions,
    proof: proof
      ? {
          ...{ id: proof.id, sentAt: proof.sent_at, dueOn: proof.due_on },
          ...{ answer: proof.answer, answeredAt: proof.answered_at },
        }
      : null,
    grievances: grievances
      .filter(({ answered_at }) => answered_at === null)
      .map((one) => ({
        ...{ id: one.id, kind: one.kind, dueOn: one.due_on, sentAt: one.sent_at, handlerId: one.handler_id },
        involved: involvedIn(one, theCase, decisions),
      })),
  }
}

export const assignmentFacts = (row: LoadedAssignment): AssignmentFacts => ({
  id: row.id,
  state: row.state,
  invitedAt: row.invited_at,
  replyDueOn: row.reply_due_on,
  repliedAt: row.replied_at,
  conflictWaits: conflictWaits(row.state, row.conflict_answer),
  dueOn: row.due_on,
  submittedAt: row.submitted_at,
  closedAt: row.closed_at,
  isUndeliverable: row.isUndeliverable,
  clarifying: row.clarify_text !== null,
  recommendation: row.state === 'submitted' ? row.recommendation : null,
})

const authorFacts = (row: Awaited<ReturnType<typeof authorsIn>>[number]): AuthorFacts => ({
  ...{ contributorId: row.contributor_id, fullName: (JSON.parse(row.person) as Contributor).fullName },
  ...{ state: row.state, hasAddress: row.email !== '', toldAt: row.told_at, answeredAt: row.answered_at },
  ...{ isBinding: row.is_binding === 1, isProposed: row.proposal_id !== null },
})

/** The editors who do not answer an appeal or a complaint. Older ones follow from the case alone. */
export function involvedIn(
  { kind, decision_id, involved, sent_at }: Pick<GrievanceRow, 'kind' | 'decision_id' | 'involved' | 'sent_at'>,
  theCase: Pick<CaseRow, 'editor_id'>,
  decisions: readonly Pick<DecisionRow, 'id' | 'decided_by' | 'decided_at'>[],
): string[] {
  if (involved !== null) return JSON.parse(involved) as string[]
  if (kind === 'appeal') return decisions.filter(({ id }) => id === decision_id).map(({ decided_by }) => decided_by)
  const before = decisions.filter(({ decided_at }) => decided_at <= sent_at).map(({ decided_by }) => decided_by)
  return theCase.editor_id === null ? before : [...before, theCase.editor_id]
}

const byArticle = <Row extends { article_id: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ article_id }) => article_id)

function casesIn(db: Db, ids: Ids, limit: number | undefined) {
  const wrote = (side: string) => sql<string | null>`(select max(at) from case_messages
    where case_messages.article_id = review_cases.article_id and from_side = ${side})`
  const newestVersion = (where: RawBuilder<unknown>) => sql<string | null>`(select max(submitted_at)
    from manuscript_versions where manuscript_versions.article_id = review_cases.article_id and ${where})`
  const oldestCoReview = (where: RawBuilder<unknown>) => sql<string | null>`(select min(co_reviewers.created_at)
    from review_assignments join co_reviewers on co_reviewers.assignment_id = review_assignments.id
    where review_assignments.article_id = review_cases.article_id and review_assignments.state = 'agreed'
      and ${where})`
  const query = db
    .selectFrom('review_cases')
    // A case outlives its article; of those that were deleted nothing is next.
    .innerJoin('articles', 'articles.id', 'review_cases.article_id')
    .leftJoin('users', 'users.id', 'review_cases.editor_id')
    // One that was changed since is to be held again.
    .leftJoin('scheduled_articles as held', (join) =>
      join.onRef('held.article_id', '=', 'articles.id').onRef('held.version', '=', 'articles.version'),
    )
    .leftJoin('volumes', 'volumes.id', 'held.volume_id')
    .leftJoin('manuscript_promises', 'manuscript_promises.article_id', 'articles.id')
    .selectAll('review_cases')
    .select([
      'articles.title',
      'articles.submitter_id',
      'users.full_name as editor_name',
      'volumes.title as held_for',
      'held.held_at',
      'manuscript_promises.promised',
      PROMISED_VERSION.as('promised_version'),
      sql<string | null>`(select coalesce(contributors.family_name, contributors.full_name)
        from article_contributors join contributors on contributors.id = article_contributors.contributor_id
        where article_contributors.article_id = review_cases.article_id order by article_contributors.position limit 1)`.as(
        'author',
      ),
      newestVersion(sql`1 = 1`).as('version_at'),
      newestVersion(sql`number > 1`).as('revised_at'),
      wrote('author').as('author_wrote_at'),
      wrote('editor').as('editor_wrote_at'),
      oldestCoReview(sql`co_reviewers.state = 'asked'`).as('co_review_asked_at'),
      oldestCoReview(sql`co_reviewers.state = 'invited' and co_reviewers.conflict_text is not null`).as(
        'co_review_conflict_at',
      ),
    ])
    .where('review_cases.article_id', 'in', ids)
    .orderBy('review_cases.promised_on')
    .orderBy('review_cases.article_id')
  return (limit === undefined ? query : query.limit(limit)).execute()
}

interface Rounds {
  rounds: Map<string, RoundRow[]>
  assignments: Map<string, WholeCase['assignments']>
}

const roundsIn = async (db: Db, ids: readonly string[]): Promise<Rounds> => ({
  rounds: byArticle(
    await db.selectFrom('review_rounds').selectAll().where('article_id', 'in', ids).orderBy('number').execute(),
  ),
  assignments: new Map(),
})

/** All rounds; one without assignments is a single row without one. */
async function roundsWithAssignments(db: Db, ids: readonly string[], texts: boolean): Promise<Rounds> {
  const rows = await db
    .selectFrom('review_rounds as round')
    .leftJoin('review_assignments as assignment', 'assignment.round_id', 'round.id')
    .select([
      ...(['round.id as in_round', 'round.article_id as of_article', 'round.number', 'round.version_id'] as const),
      ...(['round.opened_at', 'round.closed_at as round_closed_at'] as const),
      sql<AssignmentFacts['recommendation']>`(select recommendation from review_reports
        where review_reports.assignment_id = assignment.id order by version desc limit 1)`.as('recommendation'),
      sql<number>`case when exists (select 1 from outbox where outbox.assignment_id = assignment.id
        and lower(outbox.recipient) = lower(assignment.email)
        and outbox.refused_at is not null and outbox.sent_at is null) then 1 else 0 end`.as('is_undeliverable'),
    ])
    .select(ASSIGNMENT_COLUMNS.map((column) => `assignment.${column}` as const))
    .$if(texts, (query) => query.select(ASSIGNMENT_TEXTS.map((column) => `assignment.${column}` as const)))
    .where('round.article_id', 'in', ids)
    .orderBy('round.number')
    .orderBy('assignment.rank')
    .orderBy('assignment.id')
    .execute()
  const rounds = new Map(
    rows.map(({ in_round, of_article, number, version_id, opened_at, round_closed_at }) => [
      in_round,
      { id: in_round, article_id: of_article, number, version_id, opened_at, closed_at: round_closed_at },
    ]),
  )
  const assignments = rows.flatMap(({ is_undeliverable, ...row }) =>
    row.id === null
      ? []
      : // With its id the other columns are as the table says.
        [{ ...(row as unknown as WholeCase['assignments'][number]), isUndeliverable: is_undeliverable === 1 }],
  )
  return { rounds: byArticle([...rounds.values()]), assignments: byArticle(assignments) }
}

const REVISION_MOVED_AT = sql<string | null>`(select moved_at from revision_dates where decision_id = decisions.id)`.as(
  'revision_moved_at',
)

const decisionsIn = (db: Db, ids: readonly string[], texts: boolean): Promise<DecisionRow[]> =>
  db
    .selectFrom('decisions')
    .select(['id', 'article_id', 'round_id', 'version_id', 'kind', 'from_stage', 'decided_at', 'reverses_id'])
    .select(['decided_by', ...(texts ? DECISION_TEXTS : [])])
    .select([REVISION_DUE_ON, REVISION_MOVED_AT])
    .where('article_id', 'in', ids)
    .orderBy('decided_at')
    .orderBy('id')
    .execute()

/** The last one of an article comes last. */
const proofsIn = (db: Db, ids: readonly string[]): Promise<ProofRow[]> =>
  db.selectFrom('proofs').selectAll().where('article_id', 'in', ids).orderBy('sent_at').orderBy('id').execute()

/** Of the list that counts, which was asked about last, and of one that is proposed. */
const authorsIn = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('author_confirmations as one')
    .leftJoin('author_proposals as proposal', 'proposal.id', 'one.list_digest')
    .select(['one.article_id', 'one.contributor_id', 'one.person', 'one.state', 'one.email', 'one.told_at'])
    .select(['one.answered_at', 'one.is_binding', 'proposal.id as proposal_id'])
    .where('one.article_id', 'in', ids)
    .where(({ or, and, eb }) =>
      or([
        eb('proposal.state', '=', 'open'),
        and([
          eb('proposal.id', 'is', null),
          eb(
            'one.asked_at',
            '=',
            sql<string>`(select max(other.asked_at) from author_confirmations as other
              where other.article_id = one.article_id and other.list_digest not in (
                select id from author_proposals where author_proposals.article_id = one.article_id))`,
          ),
        ]),
      ]),
    )
    .orderBy('one.position')
    .execute()

const grievancesIn = (db: Db, ids: readonly string[], texts: boolean): Promise<GrievanceRow[]> =>
  db
    .selectFrom('grievances')
    .select(['id', 'article_id', 'kind', 'decision_id', 'involved', 'sent_by', 'sent_at', 'due_on', 'handler_id'])
    .select(['outcome', 'answered_at', ...(texts ? GRIEVANCE_TEXTS : [])])
    .where('article_id', 'in', ids)
    .orderBy('sent_at')
    .orderBy('id')
    .execute()
