import type { CaseAssignment, CaseView } from '../../../contract/api/case-view.ts'
import type { CaseFacts } from '../../../contract/domain/peer-review/case-facts.ts'
import type { AssignmentRow, CaseRow, DecisionRow, ReviewTables, RoundRow } from '../../database/review-tables.ts'

interface Read {
  theCase: CaseRow
  versions: CaseView['versions']
  rounds: readonly RoundRow[]
  rows: readonly AssignmentRow[]
  assignments: readonly CaseAssignment[]
  decisions: readonly DecisionRow[]
  grievances: readonly ReviewTables['grievances'][]
  messages: readonly ReviewTables['case_messages'][]
  proofs: CaseView['proofs']
  submitterId: string | null
}

/** What the next step of a case depends on. */
export function factsOf(read: Read): CaseFacts {
  const { theCase, versions, rounds, rows, assignments, decisions, grievances, messages, proofs } = read
  const round = rounds.find(({ closed_at }) => closed_at === null)
  const lastMessage = messages.at(-1)
  const asked = rows
    .filter(({ id }) =>
      assignments.some((one) => one.id === id && one.coReviewers.some(({ state }) => state === 'asked')),
    )
    .at(-1)
  return {
    stage: theCase.stage,
    receivedOn: theCase.received_on,
    promisedOn: theCase.promised_on,
    screenedAt: theCase.screened_at,
    closedAt: theCase.closed_at,
    withdrawnByAuthor: theCase.withdrawn_by !== null && theCase.withdrawn_by === read.submitterId,
    versionAt: versions.at(-1)?.submittedAt ?? theCase.created_at,
    round: round
      ? {
          openedAt: round.opened_at,
          assignments: assignments
            .filter(({ roundId }) => roundId === round.id)
            .map((one) => ({
              state: one.state,
              invitedAt: one.invitedAt,
              replyDueOn: one.replyDueOn,
              repliedAt: one.repliedAt,
              dueOn: one.dueOn,
              submittedAt: one.submittedAt,
              closedAt: one.closedAt,
              isUndeliverable: one.undeliverableAt !== null,
              clarifying: one.clarifyText !== null,
              recommendation: one.report?.recommendation ?? null,
            })),
        }
      : null,
    decisions,
    proof: proofs.at(-1) ?? null,
    grievances: grievances
      .filter(({ answered_at }) => answered_at === null)
      .map((one) => ({
        kind: one.kind,
        dueOn: one.due_on,
        sentAt: one.sent_at,
        handlerId: one.handler_id,
        decisionId: one.decision_id,
      })),
    unansweredAt: lastMessage?.from_side === 'author' ? lastMessage.at : null,
    coReviewAskedAt: asked ? (asked.replied_at ?? asked.created_at) : null,
  }
}
