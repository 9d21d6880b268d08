import { TriangleAlert, X } from 'lucide-react'
import { useId } from 'react'
import type { InvitationCandidate } from '../../../../../contract/api/invitations.ts'
import { EmailAddress } from '../../../../ui/web-address.tsx'

/** One person of the list, with what speaks for and against inviting them. Never a score. */
export function CandidateRow({
  candidate,
  rank,
  isPicked,
  standbyPlace,
  onToggle,
  onStandby,
}: {
  candidate: InvitationCandidate
  rank: number
  isPicked: boolean
  /** From 1; 0 if they are not on standby. */
  standbyPlace: number
  onToggle: () => void
  onStandby: () => void
}) {
  const id = useId()
  const { fullName, affiliation, email, reasons, load, asked, whyNot } = candidate
  const can = whyNot === null
  const who = (
    <span>
      <span className="nm">{fullName}</span>
      {affiliation && <span className="muted small block">{affiliation}</span>}
      {email && (
        <span className="muted small block">
          <EmailAddress>{email}</EmailAddress>
        </span>
      )}
    </span>
  )
  return (
    <li className={`cand small breakable${isPicked ? ' picked' : ''}${can ? '' : ' not'}`}>
      {can ? (
        <label className="pick">
          <input type="checkbox" checked={isPicked} aria-describedby={`${id}-why ${id}-load`} onChange={onToggle} />
          <span className="rank muted tabular" aria-hidden="true">
            {rank}
          </span>
          {who}
        </label>
      ) : (
        <div className="pick">
          <X className="ic" aria-hidden="true" />
          <span className="rank muted tabular" />
          {who}
        </div>
      )}
      <div className="why muted" id={`${id}-why`}>
        {reasons.map((reason) => (
          <Reason key={reason} reason={reason} />
        ))}
        {asked !== null && <p>{asked}.</p>}
        <Cautions candidate={candidate} />
      </div>
      <p className="load muted" id={`${id}-load`}>
        {can && load.map((words) => `${words}.`).join(' ')}
      </p>
      <span className="role muted">
        {isPicked && 'Invite'}
        {standbyPlace > 0 && `Standby ${standbyPlace}`}
        {can && !isPicked && standbyPlace === 0 && (
          <button type="button" className="btn text" aria-label={`Put ${fullName} on standby`} onClick={onStandby}>
            Standby
          </button>
        )}
      </span>
    </li>
  )
}

/** What comes before the colon is what kind of reason it is. */
function Reason({ reason }: { reason: string }) {
  const [kind, ...rest] = reason.split(': ')
  return (
    <p>
      {rest.length ? (
        <>
          <b>{kind}:</b> {rest.join(': ')}
        </>
      ) : (
        reason
      )}
    </p>
  )
}

/** Why someone cannot be chosen, or what an editor should know before: also beside the names that are chosen. */
export function Cautions({
  candidate: { whyNot, warnings, findings },
}: {
  candidate: Pick<InvitationCandidate, 'whyNot' | 'warnings' | 'findings'>
}) {
  if (whyNot !== null) return <p className="error-ink">{whyNot}</p>
  const hints = findings.filter(({ weight }) => weight === 'hint')
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} className="warn">
          <TriangleAlert className="ic" aria-hidden="true" />
          <span>{warning}</span>
        </p>
      ))}
      {hints.map(({ sentence }) => (
        <p key={sentence} className="muted">
          {sentence}
        </p>
      ))}
    </>
  )
}
