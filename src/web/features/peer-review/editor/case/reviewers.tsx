import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { CaseAssignment } from '../../../../../contract/api/case-view.ts'
import { conflictWaits } from '../../../../../contract/rules/peer-review/assignment-moves.ts'
import { daysBetween } from '../../../../../contract/rules/peer-review/days.ts'
import { daysInWords, monthDay } from '../../../../../contract/rules/peer-review/in-words.ts'
import type { ReportMark } from '../../../../../contract/rules/peer-review/report-marks.ts'
import { DECLINE_REASONS, type ReviewerSource } from '../../../../../contract/rules/peer-review/stages.ts'
import { browserApi } from '../../../../client/api.ts'
import { Link } from '../../../../ui/link.tsx'
import { Messages } from '../../shared/messages.tsx'
import { StatusMark } from '../../shared/status-marks.tsx'
import { useAct } from '../../../../ui/use-command.ts'
import { EmailAddress } from '../../../../ui/web-address.tsx'
import { paths } from '../../../../../contract/rules/site/paths.ts'
import { CoReviewers, DeclaredConflict } from './declared.tsx'
import type { Part } from './part-tabs.tsx'
import { actionsFor, type ReviewerAction } from './reviewer-actions.ts'
import { type DialogAction, ReviewerDialog } from './reviewer-dialog.tsx'
import { Section, useCase } from './section.tsx'

/** The reviewers of each round, the newest round first. */
export function Reviewers({ shown }: { shown: Part }) {
  const { view } = useCase()
  const mayInvite = view.stage === 'screening' || view.stage === 'reviewing'
  const rounds = view.rounds.toReversed()
  return (
    <Section
      part="reviewers"
      shown={shown}
      beside={
        mayInvite && (
          <Link className="btn text" to={paths.inviteReviewers(view.id)} aria-keyshortcuts="i">
            <Plus className="ic" aria-hidden="true" />
            Invite
          </Link>
        )
      }
    >
      {!view.assignments.length && <p className="muted">Nobody has been invited yet.</p>}
      {rounds.map((round) => {
        const assignments = view.assignments.filter(({ roundId }) => roundId === round.id)
        if (!assignments.length) return null
        return (
          <div key={round.id}>
            {rounds.length > 1 && <h3 className="muted">Round {round.number}</h3>}
            <ul className="rlist rows" role="list">
              {assignments.map((assignment) => (
                <Reviewer key={assignment.id} assignment={assignment} isOpen={round.closedAt === null} />
              ))}
            </ul>
          </div>
        )
      })}
    </Section>
  )
}

function Reviewer({ assignment, isOpen }: { assignment: CaseAssignment; isOpen: boolean }) {
  const { view, now } = useCase()
  const { act, busy } = useAct()
  const [dialog, setDialog] = useState<DialogAction | null>(null)
  const { detail, isBad, ...words } = stateInWords(assignment, now)
  const { state, reviewer, label, source, email } = assignment
  const of = { id: view.id, assignmentId: assignment.id }

  const run = (action: ReviewerAction) => {
    if (action === 'invite') void act(() => browserApi.cases.inviteNow(of))
    else if (action === 'remind') void act(() => browserApi.cases.remind(of))
    else if (action === 'resend') void act(() => browserApi.cases.resendLink(of))
    else setDialog(action)
  }

  return (
    <li>
      <StatusMark mark={markOf(assignment, now)} />
      <div>
        <p className="nm">
          {reviewer.fullName || 'Erased reviewer'}{' '}
          <span className="lab-a smaller muted">
            <span className="sr">Reviewer </span>
            {label}
          </span>
        </p>
        <p className="muted small">{[reviewer.affiliation, SOURCES[source]].filter(Boolean).join('. ')}</p>
        <p className="muted small">
          <EmailAddress>{email}</EmailAddress>
        </p>
      </div>
      <div className="st">
        <p className={isBad ? 'bad' : undefined}>{words.state}</p>
        {detail && <p className="muted">{detail}</p>}
        {assignment.remindedAt && ['invited', 'agreed'].includes(state) && (
          <p className="muted">Reminded {monthDay(assignment.remindedAt, now)}</p>
        )}
      </div>
      {assignment.declineText && <p className="said lines breakable">{assignment.declineText}</p>}
      <DeclaredConflict assignment={assignment} />
      <CoReviewers assignment={assignment} />
      {assignment.messages.length > 0 && (
        <div className="said">
          <Messages
            messages={assignment.messages.map(({ by, text, at }) => ({
              ...{ from: 'editor' as const, by, at },
              text: <p className="lines breakable">{text}</p>,
            }))}
          />
        </div>
      )}
      <span className="do pull wrapping">
        {actionsFor(assignment, { isOpen, now }).map(({ action, words, danger }) => (
          <button
            key={action}
            type="button"
            className={danger ? 'btn text danger' : 'btn text'}
            aria-disabled={busy}
            onClick={() => run(action)}
          >
            {words}
            <span className="sr"> ({reviewer.fullName || label})</span>
          </button>
        ))}
      </span>
      {dialog && <ReviewerDialog action={dialog} assignment={assignment} onClose={() => setDialog(null)} />}
    </li>
  )
}

