import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { CaseAssignment } from '../../../../../contract/api/case-view.ts'
import { browserApi } from '../../../../client/api.ts'
import { Link } from '../../../../ui/link.tsx'
import { ReportLeaf } from '../../shared/report-leaves.tsx'
import { caseLinks, useCase } from './case-context.ts'
import { CoReviewers, DeclaredConflict } from './declared.tsx'
import type { Part } from './part-tabs.tsx'
import { actionsFor, type ReviewerAction } from './reviewer-actions.ts'
import { ReviewerDialog, type DialogAction } from './reviewer-dialog.tsx'
import { markOf, SOURCES, stateInWords } from './reviewer-words.ts'
import { Section } from './section.tsx'
import { useAct } from '../../shared/use-act.ts'

/** The reviewers of each round, the newest round first. */
export function Reviewers({ shown }: { shown: Part }) {
  const { view, isGuest } = useCase()
  const mayInvite = view.stage === 'screening' || view.stage === 'reviewing'
  const rounds = view.rounds.toReversed()
  return (
    <Section
      part="reviewers"
      shown={shown}
      beside={
        mayInvite && (
          <Link className="btn text" to={caseLinks(view.id, isGuest).invite} aria-keyshortcuts="i">
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
          <div key={round.id} className="round">
            {rounds.length > 1 && <h3 className="rnd">Round {round.number}</h3>}
            <ul className="rlist" role="list">
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
  const { state, detail, isBad } = stateInWords(assignment, now)
  const { reviewer, label, source, email } = assignment
  const of = { id: view.id, assignmentId: assignment.id }

  const run = (action: ReviewerAction) => {
    if (action === 'invite') void act(() => browserApi.cases.inviteNow(of))
    else if (action === 'resend') void act(() => browserApi.cases.resendLink(of))
    else setDialog(action)
  }

  return (
    <li>
      <ReportLeaf mark={markOf(assignment, now)} />
      <div>
        <p className="nm">
          {reviewer.fullName || 'Erased reviewer'}{' '}
          <span className="lab-a">
            <span className="sr">Reviewer </span>
            {label}
          </span>
        </p>
        <p className="af">{[reviewer.affiliation, SOURCES[source]].filter(Boolean).join('. ')}</p>
        <p className="af">{email}</p>
      </div>
      <div className="st">
        <p className={isBad ? 'bad' : undefined}>{state}</p>
        {detail && <p className="muted">{detail}</p>}
      </div>
      {assignment.declineText && <p className="said lines">{assignment.declineText}</p>}
      <DeclaredConflict assignment={assignment} />
      <CoReviewers assignment={assignment} />
      <span className="do">
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
