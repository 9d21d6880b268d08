import { useState } from 'react'
import type { CaseAssignment } from '../../../../contract/api/case-view.ts'
import { browserApi } from '../../../client/api.ts'
import { useCase } from './case-context.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { useAct } from './use-act.ts'

/** A conflict of interest that a reviewer declares or the journal has found, until an editor waives it. */
export function DeclaredConflict({ assignment }: { assignment: CaseAssignment }) {
  const { view } = useCase()
  const [waiving, setWaiving] = useState(false)
  const { conflictAnswer, conflictText, conflicts, reviewer } = assignment
  const waived = conflicts.find(({ waivedReason }) => waivedReason !== null)
  const isOpen =
    conflicts.some(({ waivedReason }) => waivedReason === null) ||
    (conflictAnswer === 'declared' && !conflicts.some(({ found }) => found === 'declared'))
  if (!isOpen && !waived) return null
  return (
    <div className="said only">
      <p className="k">Conflict of interest</p>
      {conflictText && <p className="lines">{conflictText}</p>}
      {isOpen ? (
        <p>
          The report does not count as independent.{' '}
          <button type="button" className="btn text" onClick={() => setWaiving(true)}>
            Let it count<span className="sr"> ({reviewer.fullName})</span>
          </button>
        </p>
      ) : (
        <p>
          Waived by {waived?.waivedBy}: {waived?.waivedReason}
        </p>
      )}
      {waiving && (
        <ReasonDialog
          title="Waive the conflict of interest"
          about="The report will count as independent. Say why; the reason is kept with the case."
          label="Reason"
          save="Waive"
          send={(reason) => browserApi.cases.waiveConflict({ id: view.id, reviewerId: reviewer.id, reason })}
          onClose={() => setWaiving(false)}
        />
      )}
    </div>
  )
}

const STATES = {
  asked: '',
  invited: 'has been sent a link',
  confirmed: 'takes part',
  refused: 'was refused',
} as const

/** Colleagues whom a reviewer has named: an editor allows or refuses them. */
export function CoReviewers({ assignment }: { assignment: CaseAssignment }) {
  const { view } = useCase()
  const { act, busy } = useAct()
  return assignment.coReviewers.map(({ id, fullName, email, state, conflictText }) => (
    <div key={id} className="said">
      <p>
        {state === 'asked' ? `Asks to work with ${fullName}, ${email}.` : `Co-reviewer ${fullName} ${STATES[state]}.`}
      </p>
      {conflictText && <p className="lines">Conflict of interest: {conflictText}</p>}
      {state === 'asked' && (
        <p className="go">
          <button
            type="button"
            className="btn"
            aria-disabled={busy}
            onClick={() => void act(() => browserApi.cases.allowCoReviewer({ id: view.id, coReviewerId: id }))}
          >
            Allow
          </button>
          <button
            type="button"
            className="btn text danger"
            aria-disabled={busy}
            onClick={() => void act(() => browserApi.cases.refuseCoReviewer({ id: view.id, coReviewerId: id }))}
          >
            Refuse
          </button>
        </p>
      )}
    </div>
  ))
}