const SOURCES: Record<ReviewerSource, string> = {
  editor: '',
  author: 'Suggested by the authors',
  reviewer: 'Suggested by a reviewer',
  earlier: 'Earlier reviewer',
}

const isLate = ({ state, dueOn, clarifyText }: CaseAssignment, now: Date): boolean =>
  state === 'agreed' && clarifyText === null && dueOn !== null && daysBetween(dueOn, now) > 0

function markOf(assignment: CaseAssignment, now: Date): ReportMark {
  const { state } = assignment
  if (state === 'submitted') return 'in'
  if (isLate(assignment, now)) return 'late'
  if (state === 'agreed' || state === 'invited' || state === 'standby') return state
  return 'declined'
}

interface StateInWords {
  state: string
  detail: string
  isBad: boolean
}

const CLOSED: Record<string, string> = {
  editor: 'Cancelled by you',
  decision: 'Decision made without it',
  withdrawn: 'Manuscript withdrawn',
  erased: 'Data erased',
}

/** Where a reviewer is, in words. */
function stateInWords(assignment: CaseAssignment, now: Date): StateInWords {
  const { state, undeliverableAt, invitedAt, replyDueOn, dueOn, submittedAt, closedAt } = assignment
  const on = (at: string | null): string => (at === null ? '' : monthDay(at, now))
  if (undeliverableAt !== null && state === 'invited') {
    return { state: 'Not delivered', detail: 'The address was refused', isBad: true }
  }
  switch (state) {
    case 'standby':
      return { state: 'Standby', detail: 'Invited if someone declines', isBad: false }
    case 'invited': {
      if (conflictWaits(state, assignment.conflictAnswer)) {
        return { state: 'Conflict of interest', detail: `Declared ${on(assignment.repliedAt)}`, isBad: true }
      }
      const late = replyDueOn === null ? 0 : daysBetween(replyDueOn, now)
      const detail = `Invited ${on(invitedAt)}`
      return late > 0
        ? { state: `No answer, ${daysInWords(late)} late`, detail, isBad: true }
        : { state: replyDueOn ? `Answer due ${on(replyDueOn)}` : 'Invited', detail, isBad: false }
    }
    case 'agreed': {
      if (assignment.clarifyText !== null) {
        return { state: 'Asked to clarify', detail: dueOn ? `Due ${on(dueOn)}` : '', isBad: false }
      }
      const draft = assignment.draftSavedAt === null ? '' : `Draft saved ${on(assignment.draftSavedAt)}`
      return isLate(assignment, now)
        ? { state: `${daysInWords(daysBetween(dueOn!, now))} late`, detail: draft || `Due ${on(dueOn)}`, isBad: true }
        : { state: dueOn ? `Report due ${on(dueOn)}` : 'Agreed', detail: draft, isBad: false }
    }
    case 'submitted':
      return { state: assignment.report?.lateAt ? 'Late report' : 'Report in', detail: on(submittedAt), isBad: false }
    case 'declined': {
      const why =
        assignment.declineReason === null ? '' : `, ${DECLINE_REASONS[assignment.declineReason].toLowerCase()}`
      return { state: 'Declined', detail: `${on(assignment.repliedAt ?? closedAt)}${why}`, isBad: false }
    }
    case 'lapsed':
      return { state: 'No answer', detail: on(closedAt), isBad: false }
    case 'cancelled':
      return { state: 'Cancelled', detail: CLOSED[assignment.closeReason ?? ''] ?? on(closedAt), isBad: false }
  }
}
