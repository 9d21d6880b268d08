import { decisionKind } from './codes.ts'
import type { Context } from './context.ts'
import { momentIn } from './dates.ts'
import { oldDiscussions } from './discussions.ts'
import type { OldHistory } from './objects.ts'
import type { Ledger } from './reckoning.ts'
import { oldReview } from './reviews.ts'
import { idIn, inOrder, isSet, numberIn, valueOf } from './rows.ts'

/** What was done with one submission, in the order in which it was done. */
export function oldHistory(submissionId: string, context: Context, ledger: Ledger): OldHistory {
  const people = peopleOf(submissionId, context, ledger)
  return {
    people,
    rounds: roundsOf(submissionId, context, ledger),
    decisions: decisionsOf(submissionId, context, ledger),
    discussions: oldDiscussions(submissionId, people, context, ledger),
  }
}

function peopleOf(submissionId: string, { source, groups }: Context, ledger: Ledger): OldHistory['people'] {
  const rows = source.where('stage_assignments', 'submission_id', submissionId)
  return inOrder(rows, 'stage_assignment_id', 'stage_assignment_id').flatMap((row) => {
    const role = groups.get(idIn(row, 'user_group_id') ?? '')?.role
    const userId = idIn(row, 'user_id')
    if (!role || !userId) {
      ledger.leave('stage_assignments', [row], 'belongs to nothing')
      return []
    }
    ledger.take('stage_assignments', [row])
    const since = momentIn(valueOf(row, 'date_assigned'))
    return [{ userId, role, since, onlyRecommends: isSet(row, 'recommend_only') }]
  })
}

/** A reviewer whose round has been lost stays with the manuscript, in a round of the number in its row. */
function roundsOf(submissionId: string, context: Context, ledger: Ledger): OldHistory['rounds'] {
  const { source } = context
  const rows = ledger.take('review_rounds', source.where('review_rounds', 'submission_id', submissionId))
  const rounds = new Map(
    inOrder(rows, 'review_round_id', 'round').map((row): [string, OldHistory['rounds'][number]] => {
      const id = idIn(row, 'review_round_id') ?? ''
      ledger.takeShared('review_round_files', source.where('review_round_files', 'review_round_id', id))
      return [id, { id, number: numberIn(row, 'round', 1), reviews: [] }]
    }),
  )
  const asked = source.where('review_assignments', 'submission_id', submissionId)
  for (const row of inOrder(ledger.take('review_assignments', asked), 'review_id', 'review_id')) {
    const id = idIn(row, 'review_round_id') ?? ''
    const round = rounds.get(id) ?? { id, number: numberIn(row, 'round', 1), reviews: [] }
    round.reviews.push(oldReview(row, context, ledger))
    rounds.set(id, round)
  }
  return [...rounds.values()].sort((one, other) => one.number - other.number)
}

function decisionsOf(submissionId: string, { source, family }: Context, ledger: Ledger): OldHistory['decisions'] {
  const rows = ledger.take('edit_decisions', source.where('edit_decisions', 'submission_id', submissionId))
  return inOrder(rows, 'edit_decision_id', 'edit_decision_id')
    .map((row) => {
      const code = valueOf(row, 'decision')
      const kind = decisionKind(code, family.decisionCodes)
      if (kind === 'unknown') ledger.note('decision not known', 'edit_decisions', row, code ?? '')
      return {
        id: idIn(row, 'edit_decision_id') ?? '',
        kind,
        editorId: idIn(row, 'editor_id'),
        roundId: idIn(row, 'review_round_id'),
        decidedAt: momentIn(valueOf(row, 'date_decided')),
      }
    })
    .sort((one, other) => compared(one.decidedAt ?? '', other.decidedAt ?? ''))
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
