import { Fragment, useState } from 'react'
import type { CaseAssignment } from '../../../../../contract/api/case-view.ts'
import { conflictWaits } from '../../../../../contract/rules/peer-review/assignment-moves.ts'
import { browserApi } from '../../../../client/api.ts'
import { useCase } from './section.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useAct } from '../../../../ui/use-command.ts'

/** Conflicts of interest that a reviewer declares, in any round, or the journal has found, until an editor waives them. */
export function DeclaredConflict({ assignment }: { assignment: CaseAssignment }) {
  const [waiving, setWaiving] = useState(false)
  const { state, conflictAnswer, conflictText, conflicts, reviewer } = assignment
  const waived = conflicts.filter(({ waivedReason }) => waivedReason !== null)
  const open = conflicts.filter(({ waivedReason }) => waivedReason === null)
  const isToldHereOnly = conflictAnswer === 'declared' && !conflicts.some(({ found }) => found === 'declared')
  if (!conflicts.length && !isToldHereOnly) return null
  const waits = conflictWaits(state, conflictAnswer)
  const told = new Set([...open.map(({ text }) => text), ...(isToldHereOnly || waits ? [conflictText] : [])])
  return (
    <div className="said only">
      <p className="k">Conflict of interest</p>
      {[...told].map((text) => text && <Lines key={text} text={text} />)}
      {waived.map(({ text, waivedBy, waivedReason }, at) => (
        <Fragment key={at}>
          {text && !told.has(text) && <Lines text={text} />}
          <p>
            Waived by {waivedBy}: {waivedReason}
          </p>
        </Fragment>
      ))}
      {waits && <p>The manuscript stays closed to them until you decide: let them review, with a reason, or cancel.</p>}
      {!waits && (open.length > 0 || isToldHereOnly) && (
        <p>
          Not counted as independent.{' '}
          <button type="button" className="btn text" onClick={() => setWaiving(true)}>
            Count as Independent<span className="sr"> ({reviewer.fullName})</span>
          </button>
        </p>
      )}
      {waits && (
        <p className="buttons">
          <button type="button" className="btn" onClick={() => setWaiving(true)}>
            Let Them Review<span className="sr"> ({reviewer.fullName})</span>
          </button>
        </p>
      )}
      {waiving && (
        <WaiveDialog
          about={
            waits
              ? 'They can then read the manuscript, and the report will count as independent. Say why; the reason is saved with the case.'
              : 'The report will count as independent. Say why; the reason is saved with the case.'
          }
          reviewerId={reviewer.id}
          onClose={() => setWaiving(false)}
        />
      )}
    </div>
  )
}

const Lines = ({ text }: { text: string }) => <p className="lines breakable">{text}</p>

function WaiveDialog({ about, reviewerId, onClose }: { about: string; reviewerId: string; onClose: () => void }) {
  const { view } = useCase()
  return (
    <ReasonDialog
      title="Waive the conflict of interest"
      about={about}
      label="Reason"
      save="Waive"
      send={(reason) => browserApi.cases.waiveConflict({ id: view.id, reviewerId, reason })}
      onClose={onClose}
    />
  )
}

const STATES = {
  asked: '',
  invited: 'has been sent a link',
  confirmed: 'takes part',
  refused: 'was refused',
} as const

/** Colleagues whom a reviewer has named: an editor allows or refuses them. */
export const CoReviewers = ({ assignment }: { assignment: CaseAssignment }) =>
  assignment.coReviewers.map((colleague) => (
    <CoReviewer key={colleague.id} colleague={colleague} reviewerId={assignment.reviewer.id} />
  ))

function CoReviewer({
  colleague: { id, fullName, email, state, conflictText, warnings, whyNot },
  reviewerId,
}: {
  colleague: CaseAssignment['coReviewers'][number]
  reviewerId: string
}) {
  const { view } = useCase()
  const { act, busy } = useAct()
  const [asking, setAsking] = useState<'allow' | 'waive' | null>(null)
  const waits = state === 'invited' && conflictText !== null
  const allow = (reason: string | null) => browserApi.cases.allowCoReviewer({ id: view.id, coReviewerId: id, reason })
  return (
    <div className="said">
      <p>
        {state === 'asked' ? `Asks to work with ${fullName}, ${email}.` : `Co-reviewer ${fullName} ${STATES[state]}.`}
      </p>
      {conflictText && <p className="lines breakable">Conflict of interest: {conflictText}</p>}
      {waits && <p>The manuscript stays closed to {fullName} until you decide.</p>}
      {warnings.map((warning) => (
        <p key={warning} className="error-ink">
          {warning}.
        </p>
      ))}
      {whyNot !== null && <p className="error-ink">Cannot take part. {whyNot}</p>}
      {(state === 'asked' || waits) && (
        <p className="buttons">
          {waits ? (
            <button type="button" className="btn" aria-disabled={busy} onClick={() => setAsking('waive')}>
              Let Them Help<span className="sr"> ({fullName})</span>
            </button>
          ) : (
            whyNot === null && (
              <button
                type="button"
                className="btn"
                aria-disabled={busy}
                onClick={() => (warnings.length ? setAsking('allow') : void act(() => allow(null)))}
              >
                Allow<span className="sr"> {fullName}</span>
              </button>
            )
          )}
          <button
            type="button"
            className="btn text danger"
            aria-disabled={busy}
            onClick={() => void act(() => browserApi.cases.refuseCoReviewer({ id: view.id, coReviewerId: id }))}
          >
            Refuse<span className="sr"> {fullName}</span>
          </button>
        </p>
      )}
      {asking === 'waive' && (
        <WaiveDialog
          about={`${fullName} can then read the manuscript and help. Say why; the reason is saved with the case.`}
          reviewerId={reviewerId}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'allow' && (
        <ReasonDialog
          title={`Allow ${fullName} to help`}
          about={`${warnings.join('. ')}. Say why you allow it anyway; the reason is saved with the case.`}
          label="Reason"
          save="Allow"
          send={allow}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
