import type { CaseAssignment, CaseReport } from '../../../contract/api/case-view.ts'
import type { EmailKind } from '../../../contract/rules/site/email-kinds.ts'
import { standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { DecisionRow, ReportRow } from '../../../platform/database/review-tables.ts'
import type { WholeCase } from '../cases/load-cases.ts'
import { remindersOf } from '../cases/reminders.ts'
import { loadReports, validReports } from '../cases/report.ts'
import type { AddressHashes } from '../reviewers/address-hashes.ts'
import { cautionsOfColleagues, loadNames } from './read-people.ts'
import { readReportFiles } from './read-report-files.ts'

/** What was sent about a case: the reminders, and addresses that a mail server has refused. */
export interface SentEmail {
  kind: EmailKind
  assignment_id: string | null
  recipient: string
  sent_at: string | null
  refused_at: string | null
}

const EMAILS_MAX = 500

/** The emails about an article that the case tells of, the newest first. */
export const emailsAbout = (db: Db, articleId: string): Promise<SentEmail[]> =>
  db
    .selectFrom('outbox')
    .select(['kind', 'assignment_id', 'recipient', 'sent_at', 'refused_at'])
    .where('article_id', '=', articleId)
    .where((where) => where.or([where('sent_at', 'is not', null), where('refused_at', 'is not', null)]))
    .orderBy('created_at', 'desc')
    .limit(EMAILS_MAX)
    .execute()

const isRefused = ({ recipient, refused_at, sent_at }: SentEmail, address: string): boolean =>
  refused_at !== null && sent_at === null && recipient.toLowerCase() === address.toLowerCase()

export interface ReadAssignments {
  assignments: CaseAssignment[]
  /** The reviewer's name by assignment, for sentences. */
  reviewerOf: (assignmentId: string) => string
  rows: WholeCase['assignments']
}

/** All assignments of a case, with their reviewers and their reports, in ten queries, and some more while colleagues wait to be allowed. */
export async function readAssignments(
  db: Db,
  { theCase: { article_id: articleId }, assignments: ofRounds, decisions }: WholeCase,
  { emails, hashes, callerId }: { emails: readonly SentEmail[]; hashes: AddressHashes; callerId: string },
): Promise<ReadAssignments> {
  const rows = ofRounds.toSorted((one, other) =>
    one.created_at < other.created_at ? -1 : one.created_at > other.created_at ? 1 : one.rank - other.rank,
  )
  if (!rows.length) return { assignments: [], reviewerOf: () => 'A reviewer', rows }
  const ids = rows.map(({ id }) => id)
  const reviewers = await db
    .selectFrom('reviewers')
    .select(['id', 'full_name', 'affiliation', 'orcid'])
    .where(
      'id',
      'in',
      rows.map((row) => row.reviewer_id),
    )
    .execute()
  const reviewer = new Map(reviewers.map((row) => [row.id, row]))
  const conflicts = await db
    .selectFrom('conflicts')
    .select(['reviewer_id', 'kind', 'found', 'text', 'waived_by', 'waived_reason'])
    .where('article_id', '=', articleId)
    .where('reviewer_id', 'is not', null)
    .orderBy('created_at')
    .execute()
  const coReviewers = await db
    .selectFrom('co_reviewers')
    .selectAll()
    .where('assignment_id', 'in', ids)
    .orderBy('created_at')
    .execute()
  const asked = coReviewers.filter(({ state, email }) => state === 'asked' && email !== '')
  const found = await cautionsOfColleagues(db, articleId, { hashes, callerId }, asked)
  const cautions = new Map(asked.map(({ id }, index) => [id, found[index]]))
  const drafts = await db
    .selectFrom('review_drafts')
    .select(['assignment_id', 'saved_at'])
    .where('assignment_id', 'in', ids)
    .execute()
  const links = await db
    .selectFrom('review_links')
    .select((select) => ['assignment_id', select.fn.max('last_used_at').as('used_at')])
    .where('assignment_id', 'in', ids)
    .where('co_reviewer_id', 'is', null)
    .groupBy('assignment_id')
    .execute()
  const reports = await readReports(db, ids, decisions)
  const reminded = await remindersOf(db, ids)
  const messages = await db
    .selectFrom('reviewer_messages')
    .select(['assignment_id', 'user_id', 'text', 'at'])
    .where('assignment_id', 'in', ids)
    .orderBy('at')
    .execute()
  const nameOf = await loadNames(db, [
    ...conflicts.map(({ waived_by }) => waived_by),
    ...messages.map(({ user_id }) => user_id),
  ])
  const reviewerNames = new Map(rows.map((row) => [row.id, reviewer.get(row.reviewer_id)?.full_name || 'A reviewer']))

  const assignments = rows.map((row): CaseAssignment => {
    const person = reviewer.get(row.reviewer_id)
    const own = emails.filter((email) => email.assignment_id === row.id && email.recipient === row.email)
    return {
      id: row.id,
      roundId: row.round_id,
      label: row.label,
      state: row.state,
      source: row.source,
      rank: row.rank,
      reviewer: {
        id: row.reviewer_id,
        fullName: person?.full_name ?? '',
        affiliation: person?.affiliation ?? '',
        orcid: person?.orcid ?? null,
      },
      email: row.email,
      invitedAt: row.invited_at,
      replyDueOn: row.reply_due_on,
      repliedAt: row.replied_at,
      dueOn: row.due_on,
      submittedAt: row.submitted_at,
      closedAt: row.closed_at,
      closeReason: row.close_reason,
      declineReason: row.decline_reason,
      declineText: row.decline_text,
      conflictAnswer: row.conflict_answer,
      conflictText: row.conflict_text,
      clarifyText: row.clarify_text,
      draftSavedAt: drafts.find((draft) => draft.assignment_id === row.id)?.saved_at ?? null,
      linkUsedAt: links.find((link) => link.assignment_id === row.id)?.used_at ?? null,
      // Only of the present address: a corrected one has refused nothing.
      undeliverableAt: own.find((email) => isRefused(email, row.email))?.refused_at ?? null,
      remindedAt: reminded.get(row.id) ?? null,
      messages: messages
        .filter(({ assignment_id }) => assignment_id === row.id)
        .map(({ user_id, text, at }) => ({ by: nameOf(user_id), text, at })),
      conflicts: conflicts
        .filter((conflict) => conflict.reviewer_id === row.reviewer_id)
        .map(({ kind, found, text, waived_by, waived_reason }) => ({
          ...{ kind, found, text },
          waivedBy: waived_by === null ? null : nameOf(waived_by),
          waivedReason: waived_reason,
        })),
      coReviewers: coReviewers
        .filter((one) => one.assignment_id === row.id)
        .map((one) => ({
          id: one.id,
          fullName: one.full_name,
          email: one.email,
          orcid: one.orcid,
          state: one.state,
          conflictText: one.conflict_text,
          warnings: cautions.get(one.id)?.warnings ?? [],
          whyNot: cautions.get(one.id)?.whyNot ?? null,
        })),
      report: reports.get(row.id) ?? null,
    }
  })
  return { assignments, rows, reviewerOf: (id) => reviewerNames.get(id) ?? 'A reviewer' }
}

/** The valid reports by assignment. */
async function readReports(
  db: Db,
  assignmentIds: readonly string[],
  decisions: readonly DecisionRow[],
): Promise<Map<string, CaseReport>> {
  const rows = validReports(await loadReports(db, assignmentIds))
  if (!rows.length) return new Map()
  const ids = rows.map(({ id }) => id)
  const standing = new Set(standingDecisions(decisions).map(({ id }) => id))
  const released = await db
    .selectFrom('report_releases')
    .select(['report_id', 'decision_id'])
    .where('report_id', 'in', ids)
    .execute()
  const files = await readReportFiles(db, ids, decisions)
  const nameOf = await loadNames(
    db,
    rows.map((row) => row.entered_by),
  )
  return new Map(
    rows.map((row) => [
      row.assignment_id,
      {
        ...presentReport(row, nameOf),
        isReleased: released.some((one) => one.report_id === row.id && standing.has(one.decision_id)),
        files: files.get(row.id) ?? [],
      },
    ]),
  )
}

const presentReport = (row: ReportRow, nameOf: (id: string | null) => string) => ({
  id: row.id,
  version: row.version,
  questions: JSON.parse(row.form) as CaseReport['questions'],
  answers: JSON.parse(row.answers) as CaseReport['answers'],
  toAuthors: row.to_authors,
  toEditor: row.to_editor,
  recommendation: row.recommendation,
  enteredBy: row.entered_by === null ? null : nameOf(row.entered_by),
  lateAt: row.late_at,
  submittedAt: row.submitted_at,
})
