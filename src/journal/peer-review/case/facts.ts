import type { CaseAssignment, CaseView } from '../../../contract/api/case-view.ts'
import { conflictWaits } from '../../../contract/rules/peer-review/assignment-moves.ts'
import type { CaseFacts } from '../../../contract/rules/peer-review/case-facts.ts'
import { involvedIn } from '../cases/grievances.ts'
import type {
  AssignmentRow,
  CaseRow,
  DecisionRow,
  ReviewTables,
  RoundRow,
} from '../../../platform/database/review-tables.ts'

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
  const withColleague = (does: (colleague: CaseAssignment['coReviewers'][number]) => boolean) => {
    const ids = new Set(
      assignments.filter(({ state, coReviewers }) => state === 'agreed' && coReviewers.some(does)).map(({ id }) => id),
    )
    const row = rows.findLast(({ id }) => ids.has(id))
    return row ? (row.replied_at ?? row.created_at) : null
  }
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
              conflictWaits: conflictWaits(one.state, one.conflictAnswer),
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
        involved: involvedIn(one, theCase, decisions),
      })),
    unansweredAt: lastMessage?.from_side === 'author' ? lastMessage.at : null,
    coReviewConflictAt: withColleague(({ state, conflictText }) => state === 'invited' && conflictText !== null),
    coReviewAskedAt: withColleague(({ state }) => state === 'asked'),
  }
}
