import { isReleased, standingDecisions } from '../../../contract/rules/peer-review/undo.ts'
import { writeAuditEntry } from '../../../platform/audit.ts'
import type { Caller } from '../../../platform/call.ts'
import { withdrawProposal } from '../authorship/proposals.ts'
import { loadDecisions } from '../cases/case-rows.ts'
import { sendCaseMessage } from '../cases/notify.ts'
import { releaseReports } from '../cases/release-reports.ts'
import { lockCaseForEditor } from '../cases/relation.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'

export const NOBODY_TO_WRITE_TO = 'This manuscript was imported: it has no author’s account to write to.'
export const NOT_LATE = 'This report came in time: it goes to the authors with a decision.'
export const RELEASED_ALREADY = 'The authors have this report already.'
export const LETTER_FIRST = 'The letter of the decision has not been sent yet. Please wait until then.'

/** Writes to the author who submitted the manuscript. */
export async function sendMessage(tx: Tx, caller: Caller, { id, text }: { id: string; text: string }): Promise<void> {
  const { article } = await lockCaseForEditor(tx, caller, id)
  if (article.submitter_id === null) throw new DomainError('conflict', NOBODY_TO_WRITE_TO)
  await sendCaseMessage(tx, caller, 'editor', { articleId: id, text })
}

/** Withdraws the change of the authors that waits; the submitter reads why. */
export async function withdrawAuthors(
  tx: Tx,
  caller: Caller,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await lockCaseForEditor(tx, caller, id)
  await withdrawProposal(tx, { articleId: id, by: caller.userId, reason })
  const text = `The change of the authors that you have proposed was withdrawn.\n\n${reason}`
  await sendCaseMessage(tx, caller, 'editor', { articleId: id, text })
}

interface Forwarded {
  id: string
  reportId: string
  text: string
  changeReason: string | null
  files: readonly string[]
  note: string
}

/** Gives the authors a report that came after the decision, with a message to explain it. The decision stays. */
export async function forwardLateReport(
  tx: Tx,
  caller: Caller,
  { id, reportId, text, changeReason, files, note }: Forwarded,
): Promise<void> {
  const { article } = await lockCaseForEditor(tx, caller, id)
  const report = await tx
    .selectFrom('review_reports as report')
    .innerJoin('review_assignments as assignment', 'assignment.id', 'report.assignment_id')
    .select(['report.late_at', 'assignment.round_id'])
    .where('report.id', '=', reportId)
    .where('assignment.article_id', '=', id)
    .executeTakeFirst()
  if (!report) throw notFound('Report')
  if (report.late_at === null) throw new DomainError('conflict', NOT_LATE)
  const decisions = standingDecisions(await loadDecisions(tx, id))
  const decision = decisions.findLast(({ round_id }) => round_id === report.round_id)
  if (!decision || !isReleased(decision, new Date())) throw new DomainError('conflict', LETTER_FIRST)
  const released = await tx
    .selectFrom('report_releases')
    .select('decision_id')
    .where('report_id', '=', reportId)
    .execute()
  if (released.some(({ decision_id }) => decisions.some((one) => one.id === decision_id))) {
    throw new DomainError('conflict', RELEASED_ALREADY)
  }
  await releaseReports(tx, decision, [{ reportId, text, changeReason, files }], 'changeReason')
  await writeAuditEntry(tx, caller.userId, 'article.forward-report', id, { after: { reportId } })
  if (article.submitter_id !== null) {
    await sendCaseMessage(tx, caller, 'editor', { articleId: id, text: note })
  }
}
