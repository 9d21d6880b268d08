import { useState } from 'react'
import type { InvitationCandidate } from '../../../../../contract/api/invitations.ts'
import { browserApi } from '../../../../client/api.ts'
import { Failure, SkeletonLines, TryAgain } from '../../../../ui/states.tsx'
import { useAnswer } from '../../../../ui/use-answer.ts'
import { named } from './use-invitation.ts'
import { useSettled } from './use-settled.ts'

const SETTLE_MS = 400

interface Written {
  replyDays: number
  reportDays: number
  message: string
}

/** The email to the first of those who are chosen, as it will be sent. */
export function EmailPreview({ id, person, ...written }: { id: string; person: InvitationCandidate } & Written) {
  const [open, setOpen] = useState(false)
  return (
    <details className="email-shown" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Email to {person.fullName}</summary>
      {open && <Letter id={id} person={person} {...written} />}
    </details>
  )
}

function Letter({ id, person, replyDays, reportDays, message }: { id: string; person: InvitationCandidate } & Written) {
  const wanted = { id, ...named(person), replyDays, reportDays, message }
  const settled = useSettled(JSON.stringify(wanted), SETTLE_MS)
  const { answer, failed, tryAgain } = useAnswer(
    () => browserApi.invitations.preview(JSON.parse(settled) as typeof wanted),
    settled,
  )
  if (failed) {
    return (
      <Failure message="Failed to load the email">
        <TryAgain onClick={tryAgain} />
      </Failure>
    )
  }
  if (!answer) return <SkeletonLines widths={[60, 100, 90, 100, 40]} />
  return (
    <div className="letter mounted" tabIndex={0} role="group" aria-label={`Email to ${answer.to}`}>
      <p className="subject">
        <span className="muted">Subject</span> {answer.subject}
      </p>
      <p>{answer.text}</p>
    </div>
  )
}
